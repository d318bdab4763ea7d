//! What one thread has done in a search, for all to read.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use damier_rules::player::MAX_PLAYERS;

use crate::evaluation::SeatShares;

/// One thread's figures; only that thread changes them. Two of them share no line of a cache.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Tally {
    simulations: AtomicU64,
    depth_sum: AtomicU64,
    depth_max: AtomicU32,
    /// By seat.
    shares: [AtomicU32; MAX_PLAYERS],
    values: AtomicU64,
}

/// The figures of all threads at one moment.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Total {
    pub(super) simulations: u64,
    pub(super) depth_sum: u64,
    pub(super) depth_max: u32,
    /// What the simulations gave to each player, the root's own value included, and how many that were.
    pub(super) shares: SeatShares,
    pub(super) values: u64,
}

impl Tally {
    /// A simulation with a way of so many plies.
    #[inline]
    pub(super) fn note(&self, depth: usize, shares: &SeatShares) {
        add(&self.simulations, 1);
        add(&self.depth_sum, depth as u64);
        let depth = depth as u32;
        if depth > self.depth_max.load(Relaxed) {
            self.depth_max.store(depth, Relaxed);
        }
        self.note_value(shares);
    }

    /// A value at the root.
    #[inline]
    pub(super) fn note_value(&self, shares: &SeatShares) {
        for (sum, share) in self.shares.iter().zip(shares.by_seat()) {
            sum.store((f32::from_bits(sum.load(Relaxed)) + share).to_bits(), Relaxed);
        }
        add(&self.values, 1);
    }

    /// Simulations noted.
    #[inline]
    pub(super) fn simulations(&self) -> u64 {
        self.simulations.load(Relaxed)
    }

    /// The sum of all.
    pub(super) fn total(tallies: &[Self]) -> Total {
        let mut total = Total::default();
        for tally in tallies {
            total.simulations += tally.simulations();
            total.depth_sum += tally.depth_sum.load(Relaxed);
            total.depth_max = total.depth_max.max(tally.depth_max.load(Relaxed));
            let shares = std::array::from_fn(|seat| f32::from_bits(tally.shares[seat].load(Relaxed)));
            total.shares.add(&SeatShares::from_seats(shares));
            total.values += tally.values.load(Relaxed);
        }
        total
    }
}

#[inline]
fn add(sum: &AtomicU64, amount: u64) {
    sum.store(sum.load(Relaxed) + amount, Relaxed);
}
