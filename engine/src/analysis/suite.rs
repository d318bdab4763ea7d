//! Test positions: one a line, in the manner of EPD.
//!
//! ```text
//! # a comment
//! W:W27,28,32:B16,18,23 bm 28-22; id "breakthrough";
//! ```
//! Behind the position, in the game's own form, operations may follow, each ended by a semicolon: `bm` (best
//! moves), `am` (moves to avoid), `id` (a name). Other operations of EPD are skipped. Lines that begin with `#`
//! are comments.

use damier_rules::{
    Game, History,
    epd::{operations, words},
    game::MoveOf,
};
use thiserror::Error;

const BEST: &str = "bm";
const AVOID: &str = "am";
const NAME: &str = "id";

/// A position with the moves that solve it.
#[derive(Clone, PartialEq, Debug)]
pub struct TestPosition<G: Game> {
    /// Its line in the file, from 1.
    pub line: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The position.
    pub position: G::Position,
    /// The moves of which one has to be found; none where any move will do.
    pub best: Vec<MoveOf<G>>,
    /// The moves that must not be made.
    pub avoid: Vec<MoveOf<G>>,
}

impl<G: Game> TestPosition<G> {
    /// Whether there is something to solve.
    pub fn has_solution(&self) -> bool {
        !(self.best.is_empty() && self.avoid.is_empty())
    }

    /// Whether a move solves it.
    pub fn is_solved_by(&self, mv: MoveOf<G>) -> bool {
        (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
    }
}

/// Why a text is not a suite.
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

/// Reads the test positions of a text.
///
/// # Errors
/// A line is none, a move is not legal, or the game is over in the position.
pub fn parse_suite<G: Game>(game: &G, text: &str) -> Result<Vec<TestPosition<G>>, SuiteError> {
    let mut suite = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}');
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let reader = LineReader { line, number: index + 1 };
        suite.push(reader.read(game)?);
    }
    Ok(suite)
}

struct LineReader<'t> {
    line: &'t str,
    number: usize,
}

impl LineReader<'_> {
    fn read<G: Game>(&self, game: &G) -> Result<TestPosition<G>, SuiteError> {
        let begin = self.line.len() - self.line.trim_start().len();
        let end = operations(self.line);
        let text = self.line[begin..end].trim_end();
        let position = game.parse_position(text).map_err(|error| SuiteError {
            line: self.number,
            column: self.column(begin) + error.column - 1,
            reason: format!("position {text:?}: {}", error.reason),
        })?;
        if History::new(&position).outcome(&position).is_some() {
            return Err(self.error(begin, "the game is over in this position; leave the line out"));
        }
        let mut test =
            TestPosition { line: self.number, name: None, position, best: Vec::new(), avoid: Vec::new() };
        let mut at = end;
        while at < self.line.len() {
            let rest = &self.line[at..];
            // A semicolon in quotes ends nothing.
            let mut quoted = false;
            let length = rest.find(|c| {
                quoted ^= c == '"';
                c == ';' && !quoted
            });
            let length = length.unwrap_or(rest.len());
            self.operation(game, &mut test, at, at + length)?;
            at += length + 1;
        }
        Ok(test)
    }

    /// Reads the operation in bytes `from..to`.
    fn operation<G: Game>(
        &self,
        game: &G,
        test: &mut TestPosition<G>,
        from: usize,
        to: usize,
    ) -> Result<(), SuiteError> {
        let mut operands = words(&self.line[..to], from);
        match operands.next() {
            Some((_, NAME)) => {
                let text: Vec<&str> = operands.map(|(_, word)| word).collect();
                test.name = Some(text.join(" ").trim_matches('"').to_owned()).filter(|name| !name.is_empty());
            }
            Some((at, name @ (BEST | AVOID))) => {
                let mut moves = Vec::new();
                for (at, word) in operands {
                    let mv = game.parse_move(&test.position, word).map_err(|error| {
                        self.error(at, format!("{word:?} is no move here: {}", error.reason))
                    })?;
                    moves.push(mv);
                }
                if moves.is_empty() {
                    return Err(self.error(at, format!("{name} needs at least one move behind it")));
                }
                if name == BEST { test.best = moves } else { test.avoid = moves }
            }
            _ => {}
        }
        Ok(())
    }

    fn column(&self, at: usize) -> usize {
        self.line[..at].chars().count() + 1
    }

    fn error(&self, at: usize, reason: impl Into<String>) -> SuiteError {
        SuiteError { line: self.number, column: self.column(at), reason: reason.into() }
    }
}
