//! Who may end a search.

use std::{
    sync::atomic::{
        AtomicBool, AtomicU64,
        Ordering::{Acquire, Relaxed, Release},
    },
    time::{Duration, Instant},
};

use super::{root::Root, transposition::Table};

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

/// Ends the work of helping threads when it goes, whether its thread returns or panics.
#[derive(Debug, Default)]
pub(super) struct Whistle(AtomicBool);

impl Whistle {
    pub(super) fn blow(&self) {
        self.0.store(true, Release);
    }
}

/// Blows the whistle in the end.
pub(super) struct Blower<'a>(pub(super) &'a Whistle);

impl Drop for Blower<'_> {
    fn drop(&mut self) {
        self.0.blow();
    }
}

/// Watches a helping thread: until the whistle blows.
pub(super) struct Helper<'a> {
    pub(super) whistle: &'a Whistle,
    /// Where the others read how many nodes the thread has searched.
    pub(super) nodes: &'a AtomicU64,
}

impl<M> Watcher<M> for Helper<'_> {
    fn go_on(&mut self, _: &Root<M>, _: &Table, nodes: u64) -> bool {
        self.nodes.store(nodes, Relaxed);
        !self.whistle.0.load(Acquire)
    }
}
