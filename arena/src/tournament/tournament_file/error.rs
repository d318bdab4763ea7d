//! Why a file describes no tournament.

use std::path::PathBuf;

use thiserror::Error;

use crate::pairing::EventError;

/// Why a file describes no tournament.
#[derive(Debug, Error)]
pub enum TournamentFileError {
    /// It cannot be read.
    #[error("{path}: cannot be read: {source}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is not TOML, has an unknown key, or a value of the wrong type.
    #[error("{path}, line {line}: {reason}", path = path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A value that cannot be.
    #[error("{path}: {key}: {reason}", path = path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// The key.
        key: &'static str,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// Players or a format that do not suit.
    #[error("{path}: {source}", path = path.display())]
    Event {
        /// The file.
        path: PathBuf,
        /// Why.
        source: EventError,
    },
}
