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

    /// Locks `folder`, which has to exist, as soon as no other process has it.
    ///
    /// # Errors
    /// If the lock file cannot be made.
    pub fn wait(folder: &Path) -> io::Result<Self> {
        let file = File::create(folder.join(LOCK_FILE))?;
        file.lock()?;
        Ok(Self { _file: file })
    }

    /// Returns whether some process has `folder` locked, without taking the lock for a moment: what `/proc/locks` says.
    /// `None` where that cannot be told: outside Linux, or where the kernel lists no locks.
    pub fn is_held(folder: &Path) -> Option<bool> {
        held(&folder.join(LOCK_FILE))
    }
}

/// See [`FolderLock::is_held`]. A line of `/proc/locks` has the device and the inode as `08:02:1234`, of which only the
/// inode is compared: some file systems show another device to programs than the kernel lists.
#[cfg(target_os = "linux")]
fn held(lock: &Path) -> Option<bool> {
    use std::os::unix::fs::MetadataExt as _;

    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let Ok(file) = std::fs::metadata(lock) else { return Some(false) };
    let inode = format!(":{}", file.ino());
    let is_on_it = |line: &str| {
        let mut words = line.split_ascii_whitespace();
        let is_flock = words.by_ref().any(|word| word == "FLOCK");
        is_flock && words.any(|word| word.ends_with(&inode))
    };
    Some(locks.lines().any(is_on_it))
}

#[cfg(not(target_os = "linux"))]
fn held(_: &Path) -> Option<bool> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = FolderLock::take(folder.path()).expect("possible").expect("free");
        assert!(FolderLock::take(folder.path()).expect("possible").is_none());
        assert_ne!(FolderLock::is_held(folder.path()), Some(false));
        drop(first);
        assert_ne!(FolderLock::is_held(folder.path()), Some(true));
        assert!(FolderLock::take(folder.path()).expect("possible").is_some());
    }

    #[test]
    fn who_waits_has_it_after_the_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = FolderLock::wait(folder.path()).expect("possible");
        let path = folder.path().to_owned();
        let waiting = std::thread::spawn(move || FolderLock::wait(&path).expect("possible"));
        drop(first);
        let second = waiting.join().expect("it ends");
        assert!(FolderLock::take(folder.path()).expect("possible").is_none());
        drop(second);
        assert!(FolderLock::take(folder.path()).expect("possible").is_some());
    }
}
