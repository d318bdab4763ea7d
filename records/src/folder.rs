//! The chunks of a run: one folder, one name per generation and chunk.

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
};

use crate::{
    error::RecordError,
    reader::{Chunk, OnDamage, read_chunk},
};

/// The extension of chunk files.
pub const EXTENSION: &str = "dmr";

/// The name of a chunk, in order of writing: `gen-0003-chunk-0002.dmr`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChunkName {
    /// The number of the generation, from 0; see [`ChunkHeader::generation`](crate::ChunkHeader::generation).
    pub generation: u32,
    /// The number within the generation.
    pub chunk: u32,
}

impl ChunkName {
    /// Reads a file name; `None` for any that [`Display`](fmt::Display) does not write.
    pub fn parse(name: &str) -> Option<Self> {
        let stem = name.strip_suffix(EXTENSION)?.strip_suffix('.')?;
        let (generation, chunk) = stem.strip_prefix("gen-")?.split_once("-chunk-")?;
        let parsed = Self { generation: generation.parse().ok()?, chunk: chunk.parse().ok()? };
        (parsed.to_string() == name).then_some(parsed)
    }

    /// The file in `folder`.
    pub fn path(self, folder: &Path) -> PathBuf {
        folder.join(self.to_string())
    }
}

impl fmt::Display for ChunkName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "gen-{:04}-chunk-{:04}.{EXTENSION}", self.generation, self.chunk)
    }
}

/// The chunks in a folder, oldest first; other files are ignored, a missing folder has none.
///
/// # Errors
/// If the folder cannot be listed.
pub fn list(folder: &Path) -> Result<BTreeMap<ChunkName, PathBuf>, RecordError> {
    list_named(folder, ChunkName::parse)
}

/// The files in a folder whose names `parse` takes for those of chunks.
pub fn list_named(
    folder: &Path,
    parse: impl Fn(&str) -> Option<ChunkName>,
) -> Result<BTreeMap<ChunkName, PathBuf>, RecordError> {
    let unlisted = |source| RecordError::Io {
        path: folder.to_owned(),
        action: "list",
        remedy: "check that it is a folder and may be read",
        source,
    };
    if !folder.exists() {
        return Ok(BTreeMap::new());
    }
    let mut chunks = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(unlisted)? {
        let entry = entry.map_err(unlisted)?;
        if let Some(name) = entry.file_name().to_str().and_then(&parse) {
            chunks.insert(name, entry.path());
        }
    }
    Ok(chunks)
}

/// What the names of damaged files that were set aside end with.
const ASIDE: &str = "damaged";

/// Gives a damaged file another name, under which no reader finds it: `gen-0003-chunk-0002.dmr.damaged`. Returns that.
///
/// # Errors
/// If the file cannot be renamed.
pub fn set_aside(path: &Path) -> Result<PathBuf, RecordError> {
    let named = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 0 { format!(".{ASIDE}") } else { format!(".{ASIDE}-{number}") });
        PathBuf::from(name)
    };
    let free = (0..).map(named).find(|name| !name.exists()).expect("numbers do not end");
    fs::rename(path, &free).map_err(|source| RecordError::Io {
        path: path.to_owned(),
        action: "rename",
        remedy: "check permissions, then run the same command again",
        source,
    })?;
    Ok(free)
}

/// The chunks of a folder that could be read, and why the others could not.
#[derive(Debug, Default)]
pub struct Chunks {
    /// Oldest first; with [`OnDamage::Skip`] possibly with blocks left out.
    pub chunks: Vec<(ChunkName, Chunk)>,
    /// With [`OnDamage::Skip`]: why whole chunks were left out.
    pub refused: Vec<RecordError>,
}

/// Reads all chunks of a folder. With [`OnDamage::Skip`] unreadable ones are skipped to the next whole
/// one, and listed.
///
/// # Errors
/// If the folder cannot be listed; with [`OnDamage::Refuse`] also if any chunk cannot be read.
pub fn read_all(folder: &Path, on_damage: OnDamage) -> Result<Chunks, RecordError> {
    let mut found = Chunks::default();
    for (name, path) in list(folder)? {
        match (read_chunk(&path, on_damage), on_damage) {
            (Ok(chunk), _) => found.chunks.push((name, chunk)),
            (Err(error), OnDamage::Skip) => found.refused.push(error),
            (Err(error), OnDamage::Refuse) => return Err(error),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ordered_and_survive() {
        let name = ChunkName { generation: 3, chunk: 2 };
        assert_eq!(name.to_string(), "gen-0003-chunk-0002.dmr");
        for name in [name, ChunkName { generation: 12_345, chunk: 0 }] {
            assert_eq!(ChunkName::parse(&name.to_string()), Some(name));
        }
        for other in
            ["gen-3-chunk-2.dmr", "gen-0003-chunk-0002", "gen-0003-chunk-0002.dmr.tmp", "net.bin", ""]
        {
            assert_eq!(ChunkName::parse(other), None);
        }
    }
}
