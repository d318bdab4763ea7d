//! Files that one process writes at a time.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
};

use crate::atomic_file::{folder_of, is_at};

/// Lock of a file against other processes, until it is dropped or the process ends.
///
/// The lock is an empty file beside it, for the file itself is replaced whenever it is written. A killed process leaves
/// the lock's file behind, and the next one takes it.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    _file: File,
}

impl FileLock {
    /// Locks the file at `path`, which need not exist yet; `None` while another process has it.
    ///
    /// # Errors
    /// If the lock file cannot be made.
    pub fn take(path: &Path) -> io::Result<Option<Self>> {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        // By its checksum, because the name itself may be as long as names can be.
        let lock = folder_of(path).join(format!(".damier-{:08x}.lock", crc32fast::hash(name)));
        loop {
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(&lock)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &lock) => return Ok(Some(Self { path: lock, _file: file })),
                // Its last holder removed it between the two.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // What stays behind does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_nothing_stays_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, other) = (folder.path().join("net.dmn"), folder.path().join("other.dmn"));
        let first = FileLock::take(&path).expect("possible").expect("free");
        assert!(FileLock::take(&path).expect("possible").is_none());
        assert!(FileLock::take(&other).expect("possible").is_some(), "another file");
        drop(first);
        assert!(FileLock::take(&path).expect("possible").is_some());
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 0);
    }
}
