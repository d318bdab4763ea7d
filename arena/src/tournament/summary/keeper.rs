//! The file of figures in the folder of its tournament.

use std::path::{Path, PathBuf};

use damier_files::atomic_file;

use super::{
    GauntletSummary, PlayedOn, SummaryError,
    figures::{Figures, read, to_json},
    made::Standings,
};
use crate::tournament::{CurvePlan, CurveSummary, conditions::Conditions, machine, run::TournamentOptions};

/// What the figures of a tournament are of.
#[derive(Clone, Copy)]
pub(in crate::tournament) enum FigureKind<'k> {
    /// One player against all others.
    Gauntlet,
    /// The nets of a run, which come before the other players.
    Curve(&'k CurvePlan),
}

impl FigureKind<'_> {
    fn file(self) -> &'static str {
        match self {
            Self::Gauntlet => GauntletSummary::FILE,
            Self::Curve(_) => CurveSummary::FILE,
        }
    }

    /// Returns where games were played, as the file at `path` says.
    fn places(self, path: &Path) -> Result<Vec<PlayedOn>, SummaryError> {
        Ok(match self {
            Self::Gauntlet => read::<GauntletSummary>(path)?.into_places(),
            Self::Curve(_) => read::<CurveSummary>(path)?.into_places(),
        })
    }
}

/// What the figures say of a tournament beside its games.
#[derive(Clone, Copy)]
pub(in crate::tournament) struct Source<'k> {
    /// The identity of the game.
    pub(in crate::tournament) game: &'k str,
    /// The tournament's file.
    pub(in crate::tournament) path: &'k Path,
    /// The seed of that file.
    pub(in crate::tournament) seed: u64,
    /// Games in all.
    pub(in crate::tournament) games_due: usize,
}

/// Writes the figures of a tournament.
pub(in crate::tournament) struct SummaryKeeper<'k> {
    path: PathBuf,
    kind: FigureKind<'k>,
    conditions: Conditions,
    source: Source<'k>,
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
    /// Opens the file in `folder`, or begins it.
    ///
    /// # Errors
    /// There is one that cannot be read.
    pub(in crate::tournament) fn open(
        folder: &Path,
        kind: FigureKind<'k>,
        conditions: Conditions,
        source: Source<'k>,
    ) -> Result<Self, SummaryError> {
        let path = folder.join(kind.file());
        // Who played the games of earlier times stands nowhere else.
        let played_on = if path.exists() { kind.places(&path)? } else { Vec::new() };
        Ok(Self { path, kind, conditions, source, played_on })
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
        let Self { path, kind, conditions, source, played_on } = self;
        let played_on = played_on.clone();
        let text = match kind {
            FigureKind::Gauntlet => to_json(&GauntletSummary::of(standings, conditions, *source, played_on)),
            FigureKind::Curve(plan) => {
                to_json(&CurveSummary::of(standings, conditions, *source, plan, played_on))
            }
        };
        atomic_file::write(path, text.as_bytes()).map_err(|error| SummaryError::Io {
            path: path.clone(),
            action: "writing",
            source: error,
        })
    }
}
