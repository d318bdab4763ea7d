//! A position in the tree.

use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

use super::{
    access::{Access, change_apart},
    edge::{Counts, Edge},
};
use crate::search::Proof;

const HEAD: usize = 3;

/// A position in the tree: the head, which lies in the pool before its edges. Values are shares of the point for
/// its player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    /// Visits and sum of the values.
    counts: &'a AtomicU64,
    /// Sum of the squares of the values and sum of the drawing probabilities.
    spread: &'a AtomicU64,
    /// Sum of the plies to the end; and of an end of the search, plies to that of the game or [`UNTOLD`](Self::UNTOLD).
    plies: &'a AtomicU64,
    /// The position's; [`NO_KEY`](Self::NO_KEY) where no other node learns from this one.
    key: &'a AtomicU64,
    proof: &'a AtomicU64,
    /// How many there are: one for each legal move that is looked at.
    edges: &'a AtomicU64,
}

/// A node's figures at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figures {
    pub(super) visits: u32,
    value_sum: f32,
    square_sum: f32,
    pub(super) draw_sum: f32,
    pub(super) moves_left_sum: f32,
}

impl Figures {
    /// Mean of the values.
    #[inline]
    pub(super) fn mean(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { self.value_sum / self.visits as f32 }
    }

    /// Standard deviation of the values that came by.
    #[inline]
    pub(super) fn spread(&self) -> f32 {
        let count = self.visits.max(1) as f32;
        let mean = self.value_sum / count;
        (self.square_sum / count - mean * mean).max(0.0).sqrt()
    }

    /// Mean of the drawing probabilities.
    #[inline]
    pub(super) fn draw(&self) -> f32 {
        self.draw_sum / self.visits.max(1) as f32
    }

    /// Mean of the plies to the end.
    #[inline]
    pub(super) fn moves_left(&self) -> f32 {
        self.moves_left_sum / self.visits.max(1) as f32
    }
}

impl<'a> Node<'a> {
    /// Places in the pool that the head takes.
    pub(super) const HEAD: usize = HEAD;
    pub(super) const NO_KEY: u64 = 0;
    /// When the game ends is not known.
    const UNTOLD: u32 = u32::MAX;

    /// The node whose head lies there.
    #[inline(always)]
    pub(super) fn at(head: &'a [Edge; HEAD]) -> Self {
        let [[counts, spread], [plies, key], [proof, edges]] = head.each_ref().map(Edge::words);
        Self { counts, spread, plies, key, proof, edges }
    }

    /// Makes it new; nobody may know of it yet. Without edges it is an end of the game.
    #[inline]
    pub(super) fn reset(self, edges: usize, proof: Proof) {
        self.counts.store(0, Relaxed);
        self.spread.store(0, Relaxed);
        self.plies.store(0, Relaxed);
        self.key.store(Self::NO_KEY, Relaxed);
        self.proof.store(proof as u64, Relaxed);
        self.edges.store(edges as u64, Relaxed);
    }

    /// Takes the figures of another one; nobody may know of it yet.
    pub(super) fn become_like(self, other: Self) {
        self.counts.store(other.counts.load(Relaxed), Relaxed);
        self.spread.store(other.spread.load(Relaxed), Relaxed);
        self.plies.store(other.plies.load(Relaxed), Relaxed);
        self.proof.store(other.proof.load(Relaxed), Relaxed);
    }

    /// Without an edge a node is the end of the search: that of the game, one that is known, or (a repetition) drawn
    /// by assumption.
    #[inline]
    pub(super) fn is_end(self) -> bool {
        self.edges() == 0
    }

    /// One for each legal move that is looked at; none at the end.
    #[inline]
    pub(super) fn edges(self) -> usize {
        self.edges.load(Relaxed) as usize
    }

    /// Of a node [without edges](Self::is_end): plies to the end of the game, 0 where it is over; `None` where
    /// somebody told how it ends, but not when.
    pub(super) fn plies_to_end(self) -> Option<u32> {
        Some(self.plies.load(Relaxed) as u32).filter(|plies| *plies != Self::UNTOLD)
    }

    /// See [`plies_to_end`](Self::plies_to_end); before anybody visits.
    pub(super) fn set_plies_to_end(self, plies: Option<u32>) {
        self.plies.store(u64::from(plies.unwrap_or(Self::UNTOLD)), Relaxed);
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

    /// Simulations that came here.
    #[inline]
    pub(super) fn visits(self) -> u32 {
        Counts::of_bits(self.counts.load(Relaxed)).visits()
    }

    #[inline]
    pub(super) fn figures(self) -> Figures {
        let counts = Counts::of_bits(self.counts.load(Relaxed));
        let (square_sum, draw_sum) = halves(self.spread.load(Relaxed));
        Figures {
            visits: counts.visits(),
            value_sum: counts.sum(),
            square_sum,
            draw_sum,
            moves_left_sum: f32::from_bits((self.plies.load(Relaxed) >> 32) as u32),
        }
    }

    /// Simulations that came here have found this.
    #[inline(always)]
    pub(super) fn visit<A: Access>(self, gain: &Gain) {
        A::change(self.counts, |bits| {
            let counts = Counts::of_bits(bits);
            Counts::new(counts.visits() + gain.visits, counts.sum() + gain.shares).bits()
        });
        change_apart(self.spread, |bits| {
            let (square_sum, draw_sum) = halves(bits);
            joined(square_sum + gain.squares, draw_sum + gain.draws)
        });
        change_apart(self.plies, |bits| {
            let sum = f32::from_bits((bits >> 32) as u32) + gain.moves_left;
            u64::from(sum.to_bits()) << 32 | bits & u64::from(u32::MAX)
        });
    }
}

/// What simulations have found, in sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    pub(super) visits: u32,
    /// Shares of the point of the node's player, and their squares.
    pub(super) shares: f32,
    pub(super) squares: f32,
    /// Drawing probabilities.
    pub(super) draws: f32,
    /// Plies to the end.
    pub(super) moves_left: f32,
}

impl Gain {
    /// Of one simulation.
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
