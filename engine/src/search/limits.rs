//! When a search stops.

use std::time::Duration;

/// The bounds of one search; the first one reached ends it. At least one has to be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Wall-clock time for the move.
    pub time: Option<Duration>,
    /// Simulations (tree search) or nodes (alpha-beta).
    pub nodes: Option<u64>,
    /// Depth in plies (alpha-beta: nominal depth; tree search: length of the principal line).
    pub depth: Option<u32>,
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
}
