//! How long a competitor may think.

use std::fmt;

use damier_engine::{
    search::Limits,
    time::{DurationText, TimeControl},
};

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

impl fmt::Display for Pace {
    /// Writes what bounds a search, for people.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { time, nodes, depth, .. } = self.limits;
        let bounds = [
            self.clock.map(|clock| format!("clock {clock}")),
            time.map(|time| format!("{} a move", DurationText(time))),
            nodes.map(|nodes| format!("{nodes} nodes a move")),
            depth.map(|depth| format!("depth {depth}")),
        ];
        let bounds: Vec<String> = bounds.into_iter().flatten().collect();
        if bounds.is_empty() { out.write_str("none") } else { out.write_str(&bounds.join(", ")) }
    }
}

impl From<Limits> for Pace {
    fn from(limits: Limits) -> Self {
        Self { limits, clock: None }
    }
}
