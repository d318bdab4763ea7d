//! Which runs there are, and that no name leads out of their folder.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use axum::http::StatusCode;
use damier_train::run::RunDirectory;

use crate::{error::ApiError, folder_name::is_plain, watchers::Watchers};

/// Most runs of a list.
const MOST_RUNS: usize = 500;

/// The folder of the runs, and those who watch some of them.
pub(crate) struct Runs {
    root: Option<PathBuf>,
    pub(crate) watchers: Watchers,
}

/// What a folder of runs holds.
#[derive(Default)]
pub(crate) struct Listing {
    /// The runs, by name.
    pub(crate) runs: Vec<String>,
    /// Folders that are no runs, by name.
    pub(crate) others: Vec<String>,
    /// Folders that were left out because there are too many.
    pub(crate) left_out: usize,
}

/// The folder of one run, within the folder of the runs.
pub(crate) struct RunFolder {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    /// Without symbolic links.
    real: PathBuf,
}

impl Runs {
    /// Creates the store of a folder, which need not exist.
    pub(crate) fn new(root: Option<PathBuf>) -> Self {
        Self { root, watchers: Watchers::of("runs") }
    }

    /// Returns the folder as it was given.
    pub(crate) fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// Lists the folder; `None` where there is none.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn list(&self) -> Result<Option<Listing>, ApiError> {
        let Some(root) = &self.root else { return Ok(None) };
        let entries = match fs::read_dir(root) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                let message = format!("{}: cannot be listed: {error}; check its permissions", root.display());
                return Err(ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, message));
            }
        };
        let folders = entries.flatten().filter(|entry| entry.path().is_dir());
        let mut names: Vec<String> = folders
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| is_plain(name))
            .collect();
        names.sort_unstable();
        let left_out = names.len().saturating_sub(MOST_RUNS);
        names.truncate(MOST_RUNS);
        let (runs, others) = names.into_iter().partition(|name| RunDirectory::is_run(&root.join(name)));
        Ok(Some(Listing { runs, others, left_out }))
    }

    /// Returns the folder of a run.
    ///
    /// # Errors
    /// There is none of that name, or it leads out of the folder of the runs.
    pub(crate) fn find(&self, name: &str) -> Result<RunFolder, ApiError> {
        let none = || {
            let message = "there is no run of that name; /api/v1/runs lists those that there are";
            ApiError { at: Some("run".to_owned()), ..ApiError::new(StatusCode::NOT_FOUND, message) }
        };
        let root = self.root.as_ref().filter(|_| is_plain(name)).ok_or_else(none)?;
        let path = root.join(name);
        let (Ok(real_root), Ok(real)) = (root.canonicalize(), path.canonicalize()) else {
            return Err(none());
        };
        let folder = RunFolder { name: name.to_owned(), path, real };
        if folder.real.parent() != Some(&real_root) {
            return Err(leads_out(name));
        }
        if !folder.real.is_dir() { Err(none()) } else { Ok(folder) }
    }
}

impl RunFolder {
    /// Returns the path of something in the folder; what is not there is left to the reader.
    ///
    /// # Errors
    /// A symbolic link leads out of the folder.
    pub(crate) fn within(&self, path: PathBuf) -> Result<PathBuf, ApiError> {
        match path.canonicalize() {
            Ok(real) if !real.starts_with(&self.real) => Err(leads_out(&self.name)),
            _ => Ok(path),
        }
    }
}

fn leads_out(name: &str) -> ApiError {
    let message =
        format!("{name} leads out of the folder of the runs by a symbolic link; give that folder to --runs");
    ApiError { at: Some("run".to_owned()), ..ApiError::new(StatusCode::FORBIDDEN, message) }
}
