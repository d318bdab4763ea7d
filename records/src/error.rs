//! What can go wrong with records.

use std::{io, path::PathBuf};

use thiserror::Error;

/// Why records could not be read, written or believed. One line each: file, place, remedy.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file system refused.
    #[error("{}: cannot {action}: {source}; {remedy}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried: "read", "write" …
        action: &'static str,
        /// What to do about it.
        remedy: &'static str,
        /// The reason.
        source: io::Error,
    },
    /// The file is not a chunk that this program can read.
    #[error("{}: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead, and the remedy.
        reason: String,
    },
    /// The file is a chunk, but part of it is missing or changed.
    #[error("{}: damaged at byte {offset}: {reason}; {remedy}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damaged part begins, in bytes from the start of the file.
        offset: u64,
        /// What is wrong.
        reason: String,
        /// What to do about it.
        remedy: &'static str,
    },
    /// A record that does not follow the rules of its game.
    #[error("game {game}, ply {ply}: {reason}")]
    Invalid {
        /// The game's index within its generation.
        game: u64,
        /// The ply, from 0; the number of plies where the end of the game is concerned.
        ply: usize,
        /// What is wrong.
        reason: String,
    },
}

impl RecordError {
    pub(crate) fn invalid(game: u64, ply: usize, reason: impl Into<String>) -> Self {
        Self::Invalid { game, ply, reason: reason.into() }
    }
}
