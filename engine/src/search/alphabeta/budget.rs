//! What a search may spend, in nodes: moves made on the board, as other programs count them. What is looked at again after
//! the same move is not paid for again, nor is passing.

use std::mem;

/// Others are asked whether to go on once in so many nodes.
const NODES_PER_QUESTION: u64 = 512;

/// Counts nodes.
#[derive(Debug)]
pub(super) struct Budget {
    limit: u64,
    nodes: u64,
    exhausted: bool,
    /// Whether a move has been made that is not paid for yet.
    owing: bool,
}

impl Budget {
    /// Of so many nodes.
    pub(super) fn new(limit: Option<u64>) -> Self {
        Self { limit: limit.unwrap_or(u64::MAX), nodes: 0, exhausted: false, owing: false }
    }

    /// A move is made: the next visit pays for it.
    #[inline]
    pub(super) fn owe(&mut self) {
        self.owing = true;
    }

    /// Pays for the move that is owed, if one is, where `go_on`, which is asked now and then, agrees; false when there
    /// is nothing left to pay with.
    #[inline]
    pub(super) fn pay(&mut self, go_on: impl FnOnce(u64) -> bool) -> bool {
        if mem::take(&mut self.owing) && !self.exhausted {
            self.exhausted = self.nodes >= self.limit
                || self.nodes.is_multiple_of(NODES_PER_QUESTION) && !go_on(self.nodes);
            self.nodes += u64::from(!self.exhausted);
        }
        !self.exhausted
    }

    pub(super) fn exhausted(&self) -> bool {
        self.exhausted
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
