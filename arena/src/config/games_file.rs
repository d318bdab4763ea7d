//! The file that the games of a match are written to.

use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use damier_engine::atomic_file;

use crate::error::ArenaError;

/// What the head of a game says about the event.
pub(super) const EVENT: &str = "damier match";

/// Finds out now rather than after the match that `path` has no folder to be in.
pub(super) fn check_folder(path: &Path) -> Result<(), ArenaError> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::read_dir(folder).map(drop).map_err(|error| ArenaError::Io {
        file: folder.to_owned(),
        action: "opening the folder for the games",
        error,
    })
}

/// Writes the games of a match that has ended. One that was broken off and goes on in its directory later writes them
/// then.
pub(super) fn write(
    path: Option<&Path>,
    directory: Option<&Path>,
    cancelled: &AtomicBool,
    texts: impl Iterator<Item = String>,
) -> Result<(), ArenaError> {
    let goes_on = directory.is_some() && cancelled.load(Ordering::Relaxed);
    let Some(path) = path.filter(|_| !goes_on) else { return Ok(()) };
    let text: String = texts.collect();
    atomic_file::write(path, text.as_bytes()).map_err(|error| ArenaError::Io {
        file: path.to_owned(),
        action: "writing",
        error,
    })
}
