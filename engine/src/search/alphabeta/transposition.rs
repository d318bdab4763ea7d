//! The transposition table: what is known of positions met before.

use super::score;

/// What a score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
    /// This is the true score.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) score: i32,
    pub(super) bound: Bound,
    pub(super) depth: i32,
    /// Place of the best move in the canonical order.
    pub(super) best: Option<usize>,
}

/// No best move: every move failed to reach the window.
const NO_MOVE: u16 = u16::MAX;
/// Depth 0 with this mark has never been written.
const EMPTY: u8 = 0;
/// The two low bits of `mark` are the bound, the others the age.
const AGE_STEP: u8 = 4;
const BOUND_MASK: u8 = AGE_STEP - 1;
/// An entry of an earlier search counts as so many plies shallower per search.
const PLIES_PER_AGE: i32 = 4;
const WAYS: usize = 4;
const BYTES_PER_MIB: usize = 1 << 20;

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    score: i16,
    best: u16,
    depth: u8,
    mark: u8,
}

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// A table of bounded size; a position lives in one of the four slots of its bucket.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of `mebibytes`; 0 makes one that keeps nothing.
    pub(super) fn new(mebibytes: usize) -> Self {
        let count = mebibytes * BYTES_PER_MIB / size_of::<Bucket>();
        Self { buckets: vec![Bucket::default(); count], age: 0 }
    }

    /// Whether it can keep anything.
    pub(super) fn remembers(&self) -> bool {
        !self.buckets.is_empty()
    }

    /// Marks everything as belonging to an earlier search.
    pub(super) fn age(&mut self) {
        self.age = self.age.wrapping_add(AGE_STEP);
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.age = 0;
    }

    /// What is known of the position with `key`, met `ply` plies from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Known> {
        let slots = &self.buckets.get(self.place(key))?.0;
        let slot = slots.iter().find(|slot| slot.key == key && slot.mark & BOUND_MASK != EMPTY)?;
        Some(Known {
            score: score::from_root(i32::from(slot.score), ply),
            bound: match slot.mark & BOUND_MASK {
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
            depth: i32::from(slot.depth),
            best: (slot.best != NO_MOVE).then_some(usize::from(slot.best)),
        })
    }

    /// Keeps what a search of the position with `key`, `ply` plies from the root, has found.
    pub(super) fn store(&mut self, key: u64, ply: usize, known: Known) {
        let place = self.place(key);
        let age = self.age;
        let Some(bucket) = self.buckets.get_mut(place) else { return };
        let worth = |slot: &Slot| {
            if slot.mark & BOUND_MASK == EMPTY {
                return i32::MIN;
            }
            let searches_ago = i32::from(age.wrapping_sub(slot.mark & !BOUND_MASK) / AGE_STEP);
            i32::from(slot.depth) - PLIES_PER_AGE * searches_ago
        };
        let same = bucket.0.iter().position(|slot| slot.key == key);
        let at = same
            .unwrap_or_else(|| (0..WAYS).min_by_key(|at| worth(&bucket.0[*at])).expect("a bucket has slots"));
        let slot = &mut bucket.0[at];
        let best = match known.best {
            Some(best) => u16::try_from(best).unwrap_or(NO_MOVE),
            None if slot.key == key => slot.best,
            None => NO_MOVE,
        };
        let bound = match known.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        *slot = Slot {
            key,
            score: score::from_node(known.score, ply) as i16,
            best,
            depth: known.depth.clamp(0, i32::from(u8::MAX)) as u8,
            mark: age | bound,
        };
    }

    fn place(&self, key: u64) -> usize {
        /// Spreads keys whose high bits vary little (2⁶⁴ divided by the golden ratio).
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        ((u128::from(key.wrapping_mul(SPREAD)) * self.buckets.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known = Known { score: 25, bound: Bound::Lower, depth: 5, best: Some(3) };

    #[test]
    fn gives_back_what_it_was_given() {
        let mut table = Table::new(1);
        assert_eq!(table.probe(7, 0), None);
        table.store(7, 2, KNOWN);
        assert_eq!(table.probe(7, 9), Some(KNOWN));
        table.clear();
        assert_eq!(table.probe(7, 9), None);
    }

    #[test]
    fn keeps_wins_relative_to_the_position() {
        let mut table = Table::new(1);
        table.store(7, 4, Known { score: score::WIN - 10, ..KNOWN });
        assert_eq!(table.probe(7, 0).map(|known| known.score), Some(score::WIN - 6));
    }

    #[test]
    fn prefers_deep_entries_of_this_search() {
        let mut table = Table::new(1);
        table.buckets.truncate(1);
        for key in 1..=4 {
            table.store(key, 0, Known { depth: 10, ..KNOWN });
        }
        table.store(5, 0, Known { depth: 3, ..KNOWN });
        assert!((1..=4).filter(|key| table.probe(*key, 0).is_some()).count() == 3);
        table.store(6, 0, Known { depth: 2, ..KNOWN });
        assert_eq!(table.probe(5, 0), None);
    }

    #[test]
    fn without_memory_it_knows_nothing() {
        let mut table = Table::new(0);
        table.store(7, 0, KNOWN);
        assert_eq!(table.probe(7, 0), None);
    }
}
