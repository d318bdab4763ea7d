//! Limits of a search.

use std::time::Duration;

use crate::time::Clock;

/// Limits of one search; the first one reached ends it.
///
/// Without any the search is infinite: it runs until it is stopped or the result is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Wall-clock time for the move.
    pub time: Option<Duration>,
    /// Simulations (tree search) or nodes (alpha-beta).
    pub nodes: Option<u64>,
    /// Depth in plies (alpha-beta: nominal depth; tree search: length of the principal line).
    pub depth: Option<u32>,
    /// Clock of the player, of which the time manager allots a part to the move.
    pub clock: Option<Clock>,
    /// Searches only for a win of the player to move within this number of plies, and ends when it is found.
    ///
    /// Tree search between two players only.
    pub proof_plies: Option<u32>,
}

impl Limits {
    /// Returns limits of a fixed time for the move.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Returns limits of a fixed number of simulations or nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Returns limits of a fixed depth in plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Returns limits of a part of the remaining clock.
    pub fn clock(clock: Clock) -> Self {
        Self { clock: Some(clock), ..Self::default() }
    }

    /// Returns whether there is no limit.
    pub fn is_infinite(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether time is limited.
    pub fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }
}
