//! What a search has spent and when it has to stop.

use std::time::{Duration, Instant};

use crate::search::Limits;

/// The clock is read once in so many nodes.
const NODES_PER_CLOCK_READING: u64 = 512;

/// Counts nodes and watches the limits of time and nodes.
pub(super) struct Budget {
    started: Instant,
    time: Option<Duration>,
    node_limit: u64,
    nodes: u64,
    exhausted: bool,
}

impl Budget {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            started: Instant::now(),
            time: limits.time,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            exhausted: false,
        }
    }

    /// Pays for one node; false when there is nothing left to pay with.
    pub(super) fn pay(&mut self) -> bool {
        if self.nodes >= self.node_limit
            || (self.nodes.is_multiple_of(NODES_PER_CLOCK_READING) && self.out_of_time())
        {
            self.exhausted = true;
        }
        if self.exhausted {
            return false;
        }
        self.nodes += 1;
        true
    }

    pub(super) fn exhausted(&self) -> bool {
        self.exhausted
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn out_of_time(&self) -> bool {
        self.time.is_some_and(|time| self.started.elapsed() >= time)
    }
}
