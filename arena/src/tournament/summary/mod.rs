//! What a gauntlet has come to, as a small file (`docs/reference/tournaments.md`).

mod check;
mod figures;
mod keeper;
mod made;
#[cfg(test)]
mod tests;

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use self::figures::{begins_as, parse, text_of};
pub(super) use self::{
    figures::{Figures, read},
    keeper::{FigureKind, Source, SummaryKeeper},
    made::Standings,
};
pub use super::conditions::PlayerConditions;
use super::{CurveSummary, folder::SUMMARY_FILE};
use crate::play::Effort;

/// What the file says that it is.
const FORMAT: &str = "damier gauntlet";
const VERSION: u32 = 1;

/// What a gauntlet has come to, without its games. It is written for people and pages: no game depends on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GauntletSummary {
    format: String,
    version: u32,
    /// The name of the gauntlet.
    pub name: String,
    /// Identity of the game.
    pub game: String,
    /// The file that describes the gauntlet, as the command named it; its name alone where the path was absolute.
    pub file: String,
    /// The limits of players without limits of their own, in words.
    pub limits: String,
    /// The memory of players without a number of their own, in MiB.
    pub memory_mib: u32,
    /// Where games began, in words.
    pub openings: String,
    /// The seed of the openings and the players.
    pub seed: u64,
    /// When the first game ended, and the last: ISO 8601 in UTC. `None` before the first one.
    pub first_game: Option<String>,
    /// When the last game ended so far.
    pub last_game: Option<String>,
    /// Games that the gauntlet has in all.
    pub games_due: usize,
    /// Where its games were played: more than one place after an interruption that changed something.
    pub played_on: Vec<PlayedOn>,
    /// The players, the one that meets all others first.
    pub players: Vec<PlayerConditions>,
    /// The results of the first player, by opponent.
    pub opponents: Vec<OpponentResult>,
    /// The ratings of all, the strongest first; their mean is 0.
    pub ratings: Vec<RatingResult>,
}

/// A program and a machine that played games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedOn {
    /// The version of damier, with its commit.
    pub damier: String,
    /// The model of the processor, where the system says it.
    pub processor: Option<String>,
    /// The cores that the process could use.
    pub cores: usize,
    /// Games at a time.
    pub concurrency: usize,
    /// Whether a fleet of other machines played the games.
    pub fleet: bool,
}

/// The results of the first player against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentResult {
    /// The opponent.
    pub name: String,
    /// Finished games that the first player won.
    pub won: u64,
    /// Those that were drawn.
    pub drawn: u64,
    /// Those that it lost.
    pub lost: u64,
    /// Pairs of games from one opening by the half points that the first player won in both, from 0 to 4.
    pub pairs: [u64; 5],
    /// Its share of the points, 0..=1; `None` without games.
    pub score: Option<Bounds>,
    /// What searching cost the first player against this opponent.
    pub first_effort: EffortPerMove,
    /// What it cost the opponent.
    pub opponent_effort: EffortPerMove,
    /// Games that the first player forfeited, and those that the opponent did.
    pub forfeits: [usize; 2],
}

/// The rating of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingResult {
    /// The player.
    pub name: String,
    /// Its finished games.
    pub games: usize,
    /// Its rating in Elo.
    pub elo: Bounds,
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// The estimate.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// What searching costs, a move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffortPerMove {
    /// Nodes or simulations; `None` where the player says none, or does not search.
    pub nodes: Option<u64>,
    /// Milliseconds by the clock; `None` before the first searched move.
    pub milliseconds: Option<f64>,
}

impl EffortPerMove {
    pub(super) fn of(effort: &Effort) -> Self {
        let Effort { moves, nodes, time, .. } = *effort;
        // Microseconds are exact enough.
        let milliseconds = |moves: u64| (1e6 * time.as_secs_f64() / moves as f64).round() / 1e3;
        Self {
            nodes: (nodes > 0).then(|| (nodes as f64 / moves as f64).round() as u64),
            milliseconds: (moves > 0).then(|| milliseconds(moves)),
        }
    }
}

/// Why a file is no summary of a gauntlet, or no curve of a run.
#[derive(Debug, Error)]
pub enum SummaryError {
    /// The file system refused.
    #[error("{path}: {action} failed: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// Why.
        source: io::Error,
    },
    /// The content.
    #[error("{path}: {reason}", path = path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and what would be right.
        reason: String,
    },
}

impl GauntletSummary {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, is no summary or one of another version, or its numbers do not add up.
    pub fn read(path: &Path) -> Result<Self, SummaryError> {
        read(path)
    }

    /// Returns the number of finished games.
    pub fn games(&self) -> u64 {
        self.opponents.iter().map(OpponentResult::games).sum()
    }
}

impl OpponentResult {
    /// Returns the number of finished games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

impl Figures for GauntletSummary {
    const FORMAT: &'static str = FORMAT;
    const VERSION: u32 = VERSION;
    const WHAT: &'static str = "summary of a gauntlet";
    const FILE: &'static str = SUMMARY_FILE;
    const COMMAND: &'static str = "damier tournament";

    fn check(&self) -> Result<(), String> {
        self.check_numbers()
    }

    fn into_places(self) -> Vec<PlayedOn> {
        self.played_on
    }
}

/// A file of figures: what a gauntlet or a curve has come to.
#[derive(Clone, PartialEq, Debug)]
pub enum SummaryFile {
    /// Of a gauntlet.
    Gauntlet(GauntletSummary),
    /// Of the nets of a run.
    Curve(CurveSummary),
}

impl SummaryFile {
    /// Reads a file, which says itself what it is.
    ///
    /// # Errors
    /// See [`GauntletSummary::read`].
    pub fn read(path: &Path) -> Result<Self, SummaryError> {
        let text = text_of(path)?;
        let parsed = if begins_as::<CurveSummary>(&text) {
            parse(&text).map(Self::Curve)
        } else {
            parse(&text).map(Self::Gauntlet)
        };
        parsed.map_err(|reason| SummaryError::Content { path: path.to_owned(), reason })
    }
}
