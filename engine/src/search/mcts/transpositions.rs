//! Hash table of the tree's nodes, to find transpositions.

use std::sync::atomic::{
    AtomicU32,
    Ordering::{Acquire, Release},
};

use super::edge::NodeIndex;

/// Factor of Fibonacci hashing: 2³² divided by the golden ratio.
const SPREAD: u32 = 0x9E37_79B9;

/// Map from position keys to nodes; a newer node replaces an older one in its slot.
#[derive(Debug)]
pub(super) struct Transpositions {
    /// Index of a node plus one; 0 is empty.
    slots: Vec<AtomicU32>,
}

impl Transpositions {
    /// Returns a table of `slots` slots, a power of two.
    pub(super) fn new(slots: usize) -> Self {
        Self { slots: (0..slots).map(|_| AtomicU32::new(0)).collect() }
    }

    #[inline]
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot.get_mut() = 0);
    }

    /// Returns the latest node in the slot of `key`, possibly of another key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<NodeIndex> {
        self.slots[self.slot(key)].load(Acquire).checked_sub(1)
    }

    /// Inserts a node.
    #[inline]
    pub(super) fn insert(&self, key: u64, index: NodeIndex) {
        self.slots[self.slot(key)].store(index + 1, Release);
    }

    /// Resizes to `slots` slots, a power of two; all nodes must be inserted again.
    pub(super) fn resize(&mut self, slots: usize) {
        self.slots.resize_with(slots, AtomicU32::default);
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        let folded = (key >> 32) as u32 ^ key as u32;
        let bits = self.slots.len().trailing_zeros();
        (folded.wrapping_mul(SPREAD) >> (u32::BITS - bits)) as usize
    }
}
