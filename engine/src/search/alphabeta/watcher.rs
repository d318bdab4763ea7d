//! Who may end a search.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use super::{root::Root, transposition::Table};
use crate::search::stop_flag::StopFlag;

/// Asked now and then whether a search shall go on.
pub(super) trait Watcher<M> {
    /// What is known so far, after so many nodes.
    fn go_on(&mut self, root: &Root<M>, table: &Table, nodes: u64) -> bool;
}

/// Watches the time.
#[derive(Debug)]
pub(super) struct Timer {
    pub(super) started: Instant,
    pub(super) time: Option<Duration>,
}

impl<M> Watcher<M> for Timer {
    fn go_on(&mut self, _: &Root<M>, _: &Table, _: u64) -> bool {
        self.time.is_none_or(|time| self.started.elapsed() < time)
    }
}

/// Watches a helping thread: until it is called off.
pub(super) struct Helper<'a> {
    pub(super) stop_flag: &'a StopFlag,
    /// Where the others read how many nodes the thread has searched.
    pub(super) nodes: &'a AtomicU64,
}

impl<M> Watcher<M> for Helper<'_> {
    fn go_on(&mut self, _: &Root<M>, _: &Table, nodes: u64) -> bool {
        self.nodes.store(nodes, Relaxed);
        !self.stop_flag.is_set()
    }
}
