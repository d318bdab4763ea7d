//! Moves as text.

use super::{
    five_move::{Choice, FiveMove},
    points::{name_of, read_point},
    position::{FivePosition, Stage},
    prediction::Prediction,
    rules::{Opening, RuleSet},
};
use crate::{position::Position, text_error::TextError};

/// What an error calls a move.
const WHAT: &str = "move";

const PASS: &str = "pass";
const CHOICES: [(&str, Choice); 3] =
    [("black", Choice::Black), ("white", Choice::White), ("two-more", Choice::TwoMore)];

/// Writes a move: `h8`, `pass`, `black`, `white`, `two-more`, `draw`, `B43`, `W42`.
pub(super) fn write(position: &FivePosition, mv: FiveMove) -> String {
    match mv {
        FiveMove::Stone(point) => name_of(usize::from(point), position.rules.size()),
        FiveMove::Pass => PASS.into(),
        FiveMove::Choice(choice) => {
            let name = CHOICES.iter().find(|(_, other)| *other == choice);
            name.map_or_else(String::new, |(name, _)| (*name).to_owned())
        }
        FiveMove::Prediction(prediction) => prediction.to_string(),
    }
}

/// Reads a move that is legal in `position`; small and capital letters alike.
pub(super) fn read(position: &FivePosition, text: &str) -> Result<FiveMove, TextError> {
    let word = text.trim().to_ascii_lowercase();
    let mv = read_word(position, &word).map_err(|reason| TextError::new(WHAT, text, 0, reason))?;
    match position.outcome() {
        None => Ok(mv),
        Some(_) => Err(TextError::new(WHAT, text, 0, "the game is over")),
    }
}

fn read_word(position: &FivePosition, word: &str) -> Result<FiveMove, String> {
    match position.stage {
        Stage::Opening | Stage::Adding | Stage::Play => read_stone(position, word),
        Stage::Choosing | Stage::ChoosingLast => read_choice(position, word),
        Stage::Predicting | Stage::PredictingSecond(_) => {
            read_prediction(word, position.rules.points()).map(FiveMove::Prediction)
        }
    }
}

fn read_stone(position: &FivePosition, word: &str) -> Result<FiveMove, String> {
    if word == PASS {
        return match (position.rules.set, position.stage) {
            (RuleSet::Predicted, Stage::Play) => Ok(FiveMove::Pass),
            (RuleSet::Predicted, _) => Err("there is no pass in the opening".into()),
            _ => Err("there is no pass in this game".into()),
        };
    }
    let point = read_point(word, position.rules.size())?;
    match position.board.stone(point) {
        None => Ok(FiveMove::Stone(point as u16)),
        Some(colour) => Err(format!("a stone of {} stands on {word}", colour.name())),
    }
}

fn read_choice(position: &FivePosition, word: &str) -> Result<FiveMove, String> {
    let may_add = position.stage == Stage::Choosing && position.rules.opening == Opening::Swap2;
    let known = if may_add { &CHOICES[..] } else { &CHOICES[..2] };
    known.iter().find(|(name, _)| *name == word).map(|(_, choice)| FiveMove::Choice(*choice)).ok_or_else(
        || {
            let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
            format!("a colour is to be chosen: one of {}", names.join(", "))
        },
    )
}

/// Reads a prediction that is possible on a board of that number of points; small and capital letters alike.
pub(super) fn read_prediction(word: &str, points: usize) -> Result<Prediction, String> {
    const FORM: &str = "a prediction is draw, or B or W and the number of a move, e.g. W42";
    if word.eq_ignore_ascii_case("draw") {
        return Ok(Prediction::Draw);
    }
    let mut characters = word.chars();
    let make: fn(u16) -> Prediction = match characters.next() {
        Some('b' | 'B') => Prediction::Black,
        Some('w' | 'W') => Prediction::White,
        _ => return Err(FORM.into()),
    };
    let digits = characters.as_str();
    if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FORM.into());
    }
    let prediction = digits.parse().map(make).map_err(|_| range(points))?;
    if prediction.is_possible(points) { Ok(prediction) } else { Err(range(points)) }
}

fn range(points: usize) -> String {
    use super::prediction::EARLIEST_FIVE as FIRST;
    format!(
        "the prediction is out of range: Black completes five at an odd move, White at an even one, from {FIRST} \
         to {points}"
    )
}
