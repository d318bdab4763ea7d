//! The files of a fleet's folder, each written whole or not at all.

use std::{
    fs,
    path::{Path, PathBuf},
};

use damier_files::{FolderLock, atomic_file, folder_lock::LOCK_FILE};
use nkeys::KeyPair;

use super::{FolderError, KEYS};
use crate::access::public_key;

/// Locks a folder against other commands, as soon as they are done.
pub(super) fn lock(folder: &Path) -> Result<FolderLock, FolderError> {
    FolderLock::wait(folder).map_err(FolderError::writing(&folder.join(LOCK_FILE)))
}

/// Makes a folder where there is none.
pub(super) fn make_folder(path: &Path) -> Result<(), FolderError> {
    fs::create_dir_all(path).map_err(FolderError::writing(path))
}

/// Checks that a folder has no files but those that an earlier command left unfinished.
pub(super) fn check_empty(folder: &Path) -> Result<(), FolderError> {
    for entry in fs::read_dir(folder).map_err(FolderError::reading(folder))? {
        let name = entry.map_err(FolderError::reading(folder))?.file_name();
        if name != LOCK_FILE && !name.as_encoded_bytes().starts_with(b".damier-") {
            return Err(FolderError::Foreign(folder.to_owned()));
        }
    }
    Ok(())
}

pub(super) fn read_text(path: &Path) -> Result<String, FolderError> {
    fs::read_to_string(path).map_err(FolderError::reading(path))
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), FolderError> {
    atomic_file::write(path, text.as_bytes()).map_err(FolderError::writing(path))
}

/// Writes a file that the owner alone may read.
pub(super) fn write_secret(path: &Path, text: &str) -> Result<(), FolderError> {
    atomic_file::write_secret(path, text.as_bytes()).map_err(FolderError::writing(path))
}

/// Returns the file of the seed of a worker or of the coordinator.
pub(super) fn key_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(KEYS).join(format!("{name}.nk"))
}

/// Makes a new NKEY of a user, writes its seed to a file that the owner alone may read, and returns the public key.
pub(super) fn new_seed(path: &Path) -> Result<String, FolderError> {
    let pair = KeyPair::new_user();
    let seed = pair.seed().map_err(|_| FolderError::Seed(path.to_owned()))?;
    write_secret(path, &format!("{seed}\n"))?;
    Ok(pair.public_key())
}

/// Reads a seed that [`new_seed`] wrote.
pub(super) fn read_seed(path: &Path) -> Result<String, FolderError> {
    let seed = read_text(path)?.trim().to_owned();
    if public_key(&seed).is_some() { Ok(seed) } else { Err(FolderError::Seed(path.to_owned())) }
}
