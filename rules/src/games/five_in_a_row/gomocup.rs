//! Positions and moves as Gomocup's protocol writes them.

use super::{
    board::Board,
    colour::Colour,
    five_move::{Choice, FiveMove},
    position::{FivePosition, STONES_BEFORE_CHOICE, STONES_BEFORE_LAST_CHOICE},
    position_text,
    rules::{Opening, RuleSet, Rules, SIZE_MAX, SIZE_MIN},
};
use crate::{position::Position, text_error::TextError};

/// The bits of a rule.
const EXACTLY_FIVE: u32 = 1;
const GOES_ON: u32 = 2;
const RENJU: u32 = 4;
const CARO: u32 = 8;

/// The column and row, from 0 at the top left, of a point.
fn cell(point: usize, size: usize) -> (usize, usize) {
    (point % size, size - 1 - point / size)
}

fn point(column: usize, row: usize, size: usize) -> Option<usize> {
    (column < size && row < size).then(|| (size - 1 - row) * size + column)
}

fn name(point: usize, size: usize) -> String {
    let (column, row) = cell(point, size);
    format!("{column},{row}")
}

/// Writes a position without an opening under way.
pub(super) fn write_position(position: &FivePosition) -> String {
    let size = position.rules.size();
    let to_move = position.colour_to_move();
    let stones = (0..size * size).filter_map(|point| {
        let own = position.board.stone(point)? == to_move;
        Some(format!("{},{}", name(point, size), if own { 1 } else { 2 }))
    });
    stones.collect::<Vec<_>>().join(" ")
}

/// Reads a position.
///
/// Of stones with a digit, those of the player who has more are Black's; of equal numbers those of the player
/// to move are. Stones without digits are put as an opening.
pub(super) fn read_position(rules: Rules, text: &str) -> Result<FivePosition, TextError> {
    let size = rules.size();
    let mut own_and_their = [const { Vec::new() }; 2];
    let mut opening = Vec::new();
    for word in text.split_whitespace() {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let error = |reason: String| TextError::new("position", text, at, reason);
        let numbers: Vec<usize> = word.split(',').map_while(|number| number.parse().ok()).collect();
        let (column, row, list) = match numbers[..] {
            [column, row] if word.split(',').count() == 2 => (column, row, &mut opening),
            [column, row, whose @ (1 | 2)] if word.split(',').count() == 3 => {
                (column, row, &mut own_and_their[whose - 1])
            }
            _ => return Err(error("a stone is column,row,1 or column,row,2".into())),
        };
        let point = point(column, row, size)
            .ok_or_else(|| error(format!("the board is of {size} columns and rows, from 0")))?;
        list.push(point);
    }
    let error = |reason: String| TextError::new("position", text, 0, reason);
    match (&opening[..], &own_and_their) {
        (stones, [own, their]) if own.is_empty() && their.is_empty() => read_opening(rules, stones, text),
        ([], [own, their]) => {
            let [black, white] = if own.len() >= their.len() { [own, their] } else { [their, own] };
            if black.len() - white.len() > 1 {
                return Err(error(format!(
                    "{} stones of one player and {} of the other",
                    black.len(),
                    white.len()
                )));
            }
            let board = board_text(rules, black, white).map_err(error)?;
            let to_move = if black.len() > white.len() { 'o' } else { 'x' };
            position_text::read(rules, &format!("{board} {to_move}")).map_err(|refused| error(refused.reason))
        }
        _ => Err(error("some stones have a player and some have none".into())),
    }
}

/// The board in the game's own form.
fn board_text(rules: Rules, black: &[usize], white: &[usize]) -> Result<String, String> {
    let size = rules.size();
    let mut points: Vec<usize> = black.iter().chain(white).copied().collect();
    points.sort_unstable();
    if let Some(pair) = points.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("two stones on {}", name(pair[0], size)));
    }
    let black = black.iter().map(|point| (*point, Colour::Black));
    let white = white.iter().map(|point| (*point, Colour::White));
    Ok(position_text::board_rows(&Board::with_stones(rules.set, size, black.chain(white))))
}

/// A game in which these stones were put one after the other, colours not dealt by themselves.
fn read_opening(rules: Rules, stones: &[usize], text: &str) -> Result<FivePosition, TextError> {
    let error = |reason: String| TextError::new("position", text, 0, reason);
    let mut position = FivePosition::start(rules);
    if rules.deals_colours() && !stones.is_empty() {
        return Err(error("a stone needs its player here: column,row,1 or column,row,2".into()));
    }
    if ![0, STONES_BEFORE_CHOICE, STONES_BEFORE_LAST_CHOICE].contains(&stones.len()) {
        return Err(error(format!(
            "an opening has {STONES_BEFORE_CHOICE} or {STONES_BEFORE_LAST_CHOICE} stones"
        )));
    }
    for (number, point) in stones.iter().enumerate() {
        if number == STONES_BEFORE_CHOICE {
            position.play(FiveMove::Choice(Choice::TwoMore));
        }
        if position.board.stone(*point).is_some() {
            return Err(error(format!("two stones on {}", name(*point, rules.size()))));
        }
        position.play(FiveMove::Stone(*point as u16));
    }
    Ok(position)
}

/// Writes a legal move.
pub(super) fn write_move(position: &FivePosition, mv: FiveMove) -> Option<String> {
    match mv {
        FiveMove::Stone(point) => Some(name(usize::from(point), position.rules.size())),
        FiveMove::Choice(Choice::Black) => Some("SWAP".to_owned()),
        FiveMove::Choice(Choice::White | Choice::TwoMore) => Some(String::new()),
        FiveMove::Pass | FiveMove::Prediction(_) => None,
    }
}

/// The stone of a text; the game's own notation says whether it may be put.
pub(super) fn read_move(position: &FivePosition, text: &str) -> Result<String, TextError> {
    let size = position.rules.size();
    let error = |reason: String| TextError::new("move", text, 0, reason);
    if text.trim().eq_ignore_ascii_case("swap") {
        return Ok("black".to_owned());
    }
    let numbers = text.split_once(',').map(|(column, row)| (column.trim().parse(), row.trim().parse()));
    let Some((Ok(column), Ok(row))) = numbers else {
        return Err(error("a point is column,row".into()));
    };
    let point = point(column, row, size)
        .ok_or_else(|| error(format!("the board is of {size} columns and rows, from 0")))?;
    Ok(super::points::name_of(point, size))
}

/// The settings that give a brain these rules, as [`adjusted`] reads them; the opening `swap` has no name.
pub(super) fn settings(rules: Rules) -> Vec<(&'static str, String)> {
    let bits = match rules.set {
        RuleSet::Freestyle => 0,
        RuleSet::Standard | RuleSet::Predicted => EXACTLY_FIVE,
        RuleSet::Renju => RENJU,
    };
    let opening = match rules.opening {
        Opening::None => "none",
        Opening::Swap => "swap",
        Opening::Swap2 => "swap2",
    };
    vec![("size", rules.size.to_string()), ("rule", bits.to_string()), ("opening", opening.to_owned())]
}

/// The rules with another board (`size`), another rule (`rule`, bits), or another opening (`opening`).
pub(super) fn adjusted(rules: Rules, name: &str, value: &str) -> Result<Rules, TextError> {
    let error = |reason: String| Err(TextError::new("setting", &format!("{name}={value}"), 0, reason));
    let mut rules = rules;
    match name {
        "size" => match value.parse::<usize>() {
            Ok(size) if (SIZE_MIN..=SIZE_MAX).contains(&size) => rules.size = size as u8,
            _ => return error(format!("boards are of {SIZE_MIN} to {SIZE_MAX} points on a side")),
        },
        "rule" => {
            rules.set = match value.parse() {
                Ok(0) => RuleSet::Freestyle,
                Ok(EXACTLY_FIVE) => RuleSet::Standard,
                // Alone it is Renju to Yixin, whose managers never send the bit of Gomocup's Renju.
                Ok(GOES_ON) => RuleSet::Renju,
                Ok(bits) if bits & (CARO | GOES_ON) == 0 && bits & !(RENJU | EXACTLY_FIVE) == 0 => {
                    RuleSet::Renju
                }
                _ => return error("the rules are 0 freestyle, 1 exactly five, 4 (or 2) Renju".into()),
            }
        }
        "opening" => {
            rules.opening = match value {
                "none" => Opening::None,
                "swap2" => Opening::Swap2,
                _ => return error("the openings are none and swap2".into()),
            }
        }
        _ => return error("there are size, rule and opening".into()),
    }
    Ok(rules)
}
