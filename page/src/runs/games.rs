//! The games of one generation of a run, of which only those are read that are asked for.

use std::{ops::Range, path::PathBuf};

use axum::http::StatusCode;
use damier_records::{GameRecord, folder, lookup};
use damier_train::run::RunDirectory;

use super::store::RunFolder;
use crate::error::ApiError;

/// The finished chunks of a generation, with the number of their games.
pub(crate) struct Generation {
    chunks: Vec<(PathBuf, u64)>,
    /// One line for each chunk that cannot be read.
    pub(crate) problems: Vec<String>,
    pub(crate) games: u64,
}

impl Generation {
    /// Finds the games of a generation, from 1: those that the net before it played.
    ///
    /// # Errors
    /// There is no such generation, or the folder cannot be listed.
    pub(crate) fn find(run: &RunFolder, generation: u32) -> Result<Self, ApiError> {
        let folder = run.within(RunDirectory::games_of(&run.path))?;
        let all = folder::list(&folder).map_err(|error| unreadable(&error))?;
        let player = generation.checked_sub(1);
        let own = all.into_iter().filter(|(name, _)| Some(name.generation) == player);
        let mut found = Self { chunks: Vec::new(), problems: Vec::new(), games: 0 };
        for (_, path) in own {
            let path = run.within(path)?;
            match lookup::count_games(&path) {
                Ok(games) => {
                    found.games += games;
                    found.chunks.push((path, games));
                }
                Err(error) => found.problems.push(error.to_string()),
            }
        }
        if found.chunks.is_empty() && found.problems.is_empty() {
            let message = format!("generation {generation} has no finished chunk of games");
            let at = Some("generation".to_owned());
            return Err(ApiError { at, ..ApiError::new(StatusCode::NOT_FOUND, message) });
        }
        Ok(found)
    }

    /// Reads the games with some places in the generation, from 0; fewer where there are not as many.
    ///
    /// # Errors
    /// A chunk that has some of them is damaged.
    pub(crate) fn read(&self, places: Range<u64>) -> Result<Vec<GameRecord>, ApiError> {
        let mut found = Vec::new();
        let mut before = 0;
        for (path, games) in &self.chunks {
            let after = before + games;
            if before < places.end && places.start < after {
                let within = places.start.saturating_sub(before)..places.end.min(after) - before;
                found.extend(lookup::read_games(path, within).map_err(|error| unreadable(&error))?);
            }
            before = after;
        }
        Ok(found)
    }
}

/// Returns the refusal of records that cannot be read.
fn unreadable(error: &damier_records::RecordError) -> ApiError {
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
}
