//! Why a run cannot go on.

use std::path::PathBuf;

use damier_engine::net::NetError;
use damier_records::RecordError;
use damier_rules::TextError;
use damier_selfplay::{EndgameError, NetPlayError};
use thiserror::Error;

use super::directory_error::DirectoryError;
use crate::error::TrainError;

/// Why a run, or a part of one, cannot go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] TextError),
    /// The worker threads cannot be started.
    #[error("the worker threads cannot be started: {0}; lower `threads`, or end other programs")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The directory.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
    /// The records.
    #[error(transparent)]
    Records(#[from] RecordError),
    /// Endgame tables that cannot be used.
    #[error(transparent)]
    Tables(#[from] EndgameError),
    /// The training.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// A net.
    #[error(transparent)]
    Net(#[from] NetError),
    /// A file or folder that cannot be used.
    #[error("{path}: {reason}")]
    Refused {
        /// Which.
        path: PathBuf,
        /// Why, and what to do about it.
        reason: String,
    },
    /// Other machines that were to play games.
    #[error("{0}")]
    Remote(String),
    /// A match.
    #[error("a match cannot be played: {0}")]
    Match(String),
}

impl From<NetPlayError> for RunError {
    fn from(error: NetPlayError) -> Self {
        match error {
            NetPlayError::Net(error) => Self::Net(error),
            NetPlayError::Records(error) => Self::Records(error),
            NetPlayError::Tables(error) => Self::Tables(error),
            NetPlayError::Remote(reason) => Self::Remote(reason),
            error @ NetPlayError::Content(_) => Self::Remote(error.to_string()),
        }
    }
}
