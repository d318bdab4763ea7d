//! A file as memory.

use std::{fs::File, io, path::Path};

use memmap2::Mmap;

/// Maps a file for reading.
///
/// # Errors
/// If it cannot be opened or mapped.
#[allow(unsafe_code)]
pub(crate) fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: the mapping is sound as long as nobody changes or shortens the file under it. Programs of this
    // workspace never do: tables are written under a temporary name and renamed, so that a file with a table's
    // name is never written again; a mapping keeps the file it was made of even when the name passes to another.
    // Somebody else's program that edits the file in place may change the values that are read, which the checks
    // below every access bear (nothing that is read is trusted to be an index), or end this process by SIGBUS.
    unsafe { Mmap::map(&file) }
}
