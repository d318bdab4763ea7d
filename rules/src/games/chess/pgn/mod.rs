//! Games as text: PGN, the Portable Game Notation.
//!
//! [`read`] and [`write`] are between text and [`PgnGame`]; files are the caller's business.

mod line;
mod reader;
mod writer;

pub use reader::read;
pub use writer::write;

use thiserror::Error;

use super::{chess_move::ChessMove, position::ChessPosition};
use crate::{outcome::Outcome, player::Player};

/// The tag that holds the result.
const RESULT: &str = "Result";
/// The tags that hold a start position.
const SET_UP: &str = "SetUp";
const FEN: &str = "FEN";
/// The tag that names Chess960, and its value.
const VARIANT: &str = "Variant";
const CHESS960: &str = "Chess960";

/// The result of a game, as PGN has it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum PgnResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, or nobody knows.
    #[default]
    Unknown,
}

impl PgnResult {
    const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown];

    /// How PGN writes it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    fn of_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.text() == text)
    }
}

impl From<Option<Outcome>> for PgnResult {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            Some(Outcome::Win(Player::FIRST)) => Self::WhiteWins,
            Some(Outcome::Win(_)) => Self::BlackWins,
            Some(Outcome::Draw) => Self::Draw,
            _ => Self::Unknown,
        }
    }
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// Tags in their order, names and values. `Result`, `SetUp` and `FEN` are not among them: they are said by
    /// the other fields.
    pub tags: Vec<(String, String)>,
    /// Where the game begins.
    pub start: ChessPosition,
    /// What was played.
    pub line: Line,
    /// How it ended.
    pub result: PgnResult,
}

impl PgnGame {
    /// A game without moves.
    pub fn new(start: ChessPosition) -> Self {
        Self { tags: Vec::new(), start, line: Line::default(), result: PgnResult::default() }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The moves that were played, without variations.
    pub fn moves(&self) -> impl Iterator<Item = ChessMove> {
        self.line.moves.iter().map(|played| played.mv)
    }
}

/// Moves one after the other.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Line {
    /// What is said before the first of them; several comments are joined, white space is single spaces.
    pub comment: String,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

/// A move with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// The move.
    pub mv: ChessMove,
    /// Numeric annotation glyphs; 1 to 6 are `!`, `?`, `!!`, `??`, `!?` and `?!`.
    pub nags: Vec<u8>,
    /// What is said after it; like [`Line::comment`].
    pub comment: String,
    /// What might have been played instead.
    pub variations: Vec<Line>,
}

impl From<ChessMove> for PgnMove {
    fn from(mv: ChessMove) -> Self {
        Self { mv, nags: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

/// Why a text is not PGN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("PGN, line {line}, column {column}: {reason}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The reason, and the remedy where there is one.
    pub reason: String,
}
