//! Damaged chunks of a generation, set aside before their games are played again.

use std::path::Path;

use damier_records::{
    ChunkHeader, OnDamage, RecordError,
    folder::{list, set_aside},
    generation::check_identity,
    read_chunk,
    reader::read_header,
};

/// Sets the damaged chunks of a generation aside, so that their games are played again; `note` gets a line about each.
///
/// # Errors
/// If the folder cannot be listed, a file cannot be read or renamed, or one is no chunk that this program reads, or of
/// another run than `identity` says.
pub(crate) fn set_damaged_aside(
    folder: &Path,
    identity: &ChunkHeader,
    note: impl Fn(&str),
) -> Result<(), RecordError> {
    for (name, path) in list(folder)? {
        if name.generation != identity.generation {
            continue;
        }
        match read_chunk(&path, OnDamage::Refuse) {
            Ok(_) => {}
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
    Ok(())
}
