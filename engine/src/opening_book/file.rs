//! The file of a book; `docs/reference/book-format.md` is its specification.

use std::{fs, path::Path};

use damier_rules::{AnyGame, Game, Position};

use super::{BookError, Entries, Share, Terms, graph::Misfit};
use damier_files::{
    atomic_file,
    binary_file::{CHECKSUM_BYTES, Cursor, Defect},
};

/// The first bytes of every book: not text, and changed by any program that takes it for text.
pub const MAGIC: [u8; 8] = *b"\x89DBOK\r\n\x1a";
/// The version that is written and read.
pub const VERSION: u32 = 1;
/// What the names of the files end with, after a dot.
pub const EXTENSION: &str = "dmb";

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
pub(super) fn write(path: &Path, game: &AnyGame, terms: &Terms, entries: &Entries) -> Result<(), BookError> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(game.start().key().to_le_bytes());
    bytes.extend(terms.nodes.to_le_bytes());
    bytes.extend((entries.len() as u32).to_le_bytes());
    for text in [game.id(), &terms.judge] {
        bytes.push(text.len() as u8);
        bytes.extend(text.as_bytes());
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
pub(super) fn read(path: &Path, game: &AnyGame) -> Result<Content, BookError> {
    let bytes = fs::read(path).map_err(|source| BookError::Io {
        path: path.to_owned(),
        action: "reading",
        remedy: "check that it is a book's file and may be read; `damier book grow` makes one",
        source,
    })?;
    parse(path, &bytes, game)
}

/// Parses the content of a file that `path` names in errors.
///
/// # Errors
/// It is no whole, sound book of `game`.
pub(super) fn parse(path: &Path, bytes: &[u8], game: &AnyGame) -> Result<Content, BookError> {
    content(bytes, game).map_err(|defect| BookError::File { path: path.to_owned(), defect })
}

fn content(bytes: &[u8], game: &AnyGame) -> Result<Content, Defect> {
    let mut cursor = Cursor::new(bytes, "copy it again, or grow it anew");
    cursor.magic(&MAGIC, "not an opening book of this program; give the path of one")?;
    cursor.version(VERSION..=VERSION, "grow it anew")?;
    cursor.checksum()?;
    let (at_start, start) = (cursor.offset(), cursor.u64("start position")?);
    let nodes = cursor.u64("nodes")?;
    let positions = cursor.u32("positions")?;
    let (offset, found) = (cursor.offset(), cursor.name("game")?);
    if found != game.id() {
        let reason = format!("a book of {found} where one of {} is needed; choose that", game.id());
        return Defect::at(offset, "game", reason);
    }
    if start != game.start().key() {
        return Defect::at(at_start, "start position", "another version of the rules made it; grow it anew");
    }
    let judge = cursor.name("judge")?.to_owned();
    let mut entries = Entries::new();
    for _ in 0..positions {
        let key = cursor.u64("key")?;
        let moves = cursor.number("moves", u16::from_le_bytes)?;
        let shares = (0..moves).map(|_| share(&mut cursor)).collect::<Result<_, _>>()?;
        entries.insert(key, shares);
    }
    cursor.length((cursor.offset() + CHECKSUM_BYTES) as u64, "positions")?;
    Ok(Content { terms: Terms { nodes, judge }, entries })
}

fn share(cursor: &mut Cursor<'_>) -> Result<Share, Defect> {
    let (offset, number) = (cursor.offset(), cursor.number("share", u16::from_le_bytes)?);
    match Share::from_ten_thousandths(number) {
        Some(share) => Ok(share),
        None => cursor.damaged(offset, "share", &format!("{number} is more than the whole point, 10000")),
    }
}

/// The error of a file whose entries do not fit the rules.
pub(super) fn misfit(path: &Path, misfit: Misfit) -> BookError {
    let Misfit { key, found, expected } = misfit;
    BookError::Moves { path: path.to_owned(), key, found, expected }
}
