//! What a search may spend, in nodes.

/// Others are asked whether to go on once in so many nodes.
const NODES_PER_QUESTION: u64 = 512;

/// Counts nodes.
#[derive(Debug)]
pub(super) struct Budget {
    limit: u64,
    nodes: u64,
    exhausted: bool,
}

impl Budget {
    /// Of so many nodes.
    pub(super) fn new(limit: Option<u64>) -> Self {
        Self { limit: limit.unwrap_or(u64::MAX), nodes: 0, exhausted: false }
    }

    /// Pays for one node, where `go_on`, which is asked now and then, agrees; false when there is nothing left to
    /// pay with.
    #[inline]
    pub(super) fn pay(&mut self, go_on: impl FnOnce(u64) -> bool) -> bool {
        if self.exhausted {
            return false;
        }
        self.exhausted =
            self.nodes >= self.limit || self.nodes.is_multiple_of(NODES_PER_QUESTION) && !go_on(self.nodes);
        self.nodes += u64::from(!self.exhausted);
        !self.exhausted
    }

    pub(super) fn exhausted(&self) -> bool {
        self.exhausted
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
