//! Why games of a hall cannot be played on.

use thiserror::Error;

use super::LogError;
use crate::error::ArenaError;

/// Why games of a hall cannot be played on; what was played stays.
#[derive(Debug, Error)]
pub enum HallError {
    /// A player or a thread.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The finished games.
    #[error(transparent)]
    Log(#[from] LogError),
}
