//! Update of tree statistics by one thread or by many.
//!
//! All statistics are atomic. A single thread loads and stores them. Many threads update what decides about moves by
//! compare-and-exchange, and add virtual visits (virtual loss) to the edges of their path.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// When a simulation counts its visits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Visits {
    /// During backpropagation.
    AtBackpropagation,
    /// During the descent, as virtual visits; backpropagation corrects the value.
    Virtual,
}

/// Access of one or of many threads to the tree.
pub(super) trait Access {
    /// When simulations count their visits.
    const VISITS: Visits;

    /// Updates a statistic.
    fn update(cell: &AtomicU64, change: impl Fn(u64) -> u64);
}

/// A single thread owns the tree.
pub(super) struct SingleThread;

/// Several threads share the tree.
pub(super) struct SharedTree;

impl Access for SingleThread {
    const VISITS: Visits = Visits::AtBackpropagation;

    #[inline(always)]
    fn update(cell: &AtomicU64, change: impl Fn(u64) -> u64) {
        update_unsynchronised(cell, change);
    }
}

impl Access for SharedTree {
    const VISITS: Visits = Visits::Virtual;

    #[inline(always)]
    fn update(cell: &AtomicU64, change: impl Fn(u64) -> u64) {
        cell.update(Relaxed, Relaxed, change);
    }
}

/// Updates a statistic by load and store: a concurrent update may be lost.
///
/// Serves statistics that tolerate this, since a compare-and-exchange is slow.
#[inline(always)]
pub(super) fn update_unsynchronised(cell: &AtomicU64, change: impl Fn(u64) -> u64) {
    cell.store(change(cell.load(Relaxed)), Relaxed);
}
