//! Files that are neither links nor devices.

use std::{
    fs::{self, Metadata},
    io,
    path::Path,
};

use super::WatchError;

/// Most bytes of a file that describes a match or a tournament, and of results that people wrote.
const MOST_TEXT_BYTES: u64 = 1 << 20;
/// Most bytes of a log of finished games.
const MOST_LOG_BYTES: u64 = 512 << 20;

/// Says whether there is something of a name, whatever it is.
pub(super) fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Looks at a file; `None` where there is none.
///
/// # Errors
/// It is a link, a device or a folder, or longer than `most` bytes.
fn look(path: &Path, most: u64) -> Result<Option<Metadata>, WatchError> {
    let found = match path.symlink_metadata() {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(WatchError::Io { path: path.to_owned(), source }),
    };
    if !found.is_file() {
        let reason = "is a link or no plain file, and is not followed; put the file itself there";
        return Err(WatchError::unfit(path, reason));
    }
    if found.len() > most {
        return Err(WatchError::unfit(
            path,
            format!("has more than {} MiB, the most that is read", most >> 20),
        ));
    }
    Ok(Some(found))
}

/// Looks at a log of finished games; `None` where there is none.
///
/// # Errors
/// It is no plain file, or too long.
pub(super) fn look_at_log(path: &Path) -> Result<Option<Metadata>, WatchError> {
    look(path, MOST_LOG_BYTES)
}

/// Looks at a file that is read whole; `None` where there is none.
///
/// # Errors
/// It is no plain file, or too long.
pub(super) fn look_at_text(path: &Path) -> Result<Option<Metadata>, WatchError> {
    look(path, MOST_TEXT_BYTES)
}

/// Reads a file whole; `None` where there is none.
///
/// # Errors
/// It is no plain file, is too long, or cannot be read.
pub(crate) fn read_plain(path: &Path) -> Result<Option<String>, WatchError> {
    if look_at_text(path)?.is_none() {
        return Ok(None);
    }
    fs::read_to_string(path).map(Some).map_err(|source| WatchError::Io { path: path.to_owned(), source })
}
