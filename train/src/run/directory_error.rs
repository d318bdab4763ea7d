//! Why a directory cannot be used for a run.

use std::{
    io,
    path::{Path, PathBuf},
};

use damier_records::RecordError;
use thiserror::Error;

use super::config::ConfigError;
use crate::error::WRITING_REMEDY;

/// Why a directory cannot be used for a run.
#[derive(Debug, Error)]
pub enum DirectoryError {
    /// The file system refused.
    #[error("{path}: cannot be {action}: {source}; {remedy}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// `read` or `written`.
        action: &'static str,
        /// What to do about it.
        remedy: &'static str,
        /// The system's reason.
        source: io::Error,
    },
    /// The state file is not one.
    #[error("{path}: not a state file ({reason}); remove it, and the run derives it again")]
    State {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Another process works in it.
    #[error("{0}: another damier process works in this run; wait for it, or choose another --dir")]
    Busy(PathBuf),
    /// It is no run.
    #[error(
        "{0}: is a folder, and no run (it has no config.toml); give a configuration, or the folder of a run"
    )]
    NoRun(PathBuf),
    /// It holds something else.
    #[error("{path}: {reason}; choose another --dir, or remove this one")]
    Foreign {
        /// The directory.
        path: PathBuf,
        /// What it holds.
        reason: String,
    },
    /// Its configuration is damaged.
    #[error(
        "{0}; repair the file, or remove it and give the configuration that the run was started with: \
         `damier run CONFIG --dir DIR`"
    )]
    Config(ConfigError),
    /// Its games cannot be listed.
    #[error(transparent)]
    Records(#[from] RecordError),
    /// It belongs to another configuration.
    #[error(
        "{path}: this run was started with another configuration ({reason}); what is made already cannot be \
         changed: choose another --dir, or go on with `damier run {path}`"
    )]
    OtherConfig {
        /// The directory.
        path: PathBuf,
        /// The first key that differs.
        reason: String,
    },
}

impl DirectoryError {
    /// For [`Result::map_err`]: `path` cannot be read.
    pub(super) fn reading(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let (path, remedy) = (path.to_owned(), "check that it exists and may be read");
        move |source| Self::Io { path, action: "read", remedy, source }
    }

    /// For [`Result::map_err`]: `path` cannot be written.
    pub(super) fn writing(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let (path, remedy) = (path.to_owned(), WRITING_REMEDY);
        move |source| Self::Io { path, action: "written", remedy, source }
    }
}
