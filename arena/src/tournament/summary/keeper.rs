//! The file of a summary in the folder of its gauntlet.

use std::path::{Path, PathBuf};

use damier_files::atomic_file;

use super::{GauntletSummary, PlayedOn, SummaryError, made::Standings};
use crate::tournament::{conditions::Conditions, folder::SUMMARY_FILE, machine, run::TournamentOptions};

/// Writes the summary of a gauntlet.
pub(in crate::tournament) struct SummaryKeeper<'k> {
    path: PathBuf,
    game: &'k str,
    conditions: Conditions,
    /// The gauntlet's file and its seed.
    source: (&'k Path, u64),
    /// Where games were played, before and now.
    played_on: Vec<PlayedOn>,
}

impl PlayedOn {
    /// Returns this program on this machine.
    fn here(options: &TournamentOptions<'_>) -> Self {
        Self {
            damier: options.version.to_owned(),
            processor: machine::processor(),
            cores: machine::cores(),
            concurrency: options.threads.get(),
            fleet: options.machines.is_some(),
        }
    }
}

impl<'k> SummaryKeeper<'k> {
    /// Opens the summary of a gauntlet in `folder`, or begins it.
    ///
    /// # Errors
    /// There is one that cannot be read.
    pub(in crate::tournament) fn open(
        folder: &Path,
        game: &'k str,
        conditions: Conditions,
        source: (&'k Path, u64),
    ) -> Result<Self, SummaryError> {
        let path = folder.join(SUMMARY_FILE);
        // Who played the games of earlier times stands nowhere else.
        let played_on = if path.exists() { GauntletSummary::read(&path)?.played_on } else { Vec::new() };
        Ok(Self { path, game, conditions, source, played_on })
    }

    /// Notes that games are played from now on, by this program on this machine.
    pub(in crate::tournament) fn play_here(&mut self, options: &TournamentOptions<'_>) {
        let here = PlayedOn::here(options);
        if !self.played_on.contains(&here) {
            self.played_on.push(here);
        }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// It cannot be written.
    pub(in crate::tournament) fn write(&self, standings: Standings<'_>) -> Result<(), SummaryError> {
        let Self { path, game, conditions, source, played_on } = self;
        let summary = GauntletSummary::of(standings, game, conditions, *source, played_on.clone());
        atomic_file::write(path, summary.to_json().as_bytes()).map_err(|error| SummaryError::Io {
            path: path.clone(),
            action: "writing",
            source: error,
        })
    }
}
