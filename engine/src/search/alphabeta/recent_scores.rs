//! Scores that were found lately: a quarter of the leaves of a search are met again, by other orders of the same moves.

use super::{prefetch::prefetch, transposition::spread};

/// So many bits of the spread key say the slot, and the others are kept in it: no key is taken for another. Half a
/// mebibyte of slots stays near the processor.
const SLOT_BITS: u32 = 16;
const SLOTS: usize = 1 << SLOT_BITS;
const REST: u64 = u64::MAX << SLOT_BITS;
/// No score.
const NONE: i16 = i16::MIN;

/// A score of each of the latest positions, by key; a new one takes the place of an older one.
#[derive(Clone, Debug)]
pub(super) struct RecentScores {
    /// What is left of the key, and the score in the low bits.
    slots: Vec<u64>,
}

impl RecentScores {
    /// Knows none.
    pub(super) fn new() -> Self {
        Self { slots: vec![u64::from(NONE as u16); SLOTS] }
    }

    /// The score of the position with `key`, never [`NONE`], found now unless it is known.
    pub(super) fn get_or_find(&mut self, key: u64, find: impl FnOnce() -> i16) -> i16 {
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

    /// Has what is known of the position with `key` brought near, which is asked for soon.
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
        let mut scores = RecentScores::new();
        let of = |key: u64| ((key % 40_001) as i32 - 20_000) as i16;
        let keys = 3 * SLOTS as u64;
        for key in 0..keys {
            let score = of(key);
            scores.prefetch(key);
            assert_eq!(scores.get_or_find(key, || score), score);
            assert_eq!(scores.get_or_find(key, || unreachable!("it is known")), score);
        }
        for key in 0..keys {
            let score = of(key);
            assert_eq!(scores.get_or_find(key, || score), score);
        }
    }
}
