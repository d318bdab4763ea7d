//! Measuring a net: the caller's work, of which the loop says when.

use std::{path::Path, sync::atomic::AtomicBool};

use serde::{Deserialize, Serialize};

use super::config::MeasureConfig;

/// The result of one match of a net.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The opponent, in the notation of `damier match`.
    pub opponent: String,
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// Share of the points, 0..=1.
    pub score: f64,
    /// Elo difference with the ends of its 95 % interval; infinite ends are `None`.
    pub elo: [Option<f64>; 3],
}

/// Matches to be played.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The game's identity.
    pub game: &'a str,
    /// The net to be measured.
    pub net: &'a Path,
    /// The opponents, in the notation of `damier match`.
    pub opponents: &'a [String],
    /// The net of an earlier generation, which is the last opponent.
    pub predecessor: Option<&'a Path>,
    /// Limits and openings.
    pub config: &'a MeasureConfig,
    /// Games against each opponent.
    pub games: u32,
    /// Games at the same time.
    pub threads: usize,
    /// Seed of the openings and of whatever is random in the players.
    pub seed: u64,
}

/// Plays matches.
pub trait Measure {
    /// Plays the matches of a task; `None` when `stop` was set before they were finished. `progress` is
    /// told the number of games finished so far and a short figure.
    ///
    /// # Errors
    /// Why a match cannot be played, in one line.
    fn measure(
        &mut self,
        task: &Task<'_>,
        progress: &(dyn Fn(u64, &str) + Sync),
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Measured>>, String>;
}
