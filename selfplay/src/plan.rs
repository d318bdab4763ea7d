//! Which games of a generation are still missing, and into which chunks they go.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use damier_records::{
    ChunkHeader, ChunkName, OnDamage, RecordError, folder, generation::check_identity, read_chunk,
};

/// A chunk to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChunkPlan {
    /// Its name.
    pub name: ChunkName,
    /// The indices of its games, ascending; at least one.
    pub games: Vec<u64>,
}

/// Plans the chunks of a generation of `games` games, `per_chunk` (at least 1) a chunk, that `folder` lacks.
///
/// In an empty folder chunk *c* gets the games from *c*·`per_chunk` on, so what is missing after chunks
/// were lost comes back under the same name with the same bytes. A chunk that holds only
/// some of its games keeps them; the others go into a chunk beyond the last.
///
/// # Errors
/// If the folder cannot be listed, a chunk of the generation cannot be read, is damaged, or
/// was written by another run than `identity` says (its `chunk` and `program` do not count; of the metadata, keys
/// that only one of them has do not).
pub fn plan(
    folder: &Path,
    identity: &ChunkHeader,
    games: u64,
    per_chunk: u64,
) -> Result<Vec<ChunkPlan>, RecordError> {
    let mut found = BTreeSet::new();
    let mut taken = BTreeSet::new();
    for (name, path) in folder::list(folder)? {
        if name.generation == identity.generation {
            let chunk = read_chunk(&path, OnDamage::Refuse)?;
            check_identity(&path, identity, &chunk.header)?;
            taken.insert(name.chunk);
            found.extend(chunk.records.iter().map(|record| record.index));
        }
    }
    let mut missing: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for game in (0..games).filter(|game| !found.contains(game)) {
        missing.entry(game / per_chunk).or_default().push(game);
    }
    let regular = u32::try_from(games.div_ceil(per_chunk)).unwrap_or(u32::MAX);
    let mut spare = taken.last().map_or(0, |last| last + 1).max(regular);
    let mut name = |group: u64| {
        let chunk = group as u32;
        let chunk = if taken.contains(&chunk) {
            spare += 1;
            spare - 1
        } else {
            chunk
        };
        ChunkName { generation: identity.generation, chunk }
    };
    Ok(missing.into_iter().map(|(group, games)| ChunkPlan { name: name(group), games }).collect())
}
