//! Strength for computing: the ratings of a run's nets over the computing that made them, as a small file
//! (`docs/reference/tournaments.md`).

mod check;
mod made;
#[cfg(test)]
mod tests;

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{
    folder::CURVE_FILE,
    summary::{Bounds, Figures, PlayedOn, SummaryError, read},
};

/// What the file says that it is.
const FORMAT: &str = "damier curve";
const VERSION: u32 = 1;

/// Which nets of a run are rated.
#[derive(Clone, PartialEq, Debug)]
pub struct CurvePlan {
    /// The folder of the run, as the command named it; its name alone where the path was absolute.
    pub run: String,
    /// The command that plays it, with `DIR` for the folder of the games.
    pub command: String,
    /// The nets in ascending order of computing.
    pub nets: Vec<CurveNet>,
}

/// A net of a run, and what had been spent when it was made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurveNet {
    /// The generation; 0 is the net of random weights.
    pub generation: u32,
    /// Processor time of games and training, of all threads together, in minutes.
    pub core_minutes: f64,
    /// Games of self-play.
    pub games: u64,
    /// Recorded positions of those games.
    pub positions: u64,
}

/// The curve of a run: strength at equal limits over computing. It is written for people and pages: no game depends on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurveSummary {
    format: String,
    version: u32,
    /// Identity of the game.
    pub game: String,
    /// The folder of the run, as the command named it; its name alone where the path was absolute.
    pub run: String,
    /// The command that played it, with `DIR` for the folder of the games.
    pub command: String,
    /// The limits of players without limits of their own, in words.
    pub limits: String,
    /// The memory of players without a number of their own, in MiB.
    pub memory_mib: u32,
    /// Where games began, in words.
    pub openings: String,
    /// The seed of the openings and the players.
    pub seed: u64,
    /// Games of each encounter.
    pub games_each: usize,
    /// When the first game ended: ISO 8601 in UTC. `None` before the first one.
    pub first_game: Option<String>,
    /// When the last game ended so far.
    pub last_game: Option<String>,
    /// Finished games.
    pub games: usize,
    /// Games in all, those to come included.
    pub games_due: usize,
    /// Where its games were played: more than one place after an interruption that changed something.
    pub played_on: Vec<PlayedOn>,
    /// The nets in ascending order of computing.
    pub points: Vec<CurvePoint>,
    /// The opponents beside the nets; the first one has Elo 0.
    pub opponents: Vec<CurveOpponent>,
}

/// A net of the curve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurvePoint {
    /// The generation; 0 is the net of random weights.
    pub generation: u32,
    /// Processor time of games and training until then, of all threads together, in minutes.
    pub core_minutes: f64,
    /// Games of self-play until then.
    pub selfplay_games: u64,
    /// Recorded positions of those games.
    pub selfplay_positions: u64,
    /// Finished games of the curve that it took part in.
    pub games: usize,
    /// Its rating in Elo, from the games of all; the first opponent has 0.
    pub elo: Bounds,
    /// Games that it won against the first opponent.
    pub won: u64,
    /// Those that were drawn.
    pub drawn: u64,
    /// Those that it lost.
    pub lost: u64,
    /// Its share of the points of these games, 0..=1; `None` without games.
    pub score: Option<Bounds>,
}

/// An opponent of the nets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurveOpponent {
    /// What it is called.
    pub name: String,
    /// Its description, as in `damier match`.
    pub competitor: String,
    /// Its finished games.
    pub games: usize,
    /// Its rating in Elo.
    pub elo: Bounds,
}

impl CurveSummary {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, is no curve or one of another version, or its numbers do not add up.
    pub fn read(path: &Path) -> Result<Self, SummaryError> {
        read(path)
    }
}

impl Figures for CurveSummary {
    const FORMAT: &'static str = FORMAT;
    const VERSION: u32 = VERSION;
    const WHAT: &'static str = "curve of a run";
    const FILE: &'static str = CURVE_FILE;
    const COMMAND: &'static str = "damier curve";

    fn check(&self) -> Result<(), String> {
        self.check_numbers()
    }

    fn into_places(self) -> Vec<PlayedOn> {
        self.played_on
    }
}
