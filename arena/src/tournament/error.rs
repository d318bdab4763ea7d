//! Why a tournament cannot begin or go on.

use std::{
    io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::{SheetError, SummaryError, TournamentFileError, folder::CONFIG_FILE};
use crate::{error::ArenaError, pairing::EventError, play::LogError, work_folder::FolderError};

/// Why a tournament cannot begin or go on.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The file that describes it.
    #[error(transparent)]
    File(#[from] TournamentFileError),
    /// A player or an opening.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The finished games.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The results that people wrote.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// A round that cannot be paired.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The summary of the games so far.
    #[error(transparent)]
    Summary(#[from] SummaryError),
    /// The folder is of another tournament.
    #[error(
        "{folder}: was begun with another {CONFIG_FILE}: {difference}; choose another folder, or go on with the file that \
         lies in it",
        folder = folder.display()
    )]
    Other {
        /// The folder.
        folder: PathBuf,
        /// The first line that differs.
        difference: String,
    },
    /// The folder of no tournament, with a file that one would overwrite.
    #[error(
        "{folder}: has a file {name}, which the tournament would overwrite, and no {CONFIG_FILE}; choose another folder",
        folder = folder.display()
    )]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// The file.
        name: &'static str,
    },
    /// A folder that cannot be worked in now.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The file system refused.
    #[error("{path}: {action} failed: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// Why.
        source: io::Error,
    },
}

/// For [`Result::map_err`]: what was tried with `path` failed.
pub(super) fn failed(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> TournamentError {
    let path = path.to_owned();
    move |source| TournamentError::Io { path, action, source }
}
