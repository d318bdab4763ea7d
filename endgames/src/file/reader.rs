//! Reading a table, believing nothing.

use std::path::{Path, PathBuf};

use damier_rules::EndingValue;
use memmap2::Mmap;

use super::{CHECKSUM_BYTES, ENTRY_BYTES, FIRST_PLACE, Identity, MAGIC, VERSION};
use crate::{
    block::{BLOCK, decode},
    counts::Counts,
    error::EndgameError,
    mapping,
};

/// The values of a slice, in a mapped file.
#[derive(Debug)]
pub(crate) struct Table {
    bytes: Mmap,
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
    /// Maps a file and checks all of it.
    ///
    /// # Errors
    /// It cannot be read, or is not a whole, sound table of the given slice.
    pub(crate) fn open(path: &Path, identity: Identity<'_>) -> Result<Self, EndgameError> {
        let bytes = mapping::map(path).map_err(|source| EndgameError::Io {
            path: path.to_owned(),
            action: "reading",
            remedy: "check that it is a table's file and may be read",
            source,
        })?;
        let mut cursor = Cursor { content: &bytes, file: path, offset: 0 };
        let parts = cursor.parts(identity)?;
        cursor.checksum()?;
        for part in &parts {
            cursor.directory(part)?;
        }
        Ok(Self { bytes, parts })
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

/// A place in the content.
struct Cursor<'a> {
    content: &'a [u8],
    file: &'a Path,
    offset: usize,
}

impl<'a> Cursor<'a> {
    fn refuse<T>(&self, offset: usize, field: &'static str, reason: String) -> Result<T, EndgameError> {
        Err(EndgameError::File { file: PathBuf::from(self.file), offset, field, reason })
    }

    fn take(&mut self, length: usize, field: &'static str) -> Result<&'a [u8], EndgameError> {
        let Some(bytes) = self.content[self.offset..].get(..length) else {
            let length = self.content.len();
            return self.refuse(self.offset, field, format!("the file ends after {length} bytes; {REMEDY}"));
        };
        self.offset += length;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N], EndgameError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, field)?);
        Ok(array)
    }

    fn u32(&mut self, field: &'static str) -> Result<u32, EndgameError> {
        self.array(field).map(u32::from_le_bytes)
    }

    fn u64(&mut self, field: &'static str) -> Result<u64, EndgameError> {
        self.array(field).map(u64::from_le_bytes)
    }

    /// A text, which has to be `expected`.
    fn text(&mut self, expected: &str, field: &'static str, remedy: &str) -> Result<(), EndgameError> {
        let offset = self.offset;
        let length = self.take(1, field)?[0];
        let found = String::from_utf8_lossy(self.take(usize::from(length), field)?);
        if found != expected {
            return self.refuse(offset, field, format!("{found:?} where {expected:?} is needed; {remedy}"));
        }
        Ok(())
    }

    fn number(&mut self, expected: u64, field: &'static str) -> Result<(), EndgameError> {
        let offset = self.offset;
        let found = self.u32(field)?;
        if u64::from(found) != expected {
            let reason = format!("{found} where the slice has {expected}; {REMEDY}");
            return self.refuse(offset, field, reason);
        }
        Ok(())
    }

    /// The header, which also has to fit the length of the file.
    fn parts(&mut self, identity: Identity<'_>) -> Result<Vec<Part>, EndgameError> {
        if !self.content.starts_with(&MAGIC) {
            return self.refuse(0, "magic", format!("not an endgame table of this program; {REMEDY}"));
        }
        self.offset = MAGIC.len();
        let (offset, version) = (self.offset, self.u32("version")?);
        if version != VERSION {
            let reason =
                format!("version {version}, and this program reads {VERSION}; build the tables again");
            return self.refuse(offset, "version", reason);
        }
        let slice = identity.slice;
        self.number(slice.pieces as u64, "pieces")?;
        self.number(slice.sizes.len() as u64, "parts")?;
        self.text(identity.game, "game", "choose the folder of that game's tables")?;
        self.text(identity.numbering, "numbering", "another version made it; build the tables again")?;
        self.text(&slice.name, "slice", "the file was renamed; give it back its name")?;
        let mut parts = Vec::new();
        let mut data = Vec::new();
        for size in &slice.sizes {
            let (offset, numbers) = (self.offset, self.u64("numbers")?);
            if numbers != *size {
                let reason = format!("{numbers} where the slice has {size}; {REMEDY}");
                return self.refuse(offset, "numbers", reason);
            }
            let mut counts = Counts::default();
            for count in &mut counts.by_value {
                *count = self.u64("counts")?;
            }
            data.push(self.u64("data bytes")?);
            parts.push(Part { numbers, counts, directory: 0, data: 0, end: 0 });
        }
        let mut at = self.offset as u64;
        for (part, data) in parts.iter_mut().zip(data) {
            part.directory = at as usize;
            at = at.saturating_add(part.numbers.div_ceil(BLOCK as u64).saturating_mul(ENTRY_BYTES as u64));
            part.data = at as usize;
            at = at.saturating_add(data);
            part.end = at as usize;
        }
        let expected = at.saturating_add(CHECKSUM_BYTES as u64);
        let found = self.content.len() as u64;
        if found != expected {
            let what = if found < expected { "is cut short" } else { "goes on too long" };
            let reason = format!("the file {what}: {found} bytes instead of {expected}; {REMEDY}");
            return self.refuse(found.min(expected) as usize, "blocks", reason);
        }
        Ok(parts)
    }

    /// Compares the checksum; the length is known to be right.
    fn checksum(&self) -> Result<(), EndgameError> {
        let offset = self.content.len() - CHECKSUM_BYTES;
        let (body, stored) = self.content.split_at(offset);
        let computed = crc32fast::hash(body);
        if computed.to_le_bytes() != stored {
            let reason = format!("the content has {computed:08x}: the file is damaged; {REMEDY}");
            return self.refuse(offset, "checksum", reason);
        }
        Ok(())
    }

    /// Looks at the place of every block of a part.
    fn directory(&self, part: &Part) -> Result<(), EndgameError> {
        let directory = &self.content[part.directory..part.data];
        for (block, bytes) in directory.chunks_exact(ENTRY_BYTES).enumerate() {
            let place = entry(bytes, 0).unwrap_or(0).saturating_sub(FIRST_PLACE) as usize;
            if place > 0 && place >= part.end - part.data {
                let offset = part.directory + block * ENTRY_BYTES;
                let reason = format!("block {block} lies outside the file; {REMEDY}");
                return self.refuse(offset, "directory", reason);
            }
        }
        Ok(())
    }
}

const REMEDY: &str = "delete it and build it again, or copy it again";
