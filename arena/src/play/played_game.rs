//! A game that was played.

use std::{ops::AddAssign, time::Duration};

use damier_rules::{AnyMove, AnyPosition, Outcome, Position};
use serde::{Deserialize, Serialize};

use super::Ending;

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove<M> {
    /// The move.
    pub mv: M,
    /// What its player thought of the position; `None` for moves of the opening and forced ones.
    pub score: Option<String>,
    /// The depth of the search.
    pub depth: Option<u32>,
    /// The time that its player took; `None` for moves of the opening and forced ones.
    pub time: Option<Duration>,
}

impl<M> PlayedMove<M> {
    /// Returns a move without a choice: of the opening, or the only one.
    pub fn unsearched(mv: M) -> Self {
        Self { mv, score: None, depth: None, time: None }
    }
}

/// What searching has cost a competitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// Moves that were searched for.
    pub moves: u64,
    /// Nodes or simulations.
    pub nodes: u64,
    /// The depths of the searches, added up.
    pub depths: u64,
    /// Wall-clock time; in files a whole number of nanoseconds.
    #[serde(with = "nanoseconds")]
    pub time: Duration,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depths += other.depths;
        self.time += other.time;
    }
}

/// The machine that played a game in which time bounds moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedBy {
    /// The name of the worker.
    pub worker: String,
    /// The time that it gave a move, for that of the match: 2 on a machine of half the speed.
    pub scale: f64,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Where it started.
    pub start: AnyPosition,
    /// All moves, those of the opening included.
    pub moves: Vec<PlayedMove<AnyMove>>,
    /// How many of them are the opening.
    pub opening_plies: usize,
    /// The outcome.
    pub outcome: Outcome,
    /// How it ended.
    pub ending: Ending,
    /// What searching has cost, by seat.
    pub effort: Vec<Effort>,
    /// The machine that played it, where that was another one and time bounded moves.
    pub played_by: Option<PlayedBy>,
}

impl PlayedGame {
    /// Returns the position after the first `plies` moves.
    pub fn position_after(&self, plies: usize) -> AnyPosition {
        let mut position = self.start.clone();
        self.moves[..plies].iter().for_each(|played| position.play(played.mv));
        position
    }

    /// Returns the key of the position in which the competitors took over.
    pub fn opening_key(&self) -> u64 {
        self.position_after(self.opening_plies).key()
    }
}

/// Times as whole nanoseconds.
mod nanoseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        (time.as_nanos() as u64).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_nanos)
    }
}
