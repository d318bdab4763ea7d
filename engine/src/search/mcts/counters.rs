//! Counters of one search thread, readable by all.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use damier_rules::player::MAX_PLAYERS;

use crate::evaluation::SeatShares;

/// Counters of one thread, written by it alone. The alignment avoids false sharing.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Counters {
    simulations: AtomicU64,
    depth_sum: AtomicU64,
    depth_max: AtomicU32,
    /// Sum of the values of each seat, as bits of `f32`.
    shares: [AtomicU32; MAX_PLAYERS],
    values: AtomicU64,
}

/// Sums of the counters of all threads.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct CounterTotals {
    pub(super) simulations: u64,
    pub(super) depth_sum: u64,
    pub(super) depth_max: u32,
    /// Sum of the values of each seat, the root's own value included.
    pub(super) shares: SeatShares,
    /// Number of these values.
    pub(super) values: u64,
}

impl Counters {
    /// Counts a simulation with a path of `depth` plies.
    #[inline]
    pub(super) fn count_simulation(&self, depth: usize, shares: &SeatShares) {
        add(&self.simulations, 1);
        add(&self.depth_sum, depth as u64);
        let depth = depth as u32;
        if depth > self.depth_max.load(Relaxed) {
            self.depth_max.store(depth, Relaxed);
        }
        self.add_root_value(shares);
    }

    /// Adds a value at the root.
    #[inline]
    pub(super) fn add_root_value(&self, shares: &SeatShares) {
        for (sum, share) in self.shares.iter().zip(shares.by_seat()) {
            sum.store((f32::from_bits(sum.load(Relaxed)) + share).to_bits(), Relaxed);
        }
        add(&self.values, 1);
    }

    /// Returns the simulations counted.
    #[inline]
    pub(super) fn simulations(&self) -> u64 {
        self.simulations.load(Relaxed)
    }

    /// Returns the sums over all threads.
    pub(super) fn total(counters: &[Self]) -> CounterTotals {
        let mut total = CounterTotals::default();
        for counters in counters {
            total.simulations += counters.simulations();
            total.depth_sum += counters.depth_sum.load(Relaxed);
            total.depth_max = total.depth_max.max(counters.depth_max.load(Relaxed));
            let shares = std::array::from_fn(|seat| f32::from_bits(counters.shares[seat].load(Relaxed)));
            total.shares.add(&SeatShares::from_seats(shares));
            total.values += counters.values.load(Relaxed);
        }
        total
    }
}

#[inline]
fn add(sum: &AtomicU64, amount: u64) {
    sum.store(sum.load(Relaxed) + amount, Relaxed);
}
