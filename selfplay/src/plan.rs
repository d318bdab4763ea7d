//! Which games of a generation are still missing, and into which chunks they go.

use std::{collections::BTreeMap, ops::Range};

use damier_records::ChunkName;

use crate::found::Found;

/// A chunk to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ChunkPlan {
    /// Its name.
    pub(crate) name: ChunkName,
    /// The indices of its games, ascending; at least one.
    pub(crate) games: Vec<u64>,
}

/// Plans the chunks for those of the games in `wanted` that a folder lacks, `per_chunk` (at least 1) a chunk.
///
/// In an empty folder chunk *c* gets the games from *c*·`per_chunk` on, so what is missing after chunks
/// were lost comes back under the same name with the same bytes. A chunk that holds only
/// some of its games keeps them; the others go into a chunk beyond the last.
pub(crate) fn plan(found: &Found, generation: u32, wanted: Range<u64>, per_chunk: u64) -> Vec<ChunkPlan> {
    let mut missing: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for game in wanted.clone().filter(|game| !found.games.contains_key(game)) {
        missing.entry(game / per_chunk).or_default().push(game);
    }
    let regular = u32::try_from(wanted.end.div_ceil(per_chunk)).unwrap_or(u32::MAX);
    let mut spare = found.chunks.last().map_or(0, |last| last + 1).max(regular);
    let mut name = |group: u64| {
        let chunk = group as u32;
        let chunk = if found.chunks.contains(&chunk) {
            spare += 1;
            spare - 1
        } else {
            chunk
        };
        ChunkName { generation, chunk }
    };
    missing.into_iter().map(|(group, games)| ChunkPlan { name: name(group), games }).collect()
}
