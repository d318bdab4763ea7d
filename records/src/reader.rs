//! Reading chunk files, whole or damaged; see `docs/reference/record-format.md`.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use flate2::read::DeflateDecoder;

use crate::{
    chunk::{
        BLOCK_HEAD, BLOCK_MARK, ChunkHeader, MAGIC, MAX_BLOCK, MAX_CHUNK, MAX_HEADER, TRAILER, TRAILER_MARK,
        VERSION, memory_allowance,
    },
    codec,
    error::RecordError,
    record::GameRecord,
};
use damier_files::ByteReader;

/// Bytes before the header's JSON: magic, version, length.
const PREFIX: usize = MAGIC.len() + 4 + 4;
/// Bytes of a checksum.
const CHECKSUM: usize = 4;

const REMEDY_CHUNK: &str = "nothing in it can be trusted; `damier run` and `damier selfplay` play its games again, \
                            `damier train` and `damier convert` leave it out with --skip-corrupt";
pub(crate) const REMEDY_BLOCK: &str = "--skip-corrupt of `damier train`, `convert` and `inspect` reads its whole blocks; \
                            `damier run` and `damier selfplay` play its games again";

/// What a reader does about damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnDamage {
    /// The first damaged part is an error.
    Refuse,
    /// Damaged blocks are left out and listed. A damaged header is an error all the same.
    Skip,
}

/// A part of a chunk that was left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Where it begins, in bytes from the start of the file.
    pub offset: u64,
    /// How many bytes were left out.
    pub length: u64,
    /// What is wrong.
    pub reason: String,
}

/// What a chunk file holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Its identity.
    pub header: ChunkHeader,
    /// Its games, in the order they were written.
    pub records: Vec<GameRecord>,
    /// What had to be left out; empty for a whole chunk.
    pub damage: Vec<Damage>,
    /// Games that were in what was left out; `None` where the trailer, which counts all games, is among that.
    pub lost: Option<u64>,
}

/// Reads a chunk file.
///
/// # Errors
/// If it cannot be read, is no chunk, is of a newer version, or is damaged (see [`OnDamage`]).
pub fn read_chunk(path: &Path, on_damage: OnDamage) -> Result<Chunk, RecordError> {
    let bytes = read_file(path, MAX_CHUNK)?;
    parse_chunk(path, &bytes, on_damage)
}

/// Reads the identity of a chunk file, and nothing of its games.
///
/// # Errors
/// If it cannot be read, is no chunk, is of a newer version, or its header is damaged.
pub fn read_header(path: &Path) -> Result<ChunkHeader, RecordError> {
    let mut file = File::open(path).map_err(|source| unreadable(path, source))?;
    read_head(path, &mut file).map(|(header, _)| header)
}

/// Reads the header of a chunk from the start of its file; with it the offset of what follows.
pub(crate) fn read_head(path: &Path, file: &mut File) -> Result<(ChunkHeader, usize), RecordError> {
    let mut bytes = Vec::new();
    read_at_most(file, &mut bytes, PREFIX as u64).map_err(|source| unreadable(path, source))?;
    if bytes.len() == PREFIX && bytes.starts_with(&MAGIC) {
        let [.., a, b, c, d] = bytes[..] else { unreachable!("a prefix ends with a length") };
        let length = (u32::from_le_bytes([a, b, c, d]) as usize).min(MAX_HEADER);
        let most = (PREFIX + length + CHECKSUM) as u64;
        read_at_most(file, &mut bytes, most).map_err(|source| unreadable(path, source))?;
    }
    parse_header(path, &bytes)
}

/// Reads the bytes of a chunk; `path` is for error messages only.
///
/// # Errors
/// As for [`read_chunk`].
pub fn parse_chunk(path: &Path, bytes: &[u8], on_damage: OnDamage) -> Result<Chunk, RecordError> {
    let (header, mut at) = parse_header(path, bytes)?;
    let mut chunk = Chunk { header, records: Vec::new(), damage: Vec::new(), lost: None };
    let mut blocks = 0u32;
    let mut left = Left { raw: MAX_CHUNK as usize, memory: memory_allowance(bytes.len()) };
    loop {
        let fault = match parse_part(&bytes[at..], &mut left) {
            Ok(Part::Block { records, length }) => {
                chunk.records.extend(records);
                blocks += 1;
                at += length;
                continue;
            }
            Ok(Part::Trailer { blocks: counted, records: games }) => {
                chunk.lost = games.checked_sub(chunk.records.len() as u64);
                let whole = counted == blocks && games == chunk.records.len() as u64;
                let rest = bytes.len() - at - TRAILER;
                if !whole && chunk.damage.is_empty() {
                    let reason = format!(
                        "its trailer counts {games} games in {counted} blocks, {} in {blocks} are there",
                        chunk.records.len()
                    );
                    Fault { reason, length: Some(bytes.len() - at) }
                } else if rest > 0 {
                    at += TRAILER;
                    Fault { reason: format!("{rest} bytes follow the trailer"), length: Some(rest) }
                } else {
                    return Ok(chunk);
                }
            }
            Err(fault) => fault,
        };
        if on_damage == OnDamage::Refuse {
            return Err(damaged(path, at, fault.reason, REMEDY_BLOCK));
        }
        let next = fault.length.map_or_else(|| next_part(bytes, at + 1), |length| at + length);
        chunk.damage.push(Damage { offset: at as u64, length: (next - at) as u64, reason: fault.reason });
        at = next;
        if at >= bytes.len() {
            return Ok(chunk);
        }
    }
}

/// The header and the offset of what follows it.
fn parse_header(path: &Path, bytes: &[u8]) -> Result<(ChunkHeader, usize), RecordError> {
    let shown = bytes.len().min(MAGIC.len());
    if bytes[..shown] != MAGIC[..shown] {
        let reason = "not a chunk of game records (its first bytes are different)".to_owned();
        return Err(RecordError::Foreign { path: path.to_owned(), reason });
    }
    let truncated = || damaged(path, bytes.len(), "it ends within its header".to_owned(), REMEDY_CHUNK);
    let mut reader = ByteReader::new(bytes);
    let (_, version) = (|| Ok((reader.take(MAGIC.len())?, reader.u32()?)))()
        .map_err(|_: damier_files::Malformed| truncated())?;
    if version == 0 || version > VERSION {
        let reason = format!(
            "a chunk of version {version}, this program reads up to {VERSION}; use a newer program if it was \
             written by one"
        );
        return Err(RecordError::Foreign { path: path.to_owned(), reason });
    }
    let length = reader.u32().map_err(|_| truncated())? as usize;
    if length > MAX_HEADER {
        let reason = format!("its header claims {length} bytes, at most {MAX_HEADER} are possible");
        return Err(damaged(path, PREFIX - CHECKSUM, reason, REMEDY_CHUNK));
    }
    let json = reader.take(length).map_err(|_| truncated())?;
    let checksum = reader.u32().map_err(|_| truncated())?;
    if crc32fast::hash(&bytes[..PREFIX + length]) != checksum {
        let reason = "the checksum of its header does not fit".to_owned();
        return Err(damaged(path, 0, reason, REMEDY_CHUNK));
    }
    let header = serde_json::from_slice(json)
        .map_err(|error| damaged(path, PREFIX, format!("its header is unreadable: {error}"), REMEDY_CHUNK))?;
    Ok((header, reader.offset()))
}

/// What the blocks that are still to come may take, in bytes.
pub(crate) struct Left {
    /// Decompressed.
    pub(crate) raw: usize,
    /// As games in memory.
    pub(crate) memory: usize,
}

/// A whole part of a chunk after its header.
pub(crate) enum Part {
    Block { records: Vec<GameRecord>, length: usize },
    Trailer { blocks: u32, records: u64 },
}

/// What is wrong with a part, and its length where that can be trusted.
pub(crate) struct Fault {
    pub(crate) reason: String,
    length: Option<usize>,
}

impl Fault {
    fn unknown_length(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), length: None }
    }
}

/// The head of a block, its checksum verified.
pub(crate) struct BlockHead {
    pub(crate) records: u32,
    raw: usize,
    pub(crate) payload: usize,
    checksum: u32,
}

pub(crate) fn parse_part(bytes: &[u8], left: &mut Left) -> Result<Part, Fault> {
    if bytes.is_empty() {
        return Err(Fault::unknown_length("it is truncated: the trailer is missing"));
    }
    if bytes.starts_with(&TRAILER_MARK) {
        return match parse_trailer(bytes) {
            Some(Some(part)) => Ok(part),
            Some(None) => Err(Fault::unknown_length("the checksum of the trailer does not fit")),
            None => Err(Fault::unknown_length("it is truncated within the trailer")),
        };
    }
    let shown = bytes.len().min(BLOCK_MARK.len());
    if bytes[..shown] != BLOCK_MARK[..shown] {
        let cut = bytes.len() < TRAILER_MARK.len() && TRAILER_MARK.starts_with(bytes);
        return Err(Fault::unknown_length(if cut {
            "it is truncated within the trailer"
        } else {
            "neither a block nor the trailer begins here"
        }));
    }
    if bytes.len() < BLOCK_HEAD {
        return Err(Fault::unknown_length("it is truncated within the head of a block"));
    }
    let head = parse_block_head(bytes)
        .ok_or_else(|| Fault::unknown_length("the checksum of a block's head does not fit"))?;
    if head.raw > MAX_BLOCK || head.payload > MAX_BLOCK {
        return Err(Fault::unknown_length(format!("a block claims more than {MAX_BLOCK} bytes")));
    }
    let length = BLOCK_HEAD + head.payload;
    let Some(payload) = bytes.get(BLOCK_HEAD..length) else {
        return Err(Fault::unknown_length("it is truncated within a block"));
    };
    let fault = |reason: String| Fault { reason, length: Some(length) };
    if crc32fast::hash(payload) != head.checksum {
        return Err(fault("the checksum of a block does not fit".to_owned()));
    }
    // Of a block that turns out to be damaged, too: decompressing it took its time.
    left.raw = left
        .raw
        .checked_sub(head.raw)
        .ok_or_else(|| fault(format!("its blocks claim more than {MAX_CHUNK} bytes together")))?;
    let mut memory = left.memory;
    let records = parse_records(payload, &head, &mut memory).map_err(fault)?;
    left.memory = memory;
    Ok(Part::Block { records, length })
}

pub(crate) fn parse_block_head(bytes: &[u8]) -> Option<BlockHead> {
    let mut reader = ByteReader::new(bytes.get(..BLOCK_HEAD)?);
    let covered = &bytes[..BLOCK_HEAD - CHECKSUM];
    reader.take(BLOCK_MARK.len()).ok()?;
    let head = BlockHead {
        records: reader.u32().ok()?,
        raw: reader.u32().ok()? as usize,
        payload: reader.u32().ok()? as usize,
        checksum: reader.u32().ok()?,
    };
    (reader.u32().ok()? == crc32fast::hash(covered)).then_some(head)
}

/// `None` where bytes are missing, `Some(None)` where the checksum does not fit.
pub(crate) fn parse_trailer(bytes: &[u8]) -> Option<Option<Part>> {
    let mut reader = ByteReader::new(bytes.get(..TRAILER)?);
    reader.take(TRAILER_MARK.len()).ok()?;
    let (blocks, records) = (reader.u32().ok()?, reader.u64().ok()?);
    let fits = reader.u32().ok()? == crc32fast::hash(&bytes[..TRAILER - CHECKSUM]);
    Some(fits.then_some(Part::Trailer { blocks, records }))
}

fn parse_records(payload: &[u8], head: &BlockHead, memory: &mut usize) -> Result<Vec<GameRecord>, String> {
    let mut raw = Vec::with_capacity(head.raw);
    DeflateDecoder::new(payload)
        .take(head.raw as u64 + 1)
        .read_to_end(&mut raw)
        .map_err(|error| format!("a block cannot be decompressed: {error}"))?;
    if raw.len() != head.raw {
        return Err("a block decompresses to another length than its head says".to_owned());
    }
    let mut reader = ByteReader::new(&raw);
    let mut records = Vec::new();
    for _ in 0..head.records {
        let record = codec::decode_within(&mut reader, memory);
        records.push(record.map_err(|error| format!("a game is malformed {error}"))?);
    }
    if reader.left() > 0 {
        return Err(format!("{} bytes follow the games of a block", reader.left()));
    }
    Ok(records)
}

/// The first place from `from` on where the head of a block or the trailer is whole; the end if there
/// is none.
fn next_part(bytes: &[u8], from: usize) -> usize {
    let mark = BLOCK_MARK.len();
    (from..bytes.len().saturating_sub(mark - 1))
        .find(|at| {
            let rest = &bytes[*at..];
            rest.starts_with(&BLOCK_MARK) && parse_block_head(rest).is_some()
                || rest.starts_with(&TRAILER_MARK) && matches!(parse_trailer(rest), Some(Some(_)))
        })
        .unwrap_or(bytes.len())
}

fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, RecordError> {
    let mut file = File::open(path).map_err(|source| unreadable(path, source))?;
    let mut bytes = Vec::new();
    // The first bytes alone tell a foreign file, however large or endless it is.
    read_at_most(&mut file, &mut bytes, MAGIC.len() as u64).map_err(|source| unreadable(path, source))?;
    if bytes == MAGIC {
        read_at_most(&mut file, &mut bytes, most + 1).map_err(|source| unreadable(path, source))?;
    }
    if bytes.len() as u64 > most {
        let reason = format!("larger than {most} bytes, the most a chunk can have; remove it");
        return Err(RecordError::Foreign { path: path.to_owned(), reason });
    }
    Ok(bytes)
}

fn read_at_most(file: &mut File, bytes: &mut Vec<u8>, most: u64) -> io::Result<()> {
    file.take(most - bytes.len() as u64).read_to_end(bytes).map(|_| ())
}

pub(crate) fn unreadable(path: &Path, source: io::Error) -> RecordError {
    let remedy = "check that the file exists and may be read";
    RecordError::Io { path: path.to_owned(), action: "read", remedy, source }
}

pub(crate) fn damaged(path: &Path, offset: usize, reason: String, remedy: &'static str) -> RecordError {
    RecordError::Damaged { path: path.to_owned(), offset: offset as u64, reason, remedy }
}

#[cfg(test)]
mod tests {
    use damier_rules::Outcome;
    use flate2::Compression;

    use super::*;
    use crate::{
        chunk::{append_block, encode_chunk},
        record::{Ending, Ply, PlyKind},
    };

    fn long_game(plies: usize) -> GameRecord {
        GameRecord {
            index: 0,
            seed: 0,
            start: String::new(),
            plies: vec![Ply { index: 0, kind: PlyKind::Opening }; plies],
            outcome: Outcome::Draw,
            ending: Ending::PlyCap,
            resignation: None,
        }
    }

    #[test]
    fn a_small_chunk_that_would_take_much_memory_is_refused() {
        let game = long_game(3_000_000);
        assert!(
            encode_chunk(&ChunkHeader::of_some_game(), std::slice::from_ref(&game))
                .is_err_and(|why| why.contains("memory"))
        );
        let mut raw = Vec::new();
        codec::encode(&game, &mut raw);
        let mut bytes = encode_chunk(&ChunkHeader::of_some_game(), &[]).expect("no games");
        let trailer = bytes.split_off(bytes.len() - TRAILER);
        append_block(&raw, 1, Compression::fast(), &mut bytes).expect("a block");
        bytes.extend(trailer);
        assert!(bytes.len() < 1 << 17);
        let path = Path::new("small.dmr");
        let error = parse_chunk(path, &bytes, OnDamage::Refuse).expect_err("refused").to_string();
        assert!(error.contains("more memory"), "{error}");
        let chunk = parse_chunk(path, &bytes, OnDamage::Skip).expect("the rest");
        assert_eq!((chunk.records.len(), chunk.damage.len()), (0, 1));
    }
}
