//! What is converted.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use damier_records::{Chunk, OnDamage, chunk::MAGIC, folder, reader::parse_chunk};
use damier_rules::game_text;

/// The folder of a run's chunks.
const GAMES: &str = "games";

/// A file.
pub(super) struct Source {
    pub(super) path: PathBuf,
    /// Bytes.
    pub(super) size: u64,
}

/// What a file holds.
pub(super) enum Content {
    /// Records.
    Records(Chunk),
    /// Text of games.
    Text(String),
}

/// The files that are named, with the chunks of folders and runs.
pub(super) fn list(from: &[PathBuf]) -> anyhow::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in from {
        if !path.is_dir() {
            sources.push(source(path)?);
            continue;
        }
        let mut chunks = folder::list(path)?;
        if chunks.is_empty() {
            chunks = folder::list(&path.join(GAMES))?;
        }
        if chunks.is_empty() {
            anyhow::bail!(
                "{}: no chunks of games in this folder; give a run, its games folder, or files",
                path.display()
            );
        }
        for chunk in chunks.values() {
            sources.push(source(chunk)?);
        }
    }
    Ok(sources)
}

fn source(path: &Path) -> anyhow::Result<Source> {
    let size = fs::metadata(path).with_context(|| format!("{}: cannot be read", path.display()))?.len();
    Ok(Source { path: path.to_owned(), size })
}

impl Source {
    /// Reads it.
    pub(super) fn read(&self, on_damage: OnDamage) -> anyhow::Result<Content> {
        let bytes =
            fs::read(&self.path).with_context(|| format!("{}: cannot be read", self.path.display()))?;
        if bytes.starts_with(&MAGIC) {
            return Ok(Content::Records(parse_chunk(&self.path, &bytes, on_damage)?));
        }
        Ok(Content::Text(game_text::decode(bytes)))
    }
}

impl Content {
    /// The identity of the game; `wanted` is that of the command line.
    pub(super) fn game(&self, path: &Path, wanted: Option<&str>) -> anyhow::Result<String> {
        match self {
            Self::Records(chunk) => Ok(chunk.header.game.clone()),
            Self::Text(text) => game_text::identity_of(text, wanted).ok_or_else(|| {
                anyhow::anyhow!(
                    "{}: the file does not tell which game it is; give --game GAME",
                    path.display()
                )
            }),
        }
    }
}
