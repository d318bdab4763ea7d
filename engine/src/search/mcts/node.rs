//! A position in the tree.

use std::{
    hint::black_box,
    sync::{
        OnceLock,
        atomic::{
            AtomicU8, AtomicU32, AtomicU64,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
};

use super::{
    access::{Access, add_apart, change_apart},
    edge::{Counts, Edge},
    proof::Proof,
};

/// A position in the tree, a line of a cache long. Values are shares of the point for its player to move.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Node<M> {
    /// Visits and sum of the values.
    counts: AtomicU64,
    /// Sum of the squares of the values and sum of the drawing probabilities.
    spread: AtomicU64,
    moves_left_sum: AtomicU32,
    /// The position's; [`NO_KEY`](Self::NO_KEY) where no other node learns from this one.
    key: AtomicU64,
    proof: AtomicU8,
    /// Of an end of the search: plies to that of the game, or [`UNTOLD`](Self::UNTOLD).
    plies_to_end: AtomicU32,
    /// One for each legal move that is looked at, the likeliest first but at the root; nothing at the end.
    edges: OnceLock<Box<[Edge<M>]>>,
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

impl<M> Node<M> {
    pub(super) const NO_KEY: u64 = 0;
    /// When the game ends is not known.
    const UNTOLD: u32 = u32::MAX;

    #[inline]
    pub(super) fn empty() -> Self {
        Self {
            counts: AtomicU64::new(0),
            spread: AtomicU64::new(0),
            moves_left_sum: AtomicU32::new(0),
            key: AtomicU64::new(Self::NO_KEY),
            proof: AtomicU8::new(Proof::Unknown as u8),
            plies_to_end: AtomicU32::new(0),
            edges: OnceLock::new(),
        }
    }

    /// Makes it new; nobody may know of it yet. Without edges it is an end of the game.
    #[inline]
    pub(super) fn reset(&self, edges: Option<Box<[Edge<M>]>>, proof: Proof) {
        self.counts.store(0, Relaxed);
        self.spread.store(0, Relaxed);
        self.moves_left_sum.store(0, Relaxed);
        self.key.store(Self::NO_KEY, Relaxed);
        self.proof.store(proof as u8, Relaxed);
        self.plies_to_end.store(0, Relaxed);
        if let Some(edges) = edges {
            // Slots that are used again were emptied before.
            let _ = self.edges.set(edges);
        }
    }

    /// Lets go of the edges, and is no position's any more. Nobody else may be in the tree.
    #[inline]
    pub(super) fn empty_slot(&mut self) {
        self.edges.take();
        *self.key.get_mut() = Self::NO_KEY;
    }

    /// Without an edge a node is the end of the search: that of the game, one that is known, or (a repetition) drawn
    /// by assumption.
    #[inline]
    pub(super) fn is_end(&self) -> bool {
        self.edges().is_empty()
    }

    /// Of a node [without edges](Self::is_end): plies to the end of the game, 0 where it is over; `None` where
    /// somebody told how it ends, but not when.
    pub(super) fn plies_to_end(&self) -> Option<u32> {
        Some(self.plies_to_end.load(Relaxed)).filter(|plies| *plies != Self::UNTOLD)
    }

    /// See [`plies_to_end`](Self::plies_to_end).
    pub(super) fn set_plies_to_end(&self, plies: Option<u32>) {
        self.plies_to_end.store(plies.unwrap_or(Self::UNTOLD), Relaxed);
    }

    /// One for each legal move that is looked at, the likeliest first but at the root.
    #[inline]
    pub(super) fn edges(&self) -> &[Edge<M>] {
        self.edges.get().map_or(&[], |edges| edges)
    }

    /// The same for who is alone in the tree.
    pub(super) fn edges_mut(&mut self) -> &mut [Edge<M>] {
        self.edges.get_mut().map_or(&mut [], |edges| edges)
    }

    /// Has the node brought from memory while something else goes on.
    #[inline]
    pub(super) fn fetch(&self) {
        black_box(self.counts.load(Relaxed));
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key.load(Relaxed)
    }

    #[inline]
    pub(super) fn set_key(&self, key: u64) {
        self.key.store(key, Relaxed);
    }

    #[inline]
    pub(super) fn proof(&self) -> Proof {
        Proof::of_bits(self.proof.load(Acquire))
    }

    #[inline]
    pub(super) fn set_proof(&self, proof: Proof) {
        self.proof.store(proof as u8, Release);
    }

    /// Simulations that came here.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        Counts::of_bits(self.counts.load(Relaxed)).visits()
    }

    #[inline]
    pub(super) fn figures(&self) -> Figures {
        let counts = Counts::of_bits(self.counts.load(Relaxed));
        let (square_sum, draw_sum) = halves(self.spread.load(Relaxed));
        Figures {
            visits: counts.visits(),
            value_sum: counts.sum(),
            square_sum,
            draw_sum,
            moves_left_sum: f32::from_bits(self.moves_left_sum.load(Relaxed)),
        }
    }

    /// Simulations that came here have found this.
    #[inline(always)]
    pub(super) fn visit<A: Access>(&self, gain: &Gain) {
        A::change(&self.counts, |bits| {
            let counts = Counts::of_bits(bits);
            Counts::new(counts.visits() + gain.visits, counts.sum() + gain.shares).bits()
        });
        change_apart(&self.spread, |bits| {
            let (square_sum, draw_sum) = halves(bits);
            joined(square_sum + gain.squares, draw_sum + gain.draws)
        });
        add_apart(&self.moves_left_sum, gain.moves_left);
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

/// The bytes that so many edges take: themselves and what the allocator needs.
pub(super) fn edges_bytes<M>(count: usize) -> usize {
    const ALLOCATOR: usize = 16;
    if count == 0 { 0 } else { (count * size_of::<Edge<M>>() + ALLOCATOR / 2).next_multiple_of(ALLOCATOR) }
}
