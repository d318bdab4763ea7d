//! Why encounters cannot be played on.

use thiserror::Error;

use super::LogError;
use crate::error::ArenaError;

/// Why encounters cannot be played on; what was played stays.
#[derive(Debug, Error)]
pub enum RunnerError {
    /// A player or a thread.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The finished games.
    #[error(transparent)]
    Log(#[from] LogError),
}
