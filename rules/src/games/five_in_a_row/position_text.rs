//! Positions as text.
//!
//! ```text
//! <board> <stage> [black=1|2] [move=<n>] [must=<contract>] [passed] [end=<ending>]
//! 15/15/15/15/15/15/7o7/7x7/15/15/15/15/15/15/15 x
//! ```
//! - The board: ranks from the top, `x` Black, `o` White, a number for that many empty points.
//! - The stage: `x` or `o` to move, or `open`, `choose`, `add`, `choose-last`, `predict`, or `predict-second:`
//!   with the first player's prediction, `?` where it is hidden.
//! - `black`: the player with Black, in play, where it is not always the first.
//! - In play of the predicted game, `move`: the number of the next move; `must`: `free`, `W` or `B` for the
//!   colour that has to complete five, with the number of the limit if there is one (`W42`, `B43.5`);
//!   `passed`: the last move was a pass.
//! - `end`: why the game is over: `five`, `forbidden`, `full`, `passes` or `limit`. The colour to move is then
//!   the one that would be next.

use std::collections::BTreeMap;

use super::{
    board::{Board, FIVE},
    board_text::letter,
    colour::Colour,
    contract::{Contract, Limit},
    forbidden,
    notation::read_prediction,
    points,
    position::{Ending, FivePosition, STONES_BEFORE_CHOICE, STONES_BEFORE_LAST_CHOICE, Seal, Stage},
    prediction::{EARLIEST_FIVE, OPENING_STONES},
    rules::{Opening, RuleSet, Rules},
    shape_table::ShapeTable,
};
use crate::{games::board_row::board_row, player::Player, text_error::TextError};

const WHAT: &str = "position";
const HIDDEN: &str = "?";
const SECOND_PREDICTS: &str = "predict-second:";
const STAGES: [(&str, Stage); 5] = [
    ("open", Stage::Opening),
    ("choose", Stage::Choosing),
    ("add", Stage::Adding),
    ("choose-last", Stage::ChoosingLast),
    ("predict", Stage::Predicting),
];
const ENDINGS: [(&str, Ending); 5] = [
    ("five", Ending::Five),
    ("forbidden", Ending::Forbidden),
    ("full", Ending::Full),
    ("passes", Ending::Passes),
    ("limit", Ending::Limit),
];

/// Writes a position.
pub(super) fn write(position: &FivePosition) -> String {
    let mut text = board_rows(&position.board);
    text.push(' ');
    match position.stage {
        Stage::Play => text.push(letter(Some(position.colour_to_move()))),
        Stage::PredictingSecond(Seal::Hidden) => text.push_str(&format!("{SECOND_PREDICTS}{HIDDEN}")),
        Stage::PredictingSecond(Seal::Open(first)) => text.push_str(&format!("{SECOND_PREDICTS}{first}")),
        stage => text.push_str(name_of(&STAGES, stage)),
    }
    if position.stage == Stage::Play && !position.rules.deals_colours() {
        text.push_str(&format!(" black={}", position.black.index() + 1));
    }
    if position.stage == Stage::Play && position.rules.set == RuleSet::Predicted {
        text.push_str(&format!(" move={} must={}", position.moves + 1, contract_text(position.contract)));
        if position.passes > 0 {
            text.push_str(" passed");
        }
    }
    if let Some(ending) = position.ending {
        text.push_str(&format!(" end={}", name_of(&ENDINGS, ending)));
    }
    text
}

/// Returns the text of a board set up by hand, in play: the first player has Black, and no contract binds anyone.
pub(super) fn set_up_text(start: &FivePosition, letters: &BTreeMap<String, char>, to_move: Player) -> String {
    let size = start.board.size();
    let rows = rows_of(size, |point| letters.get(&points::name_of(point, size)).copied());
    let colour = if to_move == Player::FIRST { Colour::Black } else { Colour::White };
    let mut text = format!("{rows} {}", letter(Some(colour)));
    if !start.rules.deals_colours() {
        text.push_str(" black=1");
    }
    if start.rules.set == RuleSet::Predicted {
        text.push_str(&format!(" move={} must=free", letters.len() + 1));
    }
    text
}

/// The board.
pub(super) fn board_rows(board: &Board) -> String {
    rows_of(board.size(), |point| board.stone(point).map(|colour| letter(Some(colour))))
}

/// Returns the rows of a board from the top, where `letter` tells what stands on a point.
fn rows_of(size: usize, letter: impl Fn(usize) -> Option<char>) -> String {
    let row = |rank| board_row((0..size).map(|file| letter(rank * size + file)));
    (0..size).rev().map(row).collect::<Vec<_>>().join("/")
}

fn contract_text(contract: Contract) -> String {
    match contract {
        Contract::Free => "free".into(),
        Contract::Obliged { colour, limit } => {
            let limit = limit.map_or_else(String::new, Limit::number);
            format!("{}{limit}", &colour.name()[..1])
        }
    }
}

fn name_of<T: PartialEq>(names: &[(&'static str, T)], wanted: T) -> &'static str {
    names.iter().find(|(_, value)| *value == wanted).map_or("", |(name, _)| name)
}

fn value_of<T: Copy>(names: &[(&'static str, T)], wanted: &str) -> Option<T> {
    names.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value)
}

/// A word of a text.
#[derive(Clone, Copy)]
struct Word<'t> {
    whole: &'t str,
    word: &'t str,
    offset: usize,
}

impl Word<'_> {
    fn error(&self, reason: impl Into<String>) -> TextError {
        TextError::new(WHAT, self.whole, self.offset, reason)
    }
}

/// Reads a position.
///
/// # Errors
/// Where and why it is not a position of the game.
pub(super) fn read(rules: Rules, text: &str) -> Result<FivePosition, TextError> {
    let mut words = text.split_whitespace().map(|word| Word {
        whole: text,
        word,
        offset: word.as_ptr() as usize - text.as_ptr() as usize,
    });
    let missing = |what: &str| TextError::new(WHAT, text, text.len(), format!("{what} is missing"));
    let board_word = words.next().ok_or_else(|| missing("the board"))?;
    let board = read_board(rules, board_word)?;
    let stage_word = words
        .next()
        .ok_or_else(|| missing("who is to move (x or o) or the stage of the opening, e.g. open"))?;
    let mut position = FivePosition { board, ..FivePosition::start(rules) };
    let stones = Colour::ALL.map(|colour| position.board.stones(colour));
    position.moves = (stones[0] + stones[1]) as u16;
    position.stage = read_stage(rules, stage_word)?;
    check_stage(&position, stage_word)?;
    let mut known = Words::default();
    for word in words {
        known.take(word)?;
    }
    if position.stage == Stage::Play {
        read_play(&mut position, &known, stage_word)?;
    } else if let Some(word) = known.any() {
        return Err(word.error("nothing is expected here before play begins"));
    }
    check_stones(&position, stage_word)?;
    read_end(&mut position, known.end, stage_word)?;
    Ok(position)
}

/// The words after the stage.
#[derive(Default)]
struct Words<'t> {
    black: Option<Word<'t>>,
    number: Option<Word<'t>>,
    must: Option<Word<'t>>,
    passed: Option<Word<'t>>,
    end: Option<Word<'t>>,
}

impl<'t> Words<'t> {
    fn take(&mut self, word: Word<'t>) -> Result<(), TextError> {
        let (name, value) = word.word.split_once('=').unwrap_or((word.word, ""));
        let place = match name {
            "black" => &mut self.black,
            "move" => &mut self.number,
            "must" => &mut self.must,
            "passed" if name == word.word => &mut self.passed,
            "end" => &mut self.end,
            _ => return Err(word.error("one of black=, move=, must=, passed or end= is expected here")),
        };
        if place.is_some() {
            return Err(word.error(format!("{name} is given twice")));
        }
        *place = Some(Word { word: value, ..word });
        Ok(())
    }

    fn any(&self) -> Option<Word<'t>> {
        self.black.or(self.number).or(self.must).or(self.passed).or(self.end)
    }
}

fn read_board(rules: Rules, word: Word<'_>) -> Result<Board, TextError> {
    let size = rules.size();
    let mut stones = Vec::new();
    let mut offset = word.offset;
    let mut ranks = 0;
    for row in word.word.split('/') {
        let place = Word { offset, ..word };
        if ranks == size {
            return Err(place.error(format!("a board of {size} ranks has too many")));
        }
        let rank = size - 1 - ranks;
        let mut file = 0;
        let mut rest = row;
        while let Some(first) = rest.chars().next() {
            let here = Word { offset: offset + row.len() - rest.len(), ..word };
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (length, width) = match first {
                'x' | 'o' => (1, 1),
                '1'..='9' => (digits, rest[..digits].parse().unwrap_or(usize::MAX)),
                _ => return Err(here.error("x, o or a number of empty points is expected here")),
            };
            if width > size - file {
                return Err(here.error(format!("rank {} has more than {size} points", rank + 1)));
            }
            if !first.is_ascii_digit() {
                let colour = if first == 'x' { Colour::Black } else { Colour::White };
                stones.push((rank * size + file, colour));
            }
            file += width;
            rest = &rest[length..];
        }
        if file < size {
            return Err(place.error(format!("rank {} has {file} points instead of {size}", rank + 1)));
        }
        ranks += 1;
        offset += row.len() + 1;
    }
    if ranks < size {
        return Err(word.error(format!("the board has {ranks} ranks instead of {size}")));
    }
    Ok(Board::with_stones(rules.set, size, stones.into_iter()))
}

fn read_stage(rules: Rules, word: Word<'_>) -> Result<Stage, TextError> {
    if matches!(word.word, "x" | "o") {
        return Ok(Stage::Play);
    }
    let stage = if let Some(first) = word.word.strip_prefix(SECOND_PREDICTS) {
        let seal = match first {
            HIDDEN => Seal::Hidden,
            _ => Seal::Open(read_prediction(first, rules.points()).map_err(|reason| word.error(reason))?),
        };
        Stage::PredictingSecond(seal)
    } else {
        value_of(&STAGES, word.word)
            .ok_or_else(|| word.error("x or o (to move) or a stage of the opening is expected here"))?
    };
    let exists = match stage {
        Stage::Opening => !rules.deals_colours(),
        Stage::Choosing => rules.opening != Opening::None,
        Stage::Adding | Stage::ChoosingLast => rules.opening == Opening::Swap2,
        Stage::Predicting | Stage::PredictingSecond(_) => rules.set == RuleSet::Predicted,
        Stage::Play => true,
    };
    if exists { Ok(stage) } else { Err(word.error("this game has no such stage")) }
}

/// Whether there are as many stones as the stage has.
fn check_stage(position: &FivePosition, word: Word<'_>) -> Result<(), TextError> {
    let stones = position.moves();
    let (least, most) = match position.stage {
        Stage::Opening => (0, position.opening_stones() - 1),
        Stage::Choosing => (STONES_BEFORE_CHOICE, STONES_BEFORE_CHOICE),
        Stage::Adding => (STONES_BEFORE_CHOICE, STONES_BEFORE_LAST_CHOICE - 1),
        Stage::ChoosingLast => (STONES_BEFORE_LAST_CHOICE, STONES_BEFORE_LAST_CHOICE),
        Stage::Predicting | Stage::PredictingSecond(_) => (OPENING_STONES, OPENING_STONES),
        Stage::Play => (position.opening_stones(), position.rules.points()),
    };
    if (least..=most).contains(&stones) {
        Ok(())
    } else {
        Err(word.error(format!("there are {stones} stones, which this stage never has")))
    }
}

fn read_play(position: &mut FivePosition, words: &Words<'_>, stage: Word<'_>) -> Result<(), TextError> {
    let rules = position.rules;
    if rules.deals_colours() {
        if let Some(word) = words.black {
            return Err(word.error("the first player is always Black in this game"));
        }
    } else {
        let word = words.black.ok_or_else(|| stage.error("black=1 or black=2 is missing"))?;
        position.black = value_of(&[("1", Player::FIRST), ("2", Player::SECOND)], word.word)
            .ok_or_else(|| word.error("black is 1 or 2: the player who has Black"))?;
    }
    if rules.set == RuleSet::Predicted {
        read_predicted(position, words, stage)?;
    } else if let Some(word) = words.number.or(words.must).or(words.passed) {
        return Err(word.error("only the predicted game has this"));
    }
    let to_move = if stage.word == "x" { Colour::Black } else { Colour::White };
    if to_move != position.colour_to_move() {
        let [black, white] = Colour::ALL.map(|colour| position.board.stones(colour));
        return Err(stage.error(format!(
            "{} is not to move: there are {black} stones of Black and {white} of White",
            to_move.name()
        )));
    }
    Ok(())
}

fn read_predicted(position: &mut FivePosition, words: &Words<'_>, stage: Word<'_>) -> Result<(), TextError> {
    let number =
        words.number.ok_or_else(|| stage.error("move= with the number of the next move is missing"))?;
    // Two passes in a row end the game, so there are at most about as many passes as stones.
    let most = 2 * position.rules.points() + 2;
    position.moves = match number.word.parse::<u16>() {
        Ok(next) if (1..=most).contains(&usize::from(next)) => next - 1,
        _ => return Err(number.error(format!("a move has a number from 1 to {most}"))),
    };
    let must = words.must.ok_or_else(|| stage.error("must= (free, W, B, or e.g. W42) is missing"))?;
    position.contract = read_contract(must, position.rules.points())?;
    if let Contract::Obliged { limit: Some(limit), .. } = position.contract
        && position.moves() > limit.last_move()
    {
        return Err(number.error("the move is beyond the limit"));
    }
    position.passes = u8::from(words.passed.is_some());
    if let Some(word) = words.end
        && word.word == name_of(&ENDINGS, Ending::Passes)
    {
        if position.passes == 0 {
            return Err(word.error("the last move was no pass: passed is missing"));
        }
        position.passes += 1;
    }
    Ok(())
}

fn read_contract(word: Word<'_>, points: usize) -> Result<Contract, TextError> {
    const FORM: &str = "must is free, W or B, or these with a limit, e.g. W42 or B43.5";
    if word.word == "free" {
        return Ok(Contract::Free);
    }
    let (colour, number) = match (word.word.strip_prefix('B'), word.word.strip_prefix('W')) {
        (Some(number), _) => (Colour::Black, number),
        (_, Some(number)) => (Colour::White, number),
        _ => return Err(word.error(FORM)),
    };
    if number.is_empty() {
        return Ok(Contract::Obliged { colour, limit: None });
    }
    let (whole, half) = number.strip_suffix(".5").map_or((number, 0), |whole| (whole, 1));
    if whole.starts_with(['0', '+']) {
        return Err(word.error(FORM));
    }
    match whole.parse::<u16>() {
        Ok(whole) if (EARLIEST_FIVE..=points).contains(&usize::from(whole)) => {
            let limit = Limit::between(whole, whole + half);
            Ok(Contract::Obliged { colour, limit: Some(limit) })
        }
        Ok(_) => Err(word.error(format!("a limit is from {EARLIEST_FIVE} to {points}"))),
        Err(_) => Err(word.error(FORM)),
    }
}

/// Whether the stones can have been put in turn.
fn check_stones(position: &FivePosition, word: Word<'_>) -> Result<(), TextError> {
    let [black, white] = Colour::ALL.map(|colour| position.board.stones(colour));
    let moves = position.moves();
    let turns = [moves.div_ceil(2), moves / 2];
    let passes = [turns[0] as i32 - black as i32, turns[1] as i32 - white as i32];
    if passes[0] < 0 || passes[1] < 0 || (position.rules.set != RuleSet::Predicted && passes != [0, 0]) {
        return Err(word.error(format!(
            "stones out of turn: {black} of Black and {white} of White after {moves} moves"
        )));
    }
    // No pass before play, and no two in a row unless they end the game.
    let total = (passes[0] + passes[1]) as usize;
    let in_play = moves.saturating_sub(OPENING_STONES);
    let most = match position.passes {
        2.. => in_play.div_ceil(2) + 1,
        _ => in_play.div_ceil(2),
    };
    if position.rules.set == RuleSet::Predicted && (total > most || total > in_play) {
        return Err(word.error(format!("{total} passes in {in_play} moves are too many")));
    }
    if total < usize::from(position.passes)
        || (position.passes > 0 && passes[(moves + 1) % 2] == 0)
        || (position.passes == 0 && position.stage == Stage::Play && total > 0 && total == in_play)
    {
        return Err(word.error("the stones do not leave room for the passes"));
    }
    Ok(())
}

/// Reads why the game is over, and checks that it is or is not.
fn read_end(position: &mut FivePosition, end: Option<Word<'_>>, stage: Word<'_>) -> Result<(), TextError> {
    let last = position.colour_to_move().other();
    let wins = Colour::ALL.map(|colour| position.board.rows(colour).wins);
    if wins == [true, true] {
        return Err(stage.error("both colours have five"));
    }
    if wins[last.other().index()] {
        return Err(
            stage.error(format!("{} has five, and yet a move was made after it", last.other().name()))
        );
    }
    let ending = end
        .map(|word| {
            let names: Vec<_> = ENDINGS.iter().map(|(name, _)| *name).collect();
            value_of(&ENDINGS, word.word)
                .ok_or_else(|| word.error(format!("end is one of {}", names.join(", "))))
        })
        .transpose()?;
    let five = wins[last.index()];
    let full = position.board.empty() == 0;
    let limit = match position.contract {
        Contract::Obliged { limit: Some(limit), .. } => position.moves() == limit.last_move(),
        _ => false,
    };
    let word = end.unwrap_or(stage);
    let holds = match ending {
        None if five => {
            return Err(stage.error(format!("{} has five: the game is over (end=five)", last.name())));
        }
        None if full => return Err(stage.error("the board is full: the game is over (end=full)")),
        None if limit => return Err(stage.error("the limit is reached: the game is over (end=limit)")),
        None => true,
        Some(Ending::Five) => five && position.passes == 0,
        Some(Ending::Forbidden) => !five && position.passes == 0 && has_forbidden_stone(position, last),
        Some(Ending::Full) => !five && full && position.passes == 0,
        Some(Ending::Passes) => !five && position.passes > 1,
        Some(Ending::Limit) => !five && limit && !full,
    };
    if !holds {
        return Err(word.error("the game has not ended like that"));
    }
    let overlines = Colour::ALL.map(|colour| {
        position.rules.set.forbids(colour)
            && !wins[colour.index()]
            && position.board.rows(colour).longest > FIVE
    });
    for colour in Colour::ALL {
        if overlines[colour.index()] && (ending != Some(Ending::Forbidden) || colour != last) {
            return Err(stage.error(format!(
                "{} has an overline: the game is over (end=forbidden after it)",
                colour.name()
            )));
        }
    }
    position.ending = ending;
    Ok(())
}

/// Whether some stone of `colour` was forbidden when all the others stood.
fn has_forbidden_stone(position: &FivePosition, colour: Colour) -> bool {
    let set = position.rules.set;
    let table = ShapeTable::of(set);
    let mut lines = position.board.lines().clone();
    let stones: Vec<usize> = lines.stones(colour).collect();
    set.forbids(colour)
        && stones.into_iter().any(|point| {
            lines.toggle(point, colour);
            let found = forbidden::is_forbidden(&mut lines, table, point, colour);
            lines.toggle(point, colour);
            found
        })
}
