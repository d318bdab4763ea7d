//! Games of a generation that were played elsewhere: checked, and taken over.

use std::{ops::AddAssign, path::Path};

use damier_records::{
    ChunkHeader, OnDamage, RecordError, folder::list, generation::check_identity, read_chunk,
};
use damier_rules::Game;

use crate::{
    journal,
    remote::Verifier,
    shelf::{Put, Shelf},
};

/// What was taken over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Imported {
    /// Games that were missing.
    pub new: u64,
    /// Games that were there already, with the same bytes.
    pub again: u64,
    /// Games that are not wanted.
    pub unwanted: u64,
}

impl AddAssign for Imported {
    fn add_assign(&mut self, more: Self) {
        self.new += more.new;
        self.again += more.again;
        self.unwanted += more.unwanted;
    }
}

/// Takes over the games of a generation that `folder` holds, unfinished chunks included. Each has to be of the same run,
/// to have the seed and the opening that follow from its index, and to obey the rules. `note` gets a line for each damaged
/// block, which is left out.
///
/// # Errors
/// If the folder cannot be read or holds no game of the generation, or for the first game that is refused; those before it
/// stay.
pub(crate) fn import<G: Game>(
    verifier: &Verifier<'_, G>,
    identity: &ChunkHeader,
    folder: &Path,
    shelf: &Shelf<'_>,
    note: &dyn Fn(&str),
) -> Result<Imported, RecordError> {
    let mut imported = Imported::default();
    let mut any = false;
    for (name, path) in list(folder)?.into_iter().chain(journal::list(folder)?) {
        if name.generation != identity.generation {
            continue;
        }
        any = true;
        let chunk = if path.extension().is_some_and(|extension| extension == journal::EXTENSION) {
            journal::read(&path)?
        } else {
            read_chunk(&path, OnDamage::Skip)?
        };
        check_identity(&path, identity, &chunk.header)?;
        for damage in &chunk.damage {
            note(&format!(
                "{}: damaged at byte {} ({}); the games in there are left out",
                path.display(),
                damage.offset,
                damage.reason
            ));
        }
        for record in chunk.records {
            verifier.check(&record).map_err(|reason| RecordError::Foreign {
                path: path.clone(),
                reason: format!("{reason}; remove the file"),
            })?;
            let index = record.index;
            match shelf.put(record)? {
                Put::New => imported.new += 1,
                Put::Again => imported.again += 1,
                Put::Unwanted => imported.unwanted += 1,
                Put::Different => {
                    let reason = format!(
                        "game {index} differs from the one that is there already; one of the two machines computes \
                         wrongly or had another program: remove the wrong files"
                    );
                    return Err(RecordError::Foreign { path, reason });
                }
            }
        }
    }
    if any {
        return Ok(imported);
    }
    let reason = format!(
        "holds no games of generation {}; give the folder that they were played into",
        identity.generation
    );
    Err(RecordError::Foreign { path: folder.to_owned(), reason })
}
