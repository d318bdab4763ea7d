//! Writing chunk files; see `docs/reference/record-format.md`.

use std::{collections::BTreeMap, io::Write as _, path::Path};

use damier_files::atomic_file;
use flate2::{Compression, write::DeflateEncoder};
use serde::{Deserialize, Serialize};

use crate::{codec, error::RecordError, record::GameRecord};

/// The first bytes of every chunk.
pub const MAGIC: [u8; 8] = *b"\x89DMRGAME";
/// The version of the format that this program writes, and the newest it reads.
pub const VERSION: u32 = 2;
/// The first bytes of every block.
pub const BLOCK_MARK: [u8; 8] = *b"DMRBLOCK";
/// The first bytes of the trailer.
pub const TRAILER_MARK: [u8; 8] = *b"DMRCHEND";
/// The most bytes a header's JSON may take.
pub const MAX_HEADER: usize = 1 << 20;
/// The most bytes a block may take, compressed or not.
pub const MAX_BLOCK: usize = 1 << 24;
/// The most bytes a chunk may take, and the most that its blocks may take together uncompressed: bounds what
/// a reader has to hold in memory, whatever the file claims.
pub const MAX_CHUNK: u64 = 1 << 27;
/// The memory that the games of any chunk may take, in bytes; see [`memory_allowance`].
const MEMORY_BASE: usize = 40 << 20;
/// The memory that the games of a chunk may take besides, per byte of its file.
const MEMORY_PER_BYTE: usize = 6;
/// A block is closed once its records take this many bytes uncompressed: what damage to one byte costs.
pub const BLOCK_TARGET: usize = 1 << 16;
/// Bytes of a block before its payload: mark, record count, two lengths, two checksums.
pub const BLOCK_HEAD: usize = 8 + 4 + 4 + 4 + 4 + 4;
/// Bytes of the trailer: mark, block count, record count, checksum.
pub const TRAILER: usize = 8 + 4 + 8 + 4;

/// Returns the memory that the games of a chunk of `file` bytes may take ([`codec::footprint`]), in bytes:
/// with its file and one block beside them a reader stays below 64 MiB and eight times the file.
pub fn memory_allowance(file: usize) -> usize {
    MEMORY_BASE.saturating_add(MEMORY_PER_BYTE.saturating_mul(file))
}

/// The identity of a chunk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChunkHeader {
    /// The game's identity.
    pub game: String,
    /// The number of the generation, from 0: that of the net that played, unless games run ahead of the training.
    pub generation: u32,
    /// The chunk's number within the generation, from 0.
    pub chunk: u32,
    /// The identity of the net that played, such as the checksum of its file.
    pub net: String,
    /// The seed of the run.
    pub seed: u64,
    /// The program that wrote it, with its version.
    pub program: String,
    /// Anything else worth keeping, such as the configuration.
    #[serde(default)]
    pub metadata: BTreeMap<String, serde_json::Value>,
}

#[cfg(test)]
impl ChunkHeader {
    /// Returns the header of a chunk that tests write.
    pub(crate) fn of_some_game() -> Self {
        Self {
            game: "some-game".to_owned(),
            generation: 0,
            chunk: 0,
            net: String::new(),
            seed: 1,
            program: String::new(),
            metadata: BTreeMap::new(),
        }
    }
}

/// Writes a new chunk: afterwards the file is whole, or absent.
///
/// # Errors
/// If the file exists already, the file system refuses, or the records exceed a limit of the format.
pub fn write_chunk(path: &Path, header: &ChunkHeader, records: &[GameRecord]) -> Result<(), RecordError> {
    if path.exists() {
        return Err(RecordError::Foreign {
            path: path.to_owned(),
            reason: "already exists, and chunks are never overwritten; remove it or choose another folder"
                .to_owned(),
        });
    }
    let bytes = encode_chunk(header, records)
        .map_err(|reason| RecordError::Foreign { path: path.to_owned(), reason })?;
    atomic_file::write(path, &bytes).map_err(|source| RecordError::Io {
        path: path.to_owned(),
        action: "write",
        remedy: "nothing was written; check free space and permissions, then run the same command again",
        source,
    })
}

/// The bytes of a chunk.
///
/// # Errors
/// Which limit of the format the records exceed.
pub fn encode_chunk(header: &ChunkHeader, records: &[GameRecord]) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    append_header(header, &mut out)?;

    let too_large = |bytes: u64| {
        format!("the games take {bytes} bytes, at most {MAX_CHUNK} fit a chunk; put fewer in one")
    };
    let mut blocks = 0u32;
    let mut total = 0;
    let mut raw = Vec::new();
    let mut pending = 0u32;
    for record in records {
        let before = raw.len();
        codec::encode(record, &mut raw);
        if raw.len() - before > MAX_BLOCK {
            return Err(format!("game {} takes more than {MAX_BLOCK} bytes", record.index));
        }
        pending += 1;
        total += (raw.len() - before) as u64;
        if total > MAX_CHUNK {
            return Err(too_large(total));
        }
        if raw.len() >= BLOCK_TARGET {
            append_block(&raw, pending, Compression::default(), &mut out)?;
            blocks += 1;
            raw.clear();
            pending = 0;
        }
    }
    if pending > 0 {
        append_block(&raw, pending, Compression::default(), &mut out)?;
        blocks += 1;
    }

    let trailer = out.len();
    out.extend_from_slice(&TRAILER_MARK);
    out.extend_from_slice(&blocks.to_le_bytes());
    out.extend_from_slice(&(records.len() as u64).to_le_bytes());
    let checksum = crc32fast::hash(&out[trailer..]);
    out.extend_from_slice(&checksum.to_le_bytes());
    if out.len() as u64 > MAX_CHUNK {
        return Err(too_large(out.len() as u64));
    }
    let (memory, allowed) =
        (records.iter().map(codec::footprint).sum::<usize>(), memory_allowance(out.len()));
    if memory > allowed {
        return Err(format!(
            "the games take {memory} bytes of memory, at most {allowed} fit a chunk of {} bytes; put fewer in one",
            out.len()
        ));
    }
    Ok(out)
}

/// Everything before the blocks; `out` has to be empty.
pub fn append_header(header: &ChunkHeader, out: &mut Vec<u8>) -> Result<(), String> {
    let json = serde_json::to_vec(header).map_err(|error| format!("cannot write the header: {error}"))?;
    if json.len() > MAX_HEADER {
        return Err(format!("the header takes {} bytes, at most {MAX_HEADER} are allowed", json.len()));
    }
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&(json.len() as u32).to_le_bytes());
    out.extend_from_slice(&json);
    let checksum = crc32fast::hash(out);
    out.extend_from_slice(&checksum.to_le_bytes());
    Ok(())
}

/// Appends a block of `records` games, whose bytes are `raw`, to the bytes of a chunk or journal.
///
/// # Errors
/// It exceeds the limit of a block.
pub fn append_block(
    raw: &[u8],
    records: u32,
    compression: Compression,
    out: &mut Vec<u8>,
) -> Result<(), String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), compression);
    let payload = encoder
        .write_all(raw)
        .and_then(|()| encoder.finish())
        .map_err(|error| format!("cannot compress a block: {error}"))?;
    if raw.len() > MAX_BLOCK || payload.len() > MAX_BLOCK {
        return Err(format!("a block takes more than {MAX_BLOCK} bytes"));
    }
    let head = out.len();
    out.extend_from_slice(&BLOCK_MARK);
    out.extend_from_slice(&records.to_le_bytes());
    out.extend_from_slice(&(raw.len() as u32).to_le_bytes());
    out.extend_from_slice(&(payload.len() as u32).to_le_bytes());
    out.extend_from_slice(&crc32fast::hash(&payload).to_le_bytes());
    let checksum = crc32fast::hash(&out[head..]);
    out.extend_from_slice(&checksum.to_le_bytes());
    out.extend_from_slice(&payload);
    Ok(())
}
