//! Scores that were found lately: a quarter of the leaves of a search are met again, by other orders of the same moves.

use super::transposition::place_among;

/// The number of slots: a mebibyte of them stays near the processor.
const SLOTS: usize = 1 << 16;

/// A score of each of the latest positions, by key; a new one takes the place of an older one.
#[derive(Clone, Debug)]
pub(super) struct RecentScores {
    slots: Vec<(u64, Option<i32>)>,
}

impl RecentScores {
    /// Knows none.
    pub(super) fn new() -> Self {
        Self { slots: vec![(0, None); SLOTS] }
    }

    /// The score of the position with `key`, found now unless it is known.
    pub(super) fn get_or_find(&mut self, key: u64, find: impl FnOnce() -> i32) -> i32 {
        let slot = &mut self.slots[place_among(SLOTS, key)];
        match *slot {
            (known, Some(score)) if known == key => score,
            _ => {
                let score = find();
                *slot = (key, Some(score));
                score
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_found_again_and_never_another_positions() {
        let mut scores = RecentScores::new();
        let keys = 3 * SLOTS as u64;
        for key in 0..keys {
            assert_eq!(scores.get_or_find(key, || key as i32), key as i32);
            assert_eq!(scores.get_or_find(key, || unreachable!("it is known")), key as i32);
        }
        for key in 0..keys {
            assert_eq!(scores.get_or_find(key, || key as i32), key as i32);
        }
    }
}
