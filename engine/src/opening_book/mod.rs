//! Opening books that damier makes for itself: what searches said of the first moves of a game, backed up from the ends of
//! the lines that were looked at.
//!
//! A book [grows](grow) by drop-out expansion (Lincke, *Strategies for the Automatic Construction of Opening Books*,
//! 2000): again and again the position is looked at that a game is likeliest to reach, all of its moves are searched,
//! and values are backed up to the start. An engine that has an [`OpeningBook`] plays by it without a search, as long
//! as the game stays inside.
//!
//! `docs/reference/book-format.md` is the specification of the file.

mod assessor;
mod book;
mod error;
mod file;
mod graph;
mod growth;
mod selection;
mod share;
#[cfg(test)]
mod tests;

pub use book::{BookMove, OpeningBook};
pub use error::BookError;
pub use file::{EXTENSION, MAGIC, VERSION};
pub use growth::{Completion, Grown, Plan, Watch, grow};
pub use share::Share;

use std::collections::BTreeMap;

/// What searches said of the legal moves of positions, by the positions' keys: a share for each move, in canonical
/// order, for the player who makes it.
type Entries = BTreeMap<u64, Vec<Share>>;

/// How the values of a book were found; they do not mix with others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Nodes or simulations of each search.
    pub nodes: u64,
    /// What the searches judged by: the net's file and its CRC-32, say.
    pub judge: String,
}

impl Terms {
    /// Bytes of `judge` that a file has room for.
    pub const MAX_JUDGE: usize = u8::MAX as usize;

    /// The terms as a file holds them: a longer `judge` is cut.
    fn stored(&self) -> Self {
        let judge = &self.judge;
        let most = Self::MAX_JUDGE.min(judge.len());
        let end = (0..=most).rfind(|end| judge.is_char_boundary(*end)).unwrap_or(0);
        Self { judge: judge[..end].to_owned(), ..*self }
    }
}
