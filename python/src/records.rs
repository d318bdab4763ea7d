//! Reads chunks of records.

use std::path::{Path, PathBuf};

use damier_records::{Chunk, OnDamage, RecordError, folder, read_chunk};
use damier_rules::{
    Game,
    registry::{self, GameVisitor},
};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    columns::{Columns, GameNumber},
    refused,
};

/// The fields of `damier.Records`, and a line for each damaged part that was left out.
#[pyfunction]
#[pyo3(signature = (path, feature_set=None, *, skip_damaged=false))]
pub(crate) fn read_records<'py>(
    py: Python<'py>,
    path: PathBuf,
    feature_set: Option<String>,
    skip_damaged: bool,
) -> PyResult<(Bound<'py, PyDict>, Vec<String>)> {
    let on_damage = if skip_damaged { OnDamage::Skip } else { OnDamage::Refuse };
    let (columns, left_out) =
        py.detach(|| read(&path, feature_set.as_deref(), on_damage)).map_err(refused)?;
    Ok((columns.into_dict(py)?, left_out))
}

fn read(
    path: &Path,
    feature_set: Option<&str>,
    on_damage: OnDamage,
) -> Result<(Columns, Vec<String>), String> {
    let text = |error: RecordError| error.to_string();
    let mut left_out = Vec::new();
    let chunks: Vec<(PathBuf, Chunk)> = if path.is_dir() {
        let found = folder::read_all(path, on_damage).map_err(text)?;
        left_out.extend(found.refused.into_iter().map(text));
        found.chunks.into_iter().map(|(name, chunk)| (name.path(path), chunk)).collect()
    } else {
        vec![(path.to_owned(), read_chunk(path, on_damage).map_err(text)?)]
    };
    for (path, chunk) in &chunks {
        left_out.extend(chunk.damage.iter().map(|damage| {
            let (length, offset) = (damage.length, damage.offset);
            format!("{}: {length} bytes from byte {offset}: {}", path.display(), damage.reason)
        }));
    }
    let Some((_, first)) = chunks.first() else {
        let remedy = "give a chunk (.dmr) or a folder of them, such as `games` of a run";
        return Err(format!("{}: there is no chunk of games; {remedy}", path.display()));
    };
    let game = first.header.game.clone();
    if let Some((other, chunk)) = chunks.iter().find(|(_, chunk)| chunk.header.game != game) {
        let (path, other_game) = (other.display(), &chunk.header.game);
        return Err(format!(
            "{path}: games of {other_game}, where the others are of {game}; read them alone"
        ));
    }
    let columns = registry::dispatch(&game, Collect { chunks: &chunks, feature_set })
        .map_err(|error| error.to_string())??;
    Ok((columns, left_out))
}

struct Collect<'a> {
    chunks: &'a [(PathBuf, Chunk)],
    feature_set: Option<&'a str>,
}

impl GameVisitor for Collect<'_> {
    type Output = Result<Columns, String>;

    fn visit<G: Game>(self, game: G) -> Result<Columns, String> {
        let id = self.feature_set.unwrap_or(game.feature_sets()[0]);
        let features = game.features(id).ok_or_else(|| {
            format!("{} has no feature set {id:?}; it has {}", game.id(), game.feature_sets().join(", "))
        })?;
        let mut columns = Columns::new(&game, id, &features);
        let mut record = 0;
        for (path, chunk) in self.chunks {
            for played in &chunk.records {
                let number = GameNumber { record, generation: chunk.header.generation };
                let added = columns.add(&game, &features, played, number);
                added.map_err(|error| format!("{}: {error}", path.display()))?;
                record += 1;
            }
        }
        Ok(columns)
    }
}
