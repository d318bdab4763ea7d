//! What a match is played by, apart from who plays.

use std::{num::NonZero, time::Duration};

use damier_engine::{search::Limits, time::TimeControl};

use super::Adjudication;
use crate::{competitor::Pace, openings::OpeningSource, rating::Sprt};

/// What a match is played by.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSettings {
    /// Pairs of games.
    pub pairs: usize,
    /// Limits of each move, for competitors that have none of their own.
    pub limits: Limits,
    /// The clock of each game, for competitors that have no pace of their own.
    pub clock: Option<TimeControl>,
    /// Whether competitors think on their opponents' time.
    pub pondering: Pondering,
    /// By how much a move may overstep its time, or a clock in all, before the game is lost: scheduling of
    /// threads and pipes is no thinking time.
    pub margin: Duration,
    /// Where the games start.
    pub openings: OpeningSource,
    /// Plies after which a game is drawn, the opening's included.
    pub ply_cap: Option<usize>,
    /// When the arena ends a game that goes on by the rules.
    pub adjudication: Adjudication,
    /// Games at a time. Where time counts, games beside each other disturb each other.
    pub threads: NonZero<usize>,
    /// The seed of openings and competitors.
    pub seed: u64,
    /// Ends the match early when it is decided.
    pub sprt: Option<Sprt>,
}

/// Whether competitors think on their opponents' time, those that can.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Pondering {
    /// None does.
    #[default]
    Off,
    /// They do. Games then depend on time, whatever the limits, and take twice the cores.
    On,
}

impl MatchSettings {
    /// Returns how long those may think who have no pace of their own.
    pub fn pace(&self) -> Pace {
        Pace { limits: self.limits, clock: self.clock }
    }
}

/// What a busy machine may add to a move.
pub const DEFAULT_MARGIN: Duration = Duration::from_millis(200);

impl Default for MatchSettings {
    /// A hundred pairs from random openings, as many games at a time as there are cores, no limits.
    fn default() -> Self {
        Self {
            pairs: 100,
            limits: Limits::default(),
            clock: None,
            pondering: Pondering::Off,
            margin: DEFAULT_MARGIN,
            openings: OpeningSource::default(),
            ply_cap: None,
            adjudication: Adjudication::default(),
            threads: std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN),
            seed: 1,
            sprt: None,
        }
    }
}
