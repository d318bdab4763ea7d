//! Node counting and the node limit.
//!
//! A node is a move made on the board. Re-searches after the same move and null moves do not count.

use std::mem;

/// Nodes between two polls of the stop flag and the clock.
const NODES_PER_POLL: u64 = 512;

/// Node counter with a limit.
#[derive(Debug)]
pub(super) struct Budget {
    limit: u64,
    nodes: u64,
    exhausted: bool,
    /// Whether a move has been made that is not counted yet.
    deferred: bool,
}

impl Budget {
    /// Returns a budget of `limit` nodes; `None` is unlimited.
    pub(super) fn new(limit: Option<u64>) -> Self {
        Self { limit: limit.unwrap_or(u64::MAX), nodes: 0, exhausted: false, deferred: false }
    }

    /// Notes that a move was made: the next [`count_node`](Self::count_node) counts it.
    #[inline]
    pub(super) fn defer_node(&mut self) {
        self.deferred = true;
    }

    /// Counts the deferred node, if there is one, and polls `go_on` every [`NODES_PER_POLL`] nodes.
    ///
    /// Returns whether the search may go on.
    #[inline]
    pub(super) fn count_node(&mut self, go_on: impl FnOnce(u64) -> bool) -> bool {
        if mem::take(&mut self.deferred) && !self.exhausted {
            self.exhausted =
                self.nodes >= self.limit || self.nodes.is_multiple_of(NODES_PER_POLL) && !go_on(self.nodes);
            self.nodes += u64::from(!self.exhausted);
        }
        !self.exhausted
    }

    /// Returns whether the search has to end.
    pub(super) fn exhausted(&self) -> bool {
        self.exhausted
    }

    /// Returns the nodes counted so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
