//! What a folder holds of a generation.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use damier_records::{
    ChunkHeader, OnDamage, RecordError,
    folder::{list, set_aside},
    generation::check_identity,
    read_chunk,
    reader::read_header,
};

use crate::shelf::{Digest, digest};

/// The games and chunks of a generation that a folder holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// The games, by their index.
    pub(crate) games: BTreeMap<u64, Digest>,
    /// The numbers of the chunks.
    pub(crate) chunks: BTreeSet<u32>,
}

impl Found {
    /// Reads the chunks of a generation. Damaged ones are set aside, so that their games are played again; `note` gets a
    /// line about each.
    ///
    /// # Errors
    /// If the folder cannot be listed, a file cannot be read or renamed, or one is no chunk that this program reads, or
    /// of another run than `identity` says.
    pub(crate) fn read(
        folder: &Path,
        identity: &ChunkHeader,
        note: &dyn Fn(&str),
    ) -> Result<Self, RecordError> {
        let mut found = Self::default();
        for (name, path) in list(folder)? {
            if name.generation != identity.generation {
                continue;
            }
            match read_chunk(&path, OnDamage::Refuse) {
                Ok(chunk) => {
                    check_identity(&path, identity, &chunk.header)?;
                    found.chunks.insert(name.chunk);
                    found.games.extend(chunk.records.iter().map(|record| (record.index, digest(record))));
                }
                Err(RecordError::Damaged { offset, reason, .. }) => {
                    if let Ok(header) = read_header(&path) {
                        check_identity(&path, identity, &header)?;
                    }
                    let aside = set_aside(&path)?;
                    note(&format!(
                        "{}: damaged at byte {offset} ({reason}); it is kept as {}, and its games are played again",
                        path.display(),
                        aside.file_name().unwrap_or_default().display()
                    ));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }
}
