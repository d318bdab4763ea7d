//! How long a competitor may think.

use damier_engine::{search::Limits, time::TimeControl};

/// How long a competitor may think: the bounds of each move, and the clock of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pace {
    /// The bounds of each move.
    pub limits: Limits,
    /// The clock of the game.
    pub clock: Option<TimeControl>,
}

impl Pace {
    /// Returns whether moves are bounded by time.
    pub fn counts_time(&self) -> bool {
        self.clock.is_some() || self.limits.time.is_some()
    }

    /// Returns whether nothing bounds a search.
    pub fn is_infinite(&self) -> bool {
        self.clock.is_none() && self.limits.is_infinite()
    }
}

impl From<Limits> for Pace {
    fn from(limits: Limits) -> Self {
        Self { limits, clock: None }
    }
}
