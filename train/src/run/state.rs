//! The state file of a run: what is finished, with its figures.

use std::{fs, io, path::Path};

use damier_engine::atomic_file;
use serde::{Deserialize, Serialize};

use super::{directory::DirectoryError, measure::Measured};

/// The finished generations of a run.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunState {
    /// In order, the first is generation 1.
    pub generations: Vec<GenerationState>,
}

/// The figures of a finished generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerationState {
    /// Number, from 1.
    pub generation: u32,
    /// Games and recorded positions it generated.
    pub games: u64,
    /// See `games`.
    pub positions: u64,
    /// Mean plies per game.
    pub mean_plies: f64,
    /// Shares of games won by the first player, drawn, and won by the second.
    pub outcomes: [f64; 3],
    /// Optimiser steps since the run began.
    pub steps: u64,
    /// Losses over this generation's steps and on the held-out games: value, policy, moves left.
    pub train_loss: [f64; 3],
    /// See `train_loss`.
    pub held_out_loss: [f64; 3],
    /// Share of held-out positions where the net's first move is the search's.
    pub top_move_accuracy: f64,
    /// See [`Measures::largest_accumulator`](crate::metrics::Measures::largest_accumulator); zero in states of
    /// older versions.
    #[serde(default)]
    pub largest_accumulator: f64,
    /// Seconds that passed for games, training and matches, in the process that finished it.
    pub seconds: [f64; 3],
    /// Seconds of processor time for the same, of all threads together; zero in states of older versions.
    #[serde(default)]
    pub cpu_seconds: [f64; 3],
    /// Matches against the fixed opponents, where it was measured.
    pub measured: Vec<Measured>,
}

impl RunState {
    /// Reads the state, empty where there is no file yet.
    ///
    /// # Errors
    /// A file that cannot be read or is not a state.
    pub fn read(path: &Path) -> Result<Self, DirectoryError> {
        match fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text)
                .map_err(|error| DirectoryError::State { path: path.into(), reason: error.to_string() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(DirectoryError::reading(path)(source)),
        }
    }

    /// Writes the state.
    ///
    /// # Errors
    /// Any error of the file system; the old file is then untouched.
    pub fn write(&self, path: &Path) -> Result<(), DirectoryError> {
        let text = serde_json::to_string_pretty(self).expect("plain data");
        atomic_file::write(path, text.as_bytes()).map_err(DirectoryError::writing(path))
    }
}
