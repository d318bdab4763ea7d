//! Which files a run has to have, by their checksums in its state.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use damier_files::sha256;

use super::{directory::RunDirectory, directory_error::DirectoryError, state::RunState};

/// How a file of a run was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// With the checksum that it was written with.
    Whole,
    /// With another one.
    Altered,
    /// Not at all.
    Missing,
    /// There, and no checksum is known of it.
    Unknown,
}

/// The SHA-256 of a file in hexadecimal digits; `None` where there is no file.
pub(super) fn checksum(path: &Path) -> Result<Option<String>, DirectoryError> {
    match fs::read(path) {
        Ok(content) => Ok(Some(sha256(&content))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(DirectoryError::reading(path)(source)),
    }
}

impl RunState {
    /// How a file is found.
    pub(super) fn find(&self, directory: &RunDirectory, path: &Path) -> Result<Found, DirectoryError> {
        let listed = self.files.get(&directory.name_of(path));
        Ok(match (listed, checksum(path)?) {
            (_, None) => Found::Missing,
            (None, Some(_)) => Found::Unknown,
            (Some(listed), Some(found)) if *listed == found => Found::Whole,
            (Some(_), Some(_)) => Found::Altered,
        })
    }

    /// Stores the present checksum of a file.
    pub(super) fn remember(&mut self, directory: &RunDirectory, path: &Path) -> Result<(), DirectoryError> {
        let name = directory.name_of(path);
        match checksum(path)? {
            Some(checksum) => self.files.insert(name, checksum),
            None => self.files.remove(&name),
        };
        Ok(())
    }

    /// The chunks of a generation of players that have to be there.
    pub(super) fn chunks_of(&self, directory: &RunDirectory, player: u32) -> Vec<PathBuf> {
        let start = format!("games/gen-{player:04}-chunk-");
        let names = self.files.keys().filter(|name| name.starts_with(&start));
        names.map(|name| directory.root().join(name)).collect()
    }
}
