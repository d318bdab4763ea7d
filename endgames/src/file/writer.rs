//! Writing a table.

use std::{io, path::Path};

use damier_files::atomic_file;
use damier_rules::EndingValue;
use rayon::prelude::*;

use super::{FIRST_PLACE, Identity, MAGIC, VERSION};
use crate::{
    block::{BLOCK, Encoded, encode},
    counts::Counts,
};

/// Blocks that a thread encodes at a time.
const BLOCKS_AT_A_TIME: usize = 1 << 10;

/// The values of a part, encoded.
pub(crate) struct EncodedPart {
    numbers: u64,
    counts: Counts,
    directory: Vec<u32>,
    data: Vec<u8>,
}

impl EncodedPart {
    /// Encodes the values of all numbers, `None` for those without a position. Works on all threads of the
    /// current pool.
    ///
    /// # Errors
    /// If the blocks take 4 GiB or more.
    pub(crate) fn new(numbers: u64, value: impl Fn(u64) -> Option<EndingValue> + Sync) -> io::Result<Self> {
        let step = (BLOCK * BLOCKS_AT_A_TIME) as u64;
        let pieces: Vec<Self> = (0..numbers.div_ceil(step))
            .into_par_iter()
            .map(|piece| {
                let range = piece * step..numbers.min((piece + 1) * step);
                let values: Vec<Option<EndingValue>> = range.clone().map(&value).collect();
                let mut part =
                    Self { numbers: 0, counts: Counts::default(), directory: vec![], data: vec![] };
                values.iter().flatten().for_each(|value| part.counts.note(*value));
                for block in values.chunks(BLOCK) {
                    let place = part.data.len() as u32;
                    let entry = match encode(block, &mut part.data) {
                        Encoded::Constant(value) => value as u32,
                        Encoded::Bytes => place + FIRST_PLACE,
                    };
                    part.directory.push(entry);
                }
                part
            })
            .collect();
        let mut whole = Self { numbers, counts: Counts::default(), directory: vec![], data: vec![] };
        for piece in pieces {
            let before = u32::try_from(whole.data.len()).ok().filter(|before| {
                u64::from(*before) + piece.data.len() as u64 + u64::from(FIRST_PLACE) <= u64::from(u32::MAX)
            });
            let Some(before) = before else {
                return Err(io::Error::other("a part takes 4 GiB or more, which the format does not hold"));
            };
            let moved = |entry: u32| if entry < FIRST_PLACE { entry } else { entry + before };
            whole.directory.extend(piece.directory.into_iter().map(moved));
            whole.data.extend(piece.data);
            whole.counts.add(&piece.counts);
        }
        Ok(whole)
    }
}

/// Writes a table so that it is there as a whole or not at all.
///
/// # Errors
/// If the file system fails.
pub(crate) fn write(path: &Path, identity: Identity<'_>, parts: &[EncodedPart]) -> io::Result<()> {
    let mut content = Vec::new();
    content.extend(MAGIC);
    content.extend(VERSION.to_le_bytes());
    content.extend((identity.slice.pieces as u32).to_le_bytes());
    content.extend((parts.len() as u32).to_le_bytes());
    for text in [identity.game, identity.layout, &identity.slice.name] {
        let length = u8::try_from(text.len()).map_err(io::Error::other)?;
        content.push(length);
        content.extend(text.as_bytes());
    }
    for part in parts {
        content.extend(part.numbers.to_le_bytes());
        part.counts.by_value.iter().for_each(|count| content.extend(count.to_le_bytes()));
        content.extend((part.data.len() as u64).to_le_bytes());
    }
    for part in parts {
        part.directory.iter().for_each(|entry| content.extend(entry.to_le_bytes()));
        content.extend(&part.data);
    }
    content.extend(crc32fast::hash(&content).to_le_bytes());
    atomic_file::write(path, &content)
}
