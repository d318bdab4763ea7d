//! How the numbers in the tree are changed: by one thread, or by many at a time.
//!
//! Every number is atomic. A single thread reads and writes it like any other number; many threads exchange what
//! decides about moves, and try again where another was faster, and lend a visit to every edge on their way so
//! that others look elsewhere in the meantime.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Whether edges on the way of a simulation are visited before it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Visits {
    /// When it ends.
    Late,
    /// On the way down; the value is corrected at the end.
    Lent,
}

/// One of the two ways.
pub(super) trait Access {
    /// When visits are counted.
    const VISITS: Visits;

    /// Changes a number.
    fn change(cell: &AtomicU64, change: impl Fn(u64) -> u64);
}

/// The tree belongs to one thread.
pub(super) struct Alone;

/// Other threads are in the tree.
pub(super) struct Together;

impl Access for Alone {
    const VISITS: Visits = Visits::Late;

    #[inline(always)]
    fn change(cell: &AtomicU64, change: impl Fn(u64) -> u64) {
        change_apart(cell, change);
    }
}

impl Access for Together {
    const VISITS: Visits = Visits::Lent;

    #[inline(always)]
    fn change(cell: &AtomicU64, change: impl Fn(u64) -> u64) {
        cell.update(Relaxed, Relaxed, change);
    }
}

/// Changes a number without exchange: what another thread does to it at this very moment may be lost. For figures
/// in which a loss now and then does not matter; an exchange takes as long as many other steps.
#[inline(always)]
pub(super) fn change_apart(cell: &AtomicU64, change: impl Fn(u64) -> u64) {
    cell.store(change(cell.load(Relaxed)), Relaxed);
}
