//! Test positions: one a line, in the manner of EPD.
//!
//! ```text
//! # a comment
//! W:W27,28,32:B16,18,23 bm 28-22; id "breakthrough";
//! ```
//! Behind the position, in the game's own form, operations may follow, each ended by a semicolon: `bm` (best
//! moves), `am` (moves to avoid), `id` (a name), `hmvc` and `fmvn` (counters). Other operations are skipped. Lines
//! that begin with `#` are comments.

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, History, Notation,
    NotationFormat::Native,
    epd::{self, Fault, Operation},
};
use thiserror::Error;

const BEST: &str = "bm";
const AVOID: &str = "am";
const NAME: &str = "id";
/// Signs that some write apart from a move.
const SIGNS: &str = "+#!?";

/// A position with the moves that solve it.
#[derive(Clone, PartialEq, Debug)]
pub struct TestPosition {
    /// Its line in the file, from 1.
    pub line: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The position.
    pub position: AnyPosition,
    /// The moves of which one has to be found; none where any move will do.
    pub best: Vec<AnyMove>,
    /// The moves that must not be made.
    pub avoid: Vec<AnyMove>,
}

impl TestPosition {
    /// Whether there is something to solve.
    pub fn has_solution(&self) -> bool {
        !(self.best.is_empty() && self.avoid.is_empty())
    }

    /// Whether a move solves it.
    pub fn is_solved_by(&self, mv: AnyMove) -> bool {
        (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
    }
}

/// A line that holds no test position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct SuiteError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The reason, and the remedy.
    pub reason: String,
}

/// The test positions of a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Suite {
    /// The test positions, in their order.
    pub positions: Vec<TestPosition>,
    /// The lines that are none: a position or a solution is not legal, or the game is over.
    pub left_out: Vec<SuiteError>,
}

/// Reads the test positions of a text. Lines that are none are left out and told.
pub fn parse_suite(game: &AnyGame, text: &str) -> Suite {
    let mut suite = Suite { positions: Vec::new(), left_out: Vec::new() };
    for (number, line) in epd::lines(text) {
        match read_line(game, number, line) {
            Ok(test) => suite.positions.push(test),
            Err(fault) => suite.left_out.push(SuiteError {
                line: number,
                column: line[..fault.at].chars().count() + 1,
                reason: fault.reason,
            }),
        }
    }
    suite
}

fn read_line(game: &AnyGame, number: usize, line: &str) -> Result<TestPosition, Fault> {
    let (position, operations) = epd::read(game, line)?;
    if History::new(&position).outcome(&position).is_some() {
        let at = line.len() - line.trim_start().len();
        return Err(Fault { at, reason: "the game is over in this position; leave the line out".to_owned() });
    }
    let mut test = TestPosition { line: number, name: None, position, best: Vec::new(), avoid: Vec::new() };
    for operation in &operations {
        match operation.name {
            NAME => test.name = name_of(operation),
            BEST => test.best.extend(moves(game, &test.position, operation)?),
            AVOID => test.avoid.extend(moves(game, &test.position, operation)?),
            _ => {}
        }
    }
    Ok(test)
}

/// The name that an operation gives; `None` where it gives none.
fn name_of(operation: &Operation<'_>) -> Option<String> {
    let words: Vec<&str> = operation.operands.iter().map(|(_, word)| *word).collect();
    Some(words.join(" ").trim_matches('"').to_owned()).filter(|name| !name.is_empty())
}

/// Reads the moves of an operation. Signs that stand apart from them, such as `+`, say nothing.
fn moves(game: &AnyGame, position: &AnyPosition, operation: &Operation<'_>) -> Result<Vec<AnyMove>, Fault> {
    let named = operation.operands.iter().map(|(at, word)| (*at, word.trim_end_matches(',')));
    let named = named.filter(|(_, word)| !word.chars().all(|c| SIGNS.contains(c)));
    let read = named.map(|(at, word)| {
        let refused = |error: damier_rules::TextError| format!("{word:?} is no move here: {}", error.reason);
        game.parse_move(Native, position, word).map_err(|error| Fault { at, reason: refused(error) })
    });
    read.collect()
}
