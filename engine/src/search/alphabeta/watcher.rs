//! Polled conditions that end a search.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use super::{root::Root, transposition::TranspositionTable};
use crate::search::stop_flag::StopFlag;

/// Polled by the search every few hundred nodes.
pub(super) trait Watcher<M> {
    /// Returns whether the search may go on; gets its state after `nodes` nodes.
    fn go_on(&mut self, root: &Root<M>, table: &TranspositionTable, nodes: u64) -> bool;
}

/// Watcher of a time limit.
#[derive(Debug)]
pub(super) struct Timer {
    pub(super) started: Instant,
    pub(super) time: Option<Duration>,
}

impl<M> Watcher<M> for Timer {
    fn go_on(&mut self, _: &Root<M>, _: &TranspositionTable, _: u64) -> bool {
        self.time.is_none_or(|time| self.started.elapsed() < time)
    }
}

/// Watcher of a helper thread: ends it when the stop flag is set.
pub(super) struct Helper<'a> {
    pub(super) stop_flag: &'a StopFlag,
    /// Node counter of the thread, read by the main thread.
    pub(super) nodes: &'a AtomicU64,
}

impl<M> Watcher<M> for Helper<'_> {
    fn go_on(&mut self, _: &Root<M>, _: &TranspositionTable, nodes: u64) -> bool {
        self.nodes.store(nodes, Relaxed);
        !self.stop_flag.is_set()
    }
}
