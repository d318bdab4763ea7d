//! Where in the tree a position stands already, reached by other moves.

use std::sync::atomic::{
    AtomicU32,
    Ordering::{Acquire, Release},
};

use super::tree::NodeIndex;

/// Spreads what is left of keys over the slots: 2³² divided by the golden ratio.
const SPREAD: u32 = 0x9E37_79B9;

/// From a position's key to the node that was added last with it: the newer node takes the
/// place of the older one.
#[derive(Debug)]
pub(super) struct Transpositions {
    /// Index of a node plus one; 0 is empty.
    slots: Vec<AtomicU32>,
}

impl Transpositions {
    /// With so many slots, a power of two.
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

    /// The node that was noted last with a key that shares its slot.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<NodeIndex> {
        self.slots[self.slot(key)].load(Acquire).checked_sub(1)
    }

    /// Notes a node.
    #[inline]
    pub(super) fn note(&self, key: u64, index: NodeIndex) {
        self.slots[self.slot(key)].store(index + 1, Release);
    }

    /// Has so many slots from now on, a power of two; what is in them means nothing until it is noted anew.
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
