//! Folders that one process at a time works in.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use damier_files::{FolderLock, folder_lock::LOCK_FILE};
use thiserror::Error;

/// Why a folder cannot be worked in.
#[derive(Debug, Error)]
pub enum FolderError {
    /// Another process works there.
    #[error("{folder}: another damier process works in this folder; wait until it has ended", folder = folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The file system refused.
    #[error("{path}: {action} failed: {source}", path = path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// Why.
        source: io::Error,
    },
}

/// Makes `folder` where it is missing and keeps others out of it until the lock is dropped.
///
/// # Errors
/// Another process works there, or the file system refuses.
pub(crate) fn lock(folder: &Path) -> Result<FolderLock, FolderError> {
    let failed = |path: PathBuf, action| move |source| FolderError::Io { path, action, source };
    fs::create_dir_all(folder).map_err(failed(folder.to_owned(), "making the folder"))?;
    let lock = FolderLock::take(folder).map_err(failed(folder.join(LOCK_FILE), "locking"))?;
    lock.ok_or_else(|| FolderError::Busy { folder: folder.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_is_in_a_folder() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("new/one");
        let held = lock(&folder).expect("free");
        assert!(
            lock(&folder).is_err_and(|error| error.to_string().contains("new/one: another damier process"))
        );
        drop(held);
        assert!(lock(&folder).is_ok());
        fs::write(parent.path().join("file"), "").expect("written");
        let error = lock(&parent.path().join("file")).expect_err("no folder");
        assert!(error.to_string().contains("making the folder failed"), "{error}");
    }
}
