//! The chunks of one generation: whether they belong together, and their games in order.

use std::{
    fmt::{self, Debug, Formatter},
    path::Path,
};

use serde_json::Value;

use crate::{
    chunk::ChunkHeader,
    error::RecordError,
    folder,
    reader::{Damage, OnDamage, read_chunk, read_header},
    record::GameRecord,
};

/// The generations of a folder, ascending, after a look at the identity of every chunk. With [`OnDamage::Skip`] chunks
/// with damaged headers are passed over.
///
/// # Errors
/// If the folder cannot be listed, a chunk cannot be read, is of another game than `game`, or comes from another
/// run than the chunks before it.
pub fn generations(folder: &Path, game: &str, on_damage: OnDamage) -> Result<Vec<u32>, RecordError> {
    let mut generations = Vec::new();
    let mut before: Option<ChunkHeader> = None;
    for (name, path) in folder::list(folder)? {
        let found = match read_header(&path) {
            Err(RecordError::Damaged { .. }) if on_damage == OnDamage::Skip => {
                if generations.last() != Some(&name.generation) {
                    generations.push(name.generation);
                }
                continue;
            }
            found => found?,
        };
        let expected = match &before {
            Some(before) if before.generation == name.generation => before.clone(),
            _ => {
                if generations.last() != Some(&name.generation) {
                    generations.push(name.generation);
                }
                ChunkHeader {
                    game: game.to_owned(),
                    generation: name.generation,
                    seed: before.as_ref().map_or(found.seed, |before| before.seed),
                    ..found.clone()
                }
            }
        };
        check_identity(&path, &expected, &found)?;
        before = Some(expected);
    }
    Ok(generations)
}

/// Returns the identity of the game in the first chunk of a folder; `None` where there is no chunk. With
/// [`OnDamage::Skip`] chunks with damaged headers are passed over.
///
/// # Errors
/// If the folder cannot be listed, or a chunk cannot be read.
pub fn game_of(folder: &Path, on_damage: OnDamage) -> Result<Option<String>, RecordError> {
    for path in folder::list(folder)?.values() {
        match read_header(path) {
            Err(RecordError::Damaged { .. }) if on_damage == OnDamage::Skip => {}
            found => return found.map(|header| Some(header.game)),
        }
    }
    Ok(None)
}

/// Refuses a file of another run.
pub fn check_identity(path: &Path, expected: &ChunkHeader, found: &ChunkHeader) -> Result<(), RecordError> {
    let refuse = |what: &str, found: &dyn Debug, expected: &dyn Debug| {
        let reason = format!(
            "holds games of another run ({what} {found:?}, expected {expected:?}); choose another folder or remove \
             the file"
        );
        Err(RecordError::Foreign { path: path.to_owned(), reason })
    };
    if found.game != expected.game {
        return refuse("game", &found.game, &expected.game);
    }
    if found.seed != expected.seed {
        return refuse("seed", &found.seed, &expected.seed);
    }
    if found.net != expected.net {
        return refuse("net", &found.net, &expected.net);
    }
    if found.generation != expected.generation {
        return refuse("generation", &found.generation, &expected.generation);
    }
    for (key, expected) in &expected.metadata {
        if let Some((key, found, expected)) =
            found.metadata.get(key).and_then(|found| difference(key, found, expected))
        {
            return refuse(&key, &Shown(found), &Shown(expected));
        }
    }
    Ok(())
}

/// Returns the first place where two values of the same key differ, and both; keys that only one of them has do not
/// count.
pub fn difference<'v>(
    key: &str,
    found: &'v Value,
    expected: &'v Value,
) -> Option<(String, &'v Value, &'v Value)> {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected.iter().find_map(|(below, expected)| {
            found.get(below).and_then(|found| difference(&format!("{key}.{below}"), found, expected))
        }),
        _ => (found != expected).then(|| (key.to_owned(), found, expected)),
    }
}

/// A value as JSON writes it.
struct Shown<'v>(&'v Value);

impl Debug for Shown<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.0)
    }
}

/// What was left out of the chunks of a generation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// A line for each damaged part: the file, the place and what is wrong.
    pub parts: Vec<String>,
    /// Games that were in those parts, as far as it is known.
    pub games: u64,
}

/// The records of one generation in order of their index, however they are spread over chunks.
///
/// # Errors
/// If the folder cannot be listed, a chunk of the generation cannot be read or is damaged, or a game is there twice.
pub fn read_generation(folder: &Path, generation: u32) -> Result<Vec<GameRecord>, RecordError> {
    read_generation_leaving(folder, generation, OnDamage::Refuse).map(|(records, _)| records)
}

/// The same; with [`OnDamage::Skip`] damaged parts are left out and listed.
///
/// # Errors
/// As for [`read_generation`].
pub fn read_generation_leaving(
    folder: &Path,
    generation: u32,
    on_damage: OnDamage,
) -> Result<(Vec<GameRecord>, LeftOut), RecordError> {
    let mut records = Vec::new();
    let mut left_out = LeftOut::default();
    for (_, path) in folder::list(folder)?.into_iter().filter(|(name, _)| name.generation == generation) {
        let chunk = match read_chunk(&path, on_damage) {
            Err(RecordError::Damaged { offset, reason, .. }) if on_damage == OnDamage::Skip => {
                left_out
                    .parts
                    .push(format!("{}: all of it, damaged at byte {offset}: {reason}", path.display()));
                continue;
            }
            chunk => chunk?,
        };
        left_out.parts.extend(chunk.damage.iter().map(|damage| {
            let Damage { offset, length, reason } = damage;
            format!("{}: {length} bytes from byte {offset}: {reason}", path.display())
        }));
        left_out.games += chunk.lost.unwrap_or(0);
        records.extend(chunk.records);
    }
    records.sort_by_key(|record| record.index);
    if let Some(pair) = records.windows(2).find(|pair| pair[0].index == pair[1].index) {
        let game = pair[0].index;
        return Err(RecordError::Foreign {
            path: folder.to_owned(),
            reason: format!(
                "game {game} of generation {generation} is there twice; remove the chunk that was copied"
            ),
        });
    }
    Ok((records, left_out))
}
