//! The state file of a run: what is finished, with its figures.

use std::{collections::BTreeMap, fs, io, ops::Range, path::Path};

use damier_files::atomic_file;
use serde::{Deserialize, Serialize};

use super::{config::RunConfig, directory_error::DirectoryError, measure::Measured};
use crate::metrics::Bin;

/// What is finished of a run, and what has to be in its directory.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunState {
    /// In order, the first is generation 1.
    pub generations: Vec<GenerationState>,
    /// The configuration by which the run goes on, as TOML; `None` in states of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config: Option<String>,
    /// For how many steps the learning rate was planned, in the order of the steps from which on; empty in states of
    /// older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub planned: Vec<PlannedSteps>,
    /// SHA-256 of the files that were written, by their paths within the run; empty in states of older versions.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

/// The length of a run as the learning rate knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedSteps {
    /// The first step, from 0, that was learned with this plan.
    pub from: u64,
    /// Optimiser steps of the whole run.
    pub total: u64,
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
    /// See [`Measures::calibration`](crate::metrics::Measures::calibration); empty in states of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calibration: Vec<Bin>,
    /// Seconds that passed for games, training and matches, in the process that finished it.
    pub seconds: [f64; 3],
    /// Seconds of processor time for the same, of all threads together; zero in states of older versions.
    #[serde(default)]
    pub cpu_seconds: [f64; 3],
    /// Matches against the fixed opponents, where it was measured.
    pub measured: Vec<Measured>,
}

impl GenerationState {
    /// Returns the processor time of its games and its training in seconds, of all threads together; `None` in states of
    /// older versions. Matches are left out: they teach nothing.
    pub fn learning_seconds(&self) -> Option<f64> {
        let [games, training, matches] = self.cpu_seconds;
        (games + training + matches > 0.0).then_some(games + training)
    }
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

    /// The configuration in the state that `path` holds.
    ///
    /// # Errors
    /// It is none.
    pub(super) fn config(&self, path: &Path) -> Result<Option<RunConfig>, DirectoryError> {
        let parsed = self.config.as_ref().map(|text| RunConfig::parse(text, path)).transpose();
        parsed.map_err(|error| DirectoryError::State { path: path.into(), reason: error.to_string() })
    }

    /// Plans the steps from `from` on for a run of `total` steps.
    pub(super) fn plan(&mut self, from: u64, total: u64) {
        if self.planned.last().is_some_and(|last| last.total == total) {
            return;
        }
        self.planned.retain(|plan| plan.from < from);
        self.planned.push(PlannedSteps { from, total });
    }

    /// The steps of a range in parts that were planned alike, each with the steps of the whole run.
    pub(super) fn planned(&self, steps: Range<u64>) -> Vec<(Range<u64>, u64)> {
        let ends = self.planned.iter().skip(1).map(|next| next.from).chain([u64::MAX]);
        let parts = self.planned.iter().zip(ends);
        let within = |(plan, end): (&PlannedSteps, u64)| {
            let part = plan.from.max(steps.start)..end.min(steps.end);
            (!part.is_empty()).then_some((part, plan.total))
        };
        parts.filter_map(within).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_keep_the_plan_that_they_were_learned_by() {
        let mut state = RunState::default();
        state.plan(0, 100);
        state.plan(40, 100);
        assert_eq!(state.planned(10..30), [(10..30, 100)], "the same plan again changes nothing");
        state.plan(100, 200);
        assert_eq!(state.planned(90..120), [(90..100, 100), (100..120, 200)]);
        state.plan(100, 300);
        assert_eq!(
            state.planned(90..120),
            [(90..100, 100), (100..120, 300)],
            "nothing was learned by the other"
        );
        state.plan(0, 50);
        assert_eq!(state.planned(0..10), [(0..10, 50)]);
    }
}
