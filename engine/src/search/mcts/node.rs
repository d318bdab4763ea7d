//! Node of the tree: a position with its statistics.

use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

use super::{
    access::{Access, update_unsynchronised},
    edge::{Counts, Edge},
};
use crate::search::Proof;

const HEAD: usize = 3;

/// Node of the tree: its head, which precedes its edges in the pool.
///
/// Values are shares of the point for its player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    /// Visits and value sum.
    counts: &'a AtomicU64,
    /// Sum of the squared values and sum of the draw probabilities.
    spread: &'a AtomicU64,
    /// Sum of the moves left; of a terminal node, plies to the end or [`UNKNOWN_PLIES`](Self::UNKNOWN_PLIES).
    plies: &'a AtomicU64,
    /// Key of the position; [`NO_KEY`](Self::NO_KEY) where transpositions do not share the node.
    key: &'a AtomicU64,
    proof: &'a AtomicU64,
    /// Number of edges: one for each move that is searched.
    edges: &'a AtomicU64,
}

/// Statistics of a node, read at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeStatistics {
    pub(super) visits: u32,
    value_sum: f32,
    square_sum: f32,
    pub(super) draw_sum: f32,
    pub(super) moves_left_sum: f32,
}

impl NodeStatistics {
    /// Returns the mean value; 0.5 without visits.
    #[inline]
    pub(super) fn mean(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { self.value_sum / self.visits as f32 }
    }

    /// Returns the standard deviation of the values.
    #[inline]
    pub(super) fn spread(&self) -> f32 {
        let count = self.visits.max(1) as f32;
        let mean = self.value_sum / count;
        (self.square_sum / count - mean * mean).max(0.0).sqrt()
    }

    /// Returns the mean draw probability.
    #[inline]
    pub(super) fn draw(&self) -> f32 {
        self.draw_sum / self.visits.max(1) as f32
    }

    /// Returns the mean moves left, in plies.
    #[inline]
    pub(super) fn moves_left(&self) -> f32 {
        self.moves_left_sum / self.visits.max(1) as f32
    }
}

impl<'a> Node<'a> {
    /// Slots of the pool that the head occupies.
    pub(super) const HEAD: usize = HEAD;
    /// Key of a node that transpositions do not share.
    pub(super) const NO_KEY: u64 = 0;
    /// Plies of a terminal node whose distance to the end is unknown.
    const UNKNOWN_PLIES: u32 = u32::MAX;

    /// Returns the node of a head.
    #[inline(always)]
    pub(super) fn at(head: &'a [Edge; HEAD]) -> Self {
        let [[counts, spread], [plies, key], [proof, edges]] = head.each_ref().map(Edge::words);
        Self { counts, spread, plies, key, proof, edges }
    }

    /// Resets the node; no other thread may see it yet. Without edges it is terminal.
    #[inline]
    pub(super) fn reset(self, edges: usize, proof: Proof) {
        self.counts.store(0, Relaxed);
        self.spread.store(0, Relaxed);
        self.plies.store(0, Relaxed);
        self.key.store(Self::NO_KEY, Relaxed);
        self.proof.store(proof as u64, Relaxed);
        self.edges.store(edges as u64, Relaxed);
    }

    /// Copies the statistics of another node; no other thread may see this one yet.
    pub(super) fn copy_from(self, other: Self) {
        self.counts.store(other.counts.load(Relaxed), Relaxed);
        self.spread.store(other.spread.load(Relaxed), Relaxed);
        self.plies.store(other.plies.load(Relaxed), Relaxed);
        self.proof.store(other.proof.load(Relaxed), Relaxed);
    }

    /// Returns whether the node is terminal: end of the game, known result, or repetition.
    #[inline]
    pub(super) fn is_end(self) -> bool {
        self.edges() == 0
    }

    /// Returns the number of edges; 0 for a terminal node.
    #[inline]
    pub(super) fn edges(self) -> usize {
        self.edges.load(Relaxed) as usize
    }

    /// Returns the plies from a [terminal](Self::is_end) node to the end of the game; `None` where unknown.
    pub(super) fn plies_to_end(self) -> Option<u32> {
        Some(self.plies.load(Relaxed) as u32).filter(|plies| *plies != Self::UNKNOWN_PLIES)
    }

    /// Sets [`plies_to_end`](Self::plies_to_end), before the first visit.
    pub(super) fn set_plies_to_end(self, plies: Option<u32>) {
        self.plies.store(u64::from(plies.unwrap_or(Self::UNKNOWN_PLIES)), Relaxed);
    }

    #[inline]
    pub(super) fn key(self) -> u64 {
        self.key.load(Relaxed)
    }

    #[inline]
    pub(super) fn set_key(self, key: u64) {
        self.key.store(key, Relaxed);
    }

    #[inline]
    pub(super) fn proof(self) -> Proof {
        Proof::of_bits(self.proof.load(Acquire) as u8)
    }

    #[inline]
    pub(super) fn set_proof(self, proof: Proof) {
        self.proof.store(proof as u64, Release);
    }

    /// Returns the visits.
    #[inline]
    pub(super) fn visits(self) -> u32 {
        Counts::of_bits(self.counts.load(Relaxed)).visits()
    }

    #[inline]
    pub(super) fn statistics(self) -> NodeStatistics {
        let counts = Counts::of_bits(self.counts.load(Relaxed));
        let (square_sum, draw_sum) = halves(self.spread.load(Relaxed));
        NodeStatistics {
            visits: counts.visits(),
            value_sum: counts.sum(),
            square_sum,
            draw_sum,
            moves_left_sum: f32::from_bits((self.plies.load(Relaxed) >> 32) as u32),
        }
    }

    /// Adds an update of one or more simulations.
    #[inline(always)]
    pub(super) fn add<A: Access>(self, update: &NodeUpdate) {
        A::update(self.counts, |bits| {
            let counts = Counts::of_bits(bits);
            Counts::new(counts.visits() + update.visits, counts.sum() + update.shares).bits()
        });
        update_unsynchronised(self.spread, |bits| {
            let (square_sum, draw_sum) = halves(bits);
            joined(square_sum + update.squares, draw_sum + update.draws)
        });
        update_unsynchronised(self.plies, |bits| {
            let sum = f32::from_bits((bits >> 32) as u32) + update.moves_left;
            u64::from(sum.to_bits()) << 32 | bits & u64::from(u32::MAX)
        });
    }
}

/// Sums of the values of one or more simulations, for one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeUpdate {
    pub(super) visits: u32,
    /// Sum of the shares of the node's player, and of their squares.
    pub(super) shares: f32,
    pub(super) squares: f32,
    /// Sum of the draw probabilities.
    pub(super) draws: f32,
    /// Sum of the moves left, in plies.
    pub(super) moves_left: f32,
}

impl NodeUpdate {
    /// Returns the update of one simulation.
    #[inline(always)]
    pub(super) fn of_one(share: f32, draw: f32, moves_left: f32) -> Self {
        Self { visits: 1, shares: share, squares: share * share, draws: draw, moves_left }
    }
}

#[inline]
fn halves(bits: u64) -> (f32, f32) {
    (f32::from_bits((bits >> 32) as u32), f32::from_bits(bits as u32))
}

#[inline]
fn joined(high: f32, low: f32) -> u64 {
    u64::from(high.to_bits()) << 32 | u64::from(low.to_bits())
}
