//! When a search stops.

use std::time::Duration;

use crate::time::Clock;

/// The bounds of one search; the first one reached ends it. Without any it is infinite: it runs until it is
/// stopped, or until the result is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Wall-clock time for the move.
    pub time: Option<Duration>,
    /// Simulations (tree search) or nodes (alpha-beta).
    pub nodes: Option<u64>,
    /// Depth in plies (alpha-beta: nominal depth; tree search: length of the principal line).
    pub depth: Option<u32>,
    /// The player's clock; the search decides how much of it the move is worth. Tree search only.
    pub clock: Option<Clock>,
    /// Looks for a win of the player to move within so many plies and for nothing beyond: the search ends when
    /// it is found. Tree search between two players only.
    pub proof_plies: Option<u32>,
}

impl Limits {
    /// A fixed time for the move.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// A fixed number of simulations or nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A fixed depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A share of what is left on the clock.
    pub fn clock(clock: Clock) -> Self {
        Self { clock: Some(clock), ..Self::default() }
    }

    /// Whether there is no bound at all.
    pub fn is_infinite(&self) -> bool {
        *self == Self::default()
    }

    /// Whether time bounds it.
    pub fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }
}
