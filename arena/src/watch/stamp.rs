//! What tells that a folder has changed.

use std::{fs::Metadata, path::Path, time::SystemTime};

use super::{
    Kind, WatchError,
    plain_file::{look_at_log, look_at_text},
};

/// Lengths and times of the files of a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stamp {
    fixed: Vec<Option<FileStamp>>,
    log: Option<FileStamp>,
}

/// Length and time of the last change.
type FileStamp = (u64, Option<SystemTime>);

impl Stamp {
    /// Looks at the files of a match, a tournament or a league.
    ///
    /// # Errors
    /// The folder holds none, or one of the files is no plain file, or too long.
    pub fn of_folder(folder: &Path) -> Result<Self, WatchError> {
        Self::of(folder, Kind::find(folder)?)
    }

    /// Looks at the files of what a folder holds.
    ///
    /// # Errors
    /// One of them is no plain file, or too long.
    pub(super) fn of(folder: &Path, kind: Kind) -> Result<Self, WatchError> {
        let stamp = |found: Metadata| (found.len(), found.modified().ok());
        let fixed = kind.fixed_files().iter();
        let fixed = fixed.map(|name| Ok(look_at_text(&folder.join(name))?.map(stamp)));
        Ok(Self {
            fixed: fixed.collect::<Result<_, WatchError>>()?,
            log: look_at_log(&folder.join(kind.log_file()))?.map(stamp),
        })
    }

    /// Returns the bytes of the log of finished games.
    pub fn log_bytes(&self) -> u64 {
        self.log.map_or(0, |(bytes, _)| bytes)
    }

    /// Says whether there is a log that has begun.
    pub(super) fn has_log(&self) -> bool {
        self.log_bytes() > 0
    }

    /// Says whether all files but the log are as in another stamp.
    pub(super) fn has_same_fixed(&self, other: &Self) -> bool {
        self.fixed == other.fixed
    }
}
