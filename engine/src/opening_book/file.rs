//! The file of a book; `docs/opening-books.md` is its specification.

use std::{fs, path::Path};

use damier_rules::{Game, Position};

use super::{BookError, Entries, Share, Terms, graph::Misfit};
use crate::atomic_file;

/// The first bytes of every book: not text, and changed by any program that takes it for text.
pub const MAGIC: [u8; 8] = *b"\x89DBOK\r\n\x1a";
/// The version that is written and read.
pub const VERSION: u32 = 1;
/// What the names of the files end with, after a dot.
pub const EXTENSION: &str = "dmb";

const CHECKSUM_BYTES: usize = size_of::<u32>();
const REMEDY: &str = "copy it again, or grow it anew";

/// What is in a file.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) terms: Terms,
    pub(super) entries: Entries,
}

/// Writes a book; the old file stays until the new one is whole.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write<G: Game>(
    path: &Path,
    game: &G,
    terms: &Terms,
    entries: &Entries,
) -> Result<(), BookError> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(game.start().key().to_le_bytes());
    bytes.extend(terms.nodes.to_le_bytes());
    bytes.extend((entries.len() as u32).to_le_bytes());
    for text in [game.id(), &terms.judge] {
        // Nothing of ours is longer, and a longer name of a file is not needed to tell nets apart.
        let text = &text.as_bytes()[..text.len().min(usize::from(u8::MAX))];
        bytes.push(text.len() as u8);
        bytes.extend(text);
    }
    for (key, shares) in entries {
        bytes.extend(key.to_le_bytes());
        bytes.extend((shares.len() as u16).to_le_bytes());
        bytes.extend(shares.iter().flat_map(|share| share.ten_thousandths().to_le_bytes()));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    atomic_file::write(path, &bytes).map_err(|source| BookError::Io {
        path: path.to_owned(),
        action: "writing",
        remedy: "check that its folder is there and may be written to, and that the disk is not full",
        source,
    })
}

/// Reads the book of `game`.
///
/// # Errors
/// It cannot be read, or is no whole, sound book of that game.
pub(super) fn read<G: Game>(path: &Path, game: &G) -> Result<Content, BookError> {
    let bytes = fs::read(path).map_err(|source| BookError::Io {
        path: path.to_owned(),
        action: "reading",
        remedy: "check that it is a book's file and may be read; `damier book grow` makes one",
        source,
    })?;
    let mut cursor = Cursor { content: &bytes, path, offset: 0 };
    cursor.magic()?;
    let (offset, version) = (cursor.offset, cursor.number("version", u32::from_le_bytes)?);
    if version != VERSION {
        let reason = format!("version {version}, and this program reads {VERSION}; grow it anew");
        return cursor.refuse(offset, "version", reason);
    }
    cursor.checksum()?;
    let (at_start, start) = (cursor.offset, cursor.number("start position", u64::from_le_bytes)?);
    let nodes = cursor.number("nodes", u64::from_le_bytes)?;
    let positions = cursor.number("positions", u32::from_le_bytes)?;
    let (offset, found) = (cursor.offset, cursor.text("game")?);
    if found != game.id() {
        let reason = format!("a book of {found} where one of {} is needed; choose that", game.id());
        return cursor.refuse(offset, "game", reason);
    }
    if start != game.start().key() {
        let reason = "another version of the rules made it; grow it anew".to_owned();
        return cursor.refuse(at_start, "start position", reason);
    }
    let judge = cursor.text("judge")?;
    let mut entries = Entries::new();
    for _ in 0..positions {
        let key = cursor.number("key", u64::from_le_bytes)?;
        let moves = cursor.number("moves", u16::from_le_bytes)?;
        let shares = (0..moves).map(|_| cursor.share()).collect::<Result<_, _>>()?;
        entries.insert(key, shares);
    }
    if cursor.offset != bytes.len() - CHECKSUM_BYTES {
        return cursor.refuse(cursor.offset, "positions", format!("the file goes on too long; {REMEDY}"));
    }
    Ok(Content { terms: Terms { nodes, judge }, entries })
}

/// The error of a file whose entries do not fit the rules.
pub(super) fn misfit(path: &Path, misfit: Misfit) -> BookError {
    let Misfit { key, found, expected } = misfit;
    BookError::Moves { path: path.to_owned(), key, found, expected }
}

/// A place in the content.
struct Cursor<'a> {
    content: &'a [u8],
    path: &'a Path,
    offset: usize,
}

impl<'a> Cursor<'a> {
    fn refuse<T>(&self, offset: usize, field: &'static str, reason: String) -> Result<T, BookError> {
        Err(BookError::File { path: self.path.to_owned(), offset, field, reason })
    }

    fn take(&mut self, length: usize, field: &'static str) -> Result<&'a [u8], BookError> {
        let Some(bytes) = self.content[self.offset..].get(..length) else {
            let reason = format!("the file ends after {} bytes; {REMEDY}", self.content.len());
            return self.refuse(self.offset, field, reason);
        };
        self.offset += length;
        Ok(bytes)
    }

    fn number<const N: usize, T>(
        &mut self,
        field: &'static str,
        of: fn([u8; N]) -> T,
    ) -> Result<T, BookError> {
        let mut bytes = [0; N];
        bytes.copy_from_slice(self.take(N, field)?);
        Ok(of(bytes))
    }

    fn text(&mut self, field: &'static str) -> Result<String, BookError> {
        let length = self.take(1, field)?[0];
        Ok(String::from_utf8_lossy(self.take(usize::from(length), field)?).into_owned())
    }

    fn share(&mut self) -> Result<Share, BookError> {
        let (offset, number) = (self.offset, self.number("share", u16::from_le_bytes)?);
        match Share::from_ten_thousandths(number) {
            Some(share) => Ok(share),
            None => self.refuse(
                offset,
                "share",
                format!("{number} is more than the whole point, 10000; {REMEDY}"),
            ),
        }
    }

    fn magic(&mut self) -> Result<(), BookError> {
        if !self.content.starts_with(&MAGIC) {
            return self.refuse(
                0,
                "magic",
                "not an opening book of this program; give the path of one".to_owned(),
            );
        }
        self.offset = MAGIC.len();
        Ok(())
    }

    /// Compares the checksum, before anything else is believed.
    fn checksum(&self) -> Result<(), BookError> {
        let Some(offset) = self.content.len().checked_sub(CHECKSUM_BYTES).filter(|end| *end >= self.offset)
        else {
            let reason = format!("the file ends after {} bytes; {REMEDY}", self.content.len());
            return self.refuse(self.offset, "checksum", reason);
        };
        let (body, stored) = self.content.split_at(offset);
        let computed = crc32fast::hash(body);
        if computed.to_le_bytes() != stored {
            let reason =
                format!("the content has {computed:08x}: the file is cut short or damaged; {REMEDY}");
            return self.refuse(offset, "checksum", reason);
        }
        Ok(())
    }
}
