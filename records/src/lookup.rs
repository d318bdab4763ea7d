//! Some games of a chunk file, without reading the others; see `docs/reference/record-format.md`.
//!
//! The heads of blocks say how many games each block has, so that they serve as an index: what lies before the games that
//! are wanted is passed over, neither read nor decompressed.

use std::{
    fs::File,
    io::{self, BufReader, Read as _, Seek as _, SeekFrom},
    ops::Range,
    path::Path,
};

use crate::{
    chunk::{BLOCK_HEAD, MAX_BLOCK, MAX_CHUNK, TRAILER, memory_allowance},
    error::RecordError,
    reader::{
        Left, Part, REMEDY_BLOCK, damaged, parse_block_head, parse_part, parse_trailer, read_head, unreadable,
    },
    record::GameRecord,
};

/// Returns how many games a whole chunk has, by its trailer alone.
///
/// # Errors
/// If it cannot be read, or does not end with a trailer.
pub fn count_games(path: &Path) -> Result<u64, RecordError> {
    let read = || -> io::Result<(u64, Vec<u8>)> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let start = length.saturating_sub(TRAILER as u64);
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(TRAILER as u64).read_to_end(&mut bytes)?;
        Ok((start, bytes))
    };
    let (start, bytes) = read().map_err(|source| unreadable(path, source))?;
    match parse_trailer(&bytes) {
        Some(Some(Part::Trailer { records, .. })) => Ok(records),
        _ => {
            let reason = "it does not end with a trailer".to_owned();
            Err(damaged(path, start as usize, reason, REMEDY_BLOCK))
        }
    }
}

/// Returns how many games lie in the whole blocks of a file that is perhaps being written: a chunk or a journal. A last
/// block that was cut off does not count.
///
/// # Errors
/// If it cannot be read, or its header is damaged.
pub fn count_written(path: &Path) -> Result<u64, RecordError> {
    let mut blocks = Blocks::open(path)?;
    let mut games = 0;
    while let Ok(Some(block)) = blocks.next_block() {
        games += u64::from(block.games);
        blocks.skip(&block)?;
    }
    Ok(games)
}

/// Reads the games of a chunk whose places in it, from 0, are in `places`; fewer where there are not as many.
///
/// # Errors
/// If the chunk cannot be read, is of a newer version, or is damaged before the last of these games.
pub fn read_games(path: &Path, places: Range<u64>) -> Result<Vec<GameRecord>, RecordError> {
    let mut blocks = Blocks::open(path)?;
    let mut left = Left { raw: MAX_CHUNK as usize, memory: memory_allowance(blocks.length as usize) };
    let mut found = Vec::new();
    let mut before = 0;
    while before < places.end {
        let Some(block) = blocks.next_block()? else { break };
        let after = before + u64::from(block.games);
        if after > places.start {
            let games = blocks.read(&block, &mut left)?;
            let wanted = places.start.saturating_sub(before)..places.end.min(after) - before;
            found.extend(
                games.into_iter().skip(wanted.start as usize).take((wanted.end - wanted.start) as usize),
            );
        } else {
            blocks.skip(&block)?;
        }
        before = after;
    }
    Ok(found)
}

/// The blocks of a file, one after the other.
struct Blocks<'p> {
    path: &'p Path,
    file: BufReader<File>,
    length: u64,
    /// Where the next part begins.
    at: u64,
}

/// A block whose head was read.
struct Block {
    games: u32,
    head: [u8; BLOCK_HEAD],
    payload: usize,
}

impl<'p> Blocks<'p> {
    /// Opens a file and passes over its header.
    fn open(path: &'p Path) -> Result<Self, RecordError> {
        let mut file = File::open(path).map_err(|source| unreadable(path, source))?;
        let length = file.metadata().map_err(|source| unreadable(path, source))?.len();
        let (_, at) = read_head(path, &mut file)?;
        let at = at as u64;
        file.seek(SeekFrom::Start(at)).map_err(|source| unreadable(path, source))?;
        Ok(Self { path, file: BufReader::new(file), length, at })
    }

    /// Reads the head of the next block; `None` at the trailer.
    ///
    /// # Errors
    /// Neither begins here, or the payload is not wholly there.
    fn next_block(&mut self) -> Result<Option<Block>, RecordError> {
        let mut bytes = Vec::new();
        let taken = self.file.by_ref().take(BLOCK_HEAD as u64).read_to_end(&mut bytes);
        taken.map_err(|source| unreadable(self.path, source))?;
        if matches!(parse_trailer(&bytes), Some(Some(_))) {
            return Ok(None);
        }
        let head = parse_block_head(&bytes).filter(|head| {
            let end = self.at + (BLOCK_HEAD + head.payload) as u64;
            head.payload <= MAX_BLOCK && end <= self.length
        });
        let (Some(head), Ok(bytes)) = (head, <[u8; BLOCK_HEAD]>::try_from(bytes)) else {
            let reason = "neither a whole block nor the trailer begins here".to_owned();
            return Err(damaged(self.path, self.at as usize, reason, REMEDY_BLOCK));
        };
        Ok(Some(Block { games: head.records, head: bytes, payload: head.payload }))
    }

    /// Passes over the games of a block.
    fn skip(&mut self, block: &Block) -> Result<(), RecordError> {
        self.at += (BLOCK_HEAD + block.payload) as u64;
        self.file.seek_relative(block.payload as i64).map_err(|source| unreadable(self.path, source))
    }

    /// Reads the games of a block.
    fn read(&mut self, block: &Block, left: &mut Left) -> Result<Vec<GameRecord>, RecordError> {
        let mut bytes = block.head.to_vec();
        let taken = self.file.by_ref().take(block.payload as u64).read_to_end(&mut bytes);
        taken.map_err(|source| unreadable(self.path, source))?;
        match parse_part(&bytes, left) {
            Ok(Part::Block { records, length }) => {
                self.at += length as u64;
                Ok(records)
            }
            Ok(Part::Trailer { .. }) => Ok(Vec::new()),
            Err(fault) => Err(damaged(self.path, self.at as usize, fault.reason, REMEDY_BLOCK)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use damier_rules::Outcome;

    use super::*;
    use crate::{
        chunk::{ChunkHeader, write_chunk},
        reader::{OnDamage, read_chunk},
        record::{Ending, Ply, PlyKind},
    };

    /// Games of several blocks: each takes some thousand bytes.
    fn games(count: u64) -> Vec<GameRecord> {
        let ply = |index| Ply { index, kind: PlyKind::Opening };
        (0..count)
            .map(|index| GameRecord {
                index,
                seed: index,
                start: String::new(),
                plies: (0..4_000).map(|number| ply(number * 7 + index as u32)).collect(),
                outcome: Outcome::Draw,
                ending: Ending::PlyCap,
                resignation: None,
            })
            .collect()
    }

    #[test]
    fn games_are_found_by_their_places_as_a_whole_reading_finds_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("gen-0000-chunk-0000.dmr");
        let all = games(40);
        write_chunk(&path, &ChunkHeader::of_some_game(), &all).expect("written");
        assert_eq!(read_chunk(&path, OnDamage::Refuse).expect("whole").records, all);
        assert_eq!(count_games(&path).expect("whole"), 40);
        assert_eq!(count_written(&path).expect("whole"), 40);
        for (start, end) in [(0, 1), (0, 40), (3, 5), (11, 29), (39, 40), (38, 99), (40, 41), (7, 7)] {
            let found = read_games(&path, start..end).expect("whole");
            let end = end.min(40) as usize;
            assert_eq!(found, all[(start as usize).min(end)..end], "{start}..{end}");
        }
    }

    #[test]
    fn damage_matters_only_to_the_games_at_and_behind_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("gen-0000-chunk-0000.dmr");
        let all = games(40);
        write_chunk(&path, &ChunkHeader::of_some_game(), &all).expect("written");
        let bytes = fs::read(&path).expect("bytes");
        let cut = bytes.len() / 2;
        fs::write(&path, &bytes[..cut]).expect("written");
        assert!(count_games(&path).is_err(), "it has no trailer");
        let whole = count_written(&path).expect("its whole blocks");
        assert!(0 < whole && whole < 40, "{whole}");
        assert_eq!(read_games(&path, 0..whole).expect("before the cut"), all[..whole as usize]);
        let error = read_games(&path, whole..whole + 1).expect_err("behind it").to_string();
        assert!(error.contains("neither a whole block"), "{error}");
        fs::write(&path, b"no chunk at all").expect("written");
        for error in
            [count_games(&path).map(drop), count_written(&path).map(drop), read_games(&path, 0..1).map(drop)]
        {
            assert!(!error.expect_err("no chunk").to_string().contains('\n'));
        }
    }
}
