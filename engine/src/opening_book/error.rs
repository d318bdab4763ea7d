//! Why a book is refused.

use std::{io, path::PathBuf};

use thiserror::Error;

use super::Terms;
use crate::net::NetError;
use damier_files::binary_file::Defect;

/// Why a book cannot be read, grown or written: one line with place and remedy.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file system refuses.
    #[error("{}: {action} the opening book: {source}; {remedy}", path.display())]
    Io {
        /// The book's file.
        path: PathBuf,
        /// What was to be done.
        action: &'static str,
        /// What to do about it.
        remedy: &'static str,
        /// What the system says.
        source: io::Error,
    },
    /// The file is no sound book of the game.
    #[error("{}: {defect}", path.display())]
    File {
        /// The book's file.
        path: PathBuf,
        /// What is wrong; fields are those of `docs/reference/book-format.md`.
        defect: Defect,
    },
    /// The book does not fit the rules.
    #[error(
        "{}: position {key:016x} has {found} moves in the opening book and {expected} by the rules: another version of the \
         rules made it, so grow it anew", path.display()
    )]
    Moves {
        /// The book's file.
        path: PathBuf,
        /// The position's key.
        key: u64,
        /// Moves in the book.
        found: usize,
        /// Legal moves.
        expected: usize,
    },
    /// The book was grown in another way than it is to go on.
    #[error(
        "{}: this opening book was grown with {} nodes a move by {}, not with {} by {}: values of both kinds do not compare, \
         so give the same net and nodes, or another file", path.display(), found.nodes, found.judge, wanted.nodes, wanted.judge
    )]
    Terms {
        /// The book's file.
        path: PathBuf,
        /// How it was grown.
        found: Terms,
        /// How it is to go on.
        wanted: Terms,
    },
    /// Values of more than two players are not backed up.
    #[error("{game} is played by {players}: opening books are for games of two")]
    Players {
        /// The game.
        game: String,
        /// Its players.
        players: usize,
    },
    /// The net does not fit.
    #[error(transparent)]
    Net(#[from] NetError),
}
