//! Cache of static evaluations: many leaves of a search are transpositions of others.

use super::{prefetch::prefetch, transposition::spread};

/// Log₂ of the number of slots (512 KiB, which fits into the processor's cache).
///
/// A slot holds the other bits of the key, so that no key is taken for another.
const SLOT_BITS: u32 = 16;
const SLOTS: usize = 1 << SLOT_BITS;
/// Mask of the bits of the key in a slot.
const REST: u64 = u64::MAX << SLOT_BITS;
/// Score of an empty slot.
const NONE: i16 = i16::MIN;

/// Direct-mapped cache of static evaluations by position key; a new entry always replaces the old one.
#[derive(Clone, Debug)]
pub(super) struct EvalCache {
    /// The other bits of the key, and the score in the low 16 bits.
    slots: Vec<u64>,
}

impl EvalCache {
    /// Returns an empty cache.
    pub(super) fn new() -> Self {
        Self { slots: vec![u64::from(NONE as u16); SLOTS] }
    }

    /// Forgets all scores.
    pub(super) fn clear(&mut self) {
        self.slots.fill(u64::from(NONE as u16));
    }

    /// Returns the cached score of `key`, or stores and returns that of `find`, which is never [`NONE`].
    pub(super) fn get_or_compute(&mut self, key: u64, find: impl FnOnce() -> i16) -> i16 {
        let (place, rest) = place_and_rest(key);
        let slot = &mut self.slots[place];
        let known = *slot as u16 as i16;
        if *slot & REST == rest && known != NONE {
            return known;
        }
        let score = find();
        *slot = rest | u64::from(score as u16);
        score
    }

    /// Prefetches the slot of `key`.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.slots[place_and_rest(key).0]);
    }
}

fn place_and_rest(key: u64) -> (usize, u64) {
    let spread = spread(key);
    ((spread >> (u64::BITS - SLOT_BITS)) as usize, spread << SLOT_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_found_again_and_never_another_positions() {
        let mut scores = EvalCache::new();
        let of = |key: u64| ((key % 40_001) as i32 - 20_000) as i16;
        let keys = 3 * SLOTS as u64;
        for key in 0..keys {
            let score = of(key);
            scores.prefetch(key);
            assert_eq!(scores.get_or_compute(key, || score), score);
            assert_eq!(scores.get_or_compute(key, || unreachable!("it is known")), score);
        }
        for key in 0..keys {
            let score = of(key);
            assert_eq!(scores.get_or_compute(key, || score), score);
        }
    }
}
