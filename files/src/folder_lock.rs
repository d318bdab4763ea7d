//! Folders in which one process works at a time.

use std::{
    fs::{File, TryLockError},
    io,
    path::Path,
};

/// Name of the file that is locked; it stays behind, unlocked and empty.
pub const LOCK_FILE: &str = "lock";

/// Lock of a folder against other processes, until it is dropped or the process ends.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Locks `folder`, which has to exist; `None` while another process has it.
    ///
    /// # Errors
    /// If the lock file cannot be made.
    pub fn take(folder: &Path) -> io::Result<Option<Self>> {
        let file = File::create(folder.join(LOCK_FILE))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = FolderLock::take(folder.path()).expect("possible").expect("free");
        assert!(FolderLock::take(folder.path()).expect("possible").is_none());
        drop(first);
        assert!(FolderLock::take(folder.path()).expect("possible").is_some());
    }
}
