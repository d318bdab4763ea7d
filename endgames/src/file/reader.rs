//! Reading a table, believing nothing.

use std::{fs, path::Path};

use damier_files::binary_file::{CHECKSUM_BYTES, Cursor, Defect};
use damier_rules::EndingValue;

use super::{ENTRY_BYTES, FIRST_PLACE, Identity, MAGIC, VERSION};
use crate::{
    block::{BLOCK, decode},
    counts::Counts,
    error::EndgameError,
};

/// The values of a slice, with its file in memory: one that is cut or written over while it is in use changes nothing.
#[derive(Debug)]
pub(crate) struct Table {
    bytes: Box<[u8]>,
    parts: Vec<Part>,
}

/// Where the values of a part are in the file.
#[derive(Clone, Copy, Debug)]
struct Part {
    numbers: u64,
    counts: Counts,
    directory: usize,
    data: usize,
    end: usize,
}

impl Table {
    /// Reads a file and checks all of it.
    ///
    /// # Errors
    /// It cannot be read, or is not a whole, sound table of the given slice.
    pub(crate) fn open(path: &Path, identity: Identity<'_>) -> Result<Self, EndgameError> {
        let bytes = fs::read(path).map_err(|source| EndgameError::Io {
            path: path.to_owned(),
            action: "reading",
            remedy: "check that it is a table's file and may be read",
            source,
        })?;
        let parts = checked(&bytes, identity)
            .map_err(|defect| EndgameError::File { file: path.to_owned(), defect })?;
        Ok(Self { bytes: bytes.into_boxed_slice(), parts })
    }

    /// The value of a number; `None` where there is no such number. A number without a position has some value.
    #[inline]
    pub(crate) fn value(&self, part: usize, index: u64) -> Option<EndingValue> {
        let part = self.parts.get(part)?;
        if index >= part.numbers {
            return None;
        }
        let bytes: &[u8] = &self.bytes;
        let (block, at) = ((index / BLOCK as u64) as usize, (index % BLOCK as u64) as u8);
        let entry = entry(bytes.get(part.directory..part.data)?, block)?;
        match entry.checked_sub(FIRST_PLACE) {
            None => EndingValue::ALL.get(entry as usize).copied(),
            Some(place) => decode(bytes.get(part.data..part.end)?.get(place as usize..)?, at),
        }
    }

    /// How many positions of a part have which value.
    pub(crate) fn counts(&self) -> impl Iterator<Item = Counts> + '_ {
        self.parts.iter().map(|part| part.counts)
    }

    /// The length of the file in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }
}

fn entry(directory: &[u8], block: usize) -> Option<u32> {
    let bytes = directory.get(block * ENTRY_BYTES..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes))
}

/// What to do about a damaged file.
const REMEDY: &str = "delete it and build it again, or copy it again";

/// Where the parts of a table are; all of the file is looked at.
fn checked(content: &[u8], identity: Identity<'_>) -> Result<Vec<Part>, Defect> {
    let mut cursor = Cursor::new(content, REMEDY);
    let parts = parts(&mut cursor, identity)?;
    cursor.checksum()?;
    for part in &parts {
        check_directory(&cursor, content, part)?;
    }
    Ok(parts)
}

/// A text, which has to be `expected`.
fn text(cursor: &mut Cursor<'_>, expected: &str, field: &'static str, remedy: &str) -> Result<(), Defect> {
    let (offset, found) = (cursor.offset(), cursor.name(field)?);
    if found != expected {
        return Defect::at(offset, field, format!("{found:?} where {expected:?} is needed; {remedy}"));
    }
    Ok(())
}

/// A number that was read at `offset`, which has to be that of the slice.
fn same(
    cursor: &Cursor<'_>,
    offset: usize,
    field: &'static str,
    found: u64,
    expected: u64,
) -> Result<(), Defect> {
    if found != expected {
        return cursor.damaged(offset, field, &format!("{found} where the slice has {expected}"));
    }
    Ok(())
}

/// The header, which also has to fit the length of the file.
fn parts(cursor: &mut Cursor<'_>, identity: Identity<'_>) -> Result<Vec<Part>, Defect> {
    cursor.magic(&MAGIC, "not an endgame table of this program; delete it and build it again")?;
    cursor.version(VERSION..=VERSION, "build the tables again")?;
    let slice = identity.slice;
    for (field, expected) in [("pieces", slice.pieces as u64), ("parts", slice.sizes.len() as u64)] {
        let (offset, found) = (cursor.offset(), cursor.u32(field)?);
        same(cursor, offset, field, found.into(), expected)?;
    }
    text(cursor, identity.game, "game", "choose the folder of that game's tables")?;
    text(cursor, identity.layout, "numbering", "another version made it; build the tables again")?;
    text(cursor, &slice.name, "slice", "the file was renamed; give it back its name")?;
    let mut parts = Vec::new();
    let mut data = Vec::new();
    for size in &slice.sizes {
        let (offset, numbers) = (cursor.offset(), cursor.u64("numbers")?);
        same(cursor, offset, "numbers", numbers, *size)?;
        let mut counts = Counts::default();
        for count in &mut counts.by_value {
            *count = cursor.u64("counts")?;
        }
        data.push(cursor.u64("data bytes")?);
        parts.push(Part { numbers, counts, directory: 0, data: 0, end: 0 });
    }
    let mut at = cursor.offset() as u64;
    for (part, data) in parts.iter_mut().zip(data) {
        part.directory = at as usize;
        at = at.saturating_add(part.numbers.div_ceil(BLOCK as u64).saturating_mul(ENTRY_BYTES as u64));
        part.data = at as usize;
        at = at.saturating_add(data);
        part.end = at as usize;
    }
    cursor.length(at.saturating_add(CHECKSUM_BYTES as u64), "blocks")?;
    Ok(parts)
}

/// Looks at the place of every block of a part.
fn check_directory(cursor: &Cursor<'_>, content: &[u8], part: &Part) -> Result<(), Defect> {
    for (block, bytes) in content[part.directory..part.data].chunks_exact(ENTRY_BYTES).enumerate() {
        let place = entry(bytes, 0).unwrap_or(0).saturating_sub(FIRST_PLACE) as usize;
        if place > 0 && place >= part.end - part.data {
            let offset = part.directory + block * ENTRY_BYTES;
            return cursor.damaged(offset, "directory", &format!("block {block} lies outside the file"));
        }
    }
    Ok(())
}
