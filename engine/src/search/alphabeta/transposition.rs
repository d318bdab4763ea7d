//! The transposition table: what is known of positions met before, by whichever thread.
//!
//! Threads write and read without waiting for each other. A slot is two numbers of which one checks the other, so that
//! what two threads have written half each is taken for nothing (Hyatt and Mann: A lock-less transposition-table
//! implementation for parallel search, ICGA Journal 25(1), 2002).

use super::{
    buckets::{Bucket, Buckets, Slot},
    score::{self, STATIC_LIMIT},
};

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

impl Known {
    /// Whether the score is all that one wants to know who asks with a window from `alpha` to `beta`.
    pub(super) fn decides(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// What is known instead of `guess` at the score, where that contradicts what is known; proven and known ends say
    /// nothing of the position itself.
    pub(super) fn correct(&self, guess: i32) -> i32 {
        if self.decides(guess, guess) && self.score.abs() <= STATIC_LIMIT { self.score } else { guess }
    }
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
/// Buckets that are looked at to tell how many are filled.
const SAMPLE: usize = 512;
const BYTES_PER_MIB: usize = 1 << 20;

/// What a slot says, but for the position's key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    score: i16,
    best: u16,
    depth: u8,
    mark: u8,
}

impl Entry {
    fn of_bits(bits: u64) -> Self {
        Self {
            score: bits as i16,
            best: (bits >> 16) as u16,
            depth: (bits >> 32) as u8,
            mark: (bits >> 40) as u8,
        }
    }

    fn bits(self) -> u64 {
        u64::from(self.score as u16)
            | u64::from(self.best) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.mark) << 40
    }

    fn is_empty(self) -> bool {
        self.mark & BOUND_MASK == EMPTY
    }
}

/// A table of bounded size; a position lives in one of the four slots of its bucket.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Buckets,
    age: u8,
}

impl Table {
    /// A table of `mebibytes`, or of what the system gives; 0 makes one that keeps nothing.
    pub(super) fn new(mebibytes: usize) -> Self {
        Self::of_buckets(mebibytes.saturating_mul(BYTES_PER_MIB) / size_of::<Bucket>())
    }

    /// Returns its size.
    pub(super) fn mebibytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>() / BYTES_PER_MIB
    }

    fn of_buckets(count: usize) -> Self {
        Self { buckets: Buckets::new(count), age: 0 }
    }

    /// Whether it can keep anything.
    pub(super) fn remembers(&self) -> bool {
        !self.buckets.is_empty()
    }

    /// Bytes of what this search has written or found again, about.
    pub(super) fn bytes_filled(&self) -> usize {
        let sample = &self.buckets[..self.buckets.len().min(SAMPLE)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0).map(|slot| Entry::of_bits(slot.read().1));
        let filled = slots.filter(|entry| !entry.is_empty() && entry.mark & !BOUND_MASK == self.age).count();
        let share = filled as f64 / sample.len().max(1) as f64;
        (share * (self.buckets.len() * size_of::<Slot>()) as f64) as usize
    }

    /// Marks everything as belonging to an earlier search.
    pub(super) fn age(&mut self) {
        self.age = self.age.wrapping_add(AGE_STEP);
    }

    pub(super) fn clear(&mut self) {
        self.buckets.clear();
        self.age = 0;
    }

    /// Has what is known of the position with `key` brought near, which is asked for soon.
    pub(super) fn prefetch(&self, key: u64) {
        self.buckets.prefetch(self.place(key));
    }

    /// What is known of the position with `key`, met `ply` plies from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Known> {
        let slots = &self.buckets.get(self.place(key))?.0;
        let read = |slot: &Slot| {
            let (found, bits) = slot.read();
            let entry = Entry::of_bits(bits);
            (found == key && !entry.is_empty()).then_some(entry)
        };
        let entry = slots.iter().find_map(read)?;
        Some(Known {
            score: score::from_root(i32::from(entry.score), ply),
            bound: match entry.mark & BOUND_MASK {
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
            depth: i32::from(entry.depth),
            best: (entry.best != NO_MOVE).then_some(usize::from(entry.best)),
        })
    }

    /// Keeps what a search of the position with `key`, `ply` plies from the root, has found.
    pub(super) fn store(&self, key: u64, ply: usize, known: Known) {
        let Some(Bucket(slots)) = self.buckets.get(self.place(key)) else { return };
        let worth = |entry: Entry| {
            if entry.is_empty() {
                return i32::MIN;
            }
            let searches_ago = i32::from(self.age.wrapping_sub(entry.mark & !BOUND_MASK) / AGE_STEP);
            i32::from(entry.depth) - PLIES_PER_AGE * searches_ago
        };
        let same = slots.iter().find(|slot| slot.read().0 == key);
        let slot = same.unwrap_or_else(|| {
            slots.iter().min_by_key(|slot| worth(Entry::of_bits(slot.read().1))).expect("a bucket has slots")
        });
        let best = match known.best {
            Some(best) => u16::try_from(best).unwrap_or(NO_MOVE),
            None if same.is_some() => Entry::of_bits(slot.read().1).best,
            None => NO_MOVE,
        };
        let bound = match known.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let score = score::from_node(known.score, ply) as i16;
        let depth = known.depth.clamp(0, i32::from(u8::MAX)) as u8;
        slot.write(key, Entry { score, best, depth, mark: self.age | bound }.bits());
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(spread(key)) * self.buckets.len() as u128) >> 64) as usize
    }
}

/// Another number for each key, whose high bits vary even where those of the keys hardly do (2⁶⁴ divided by the golden
/// ratio).
pub(super) fn spread(key: u64) -> u64 {
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15)
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
        let table = Table::new(1);
        table.store(7, 4, Known { score: score::WIN - 10, ..KNOWN });
        assert_eq!(table.probe(7, 0).map(|known| known.score), Some(score::WIN - 6));
    }

    #[test]
    fn prefers_deep_entries_of_this_search() {
        let table = Table::of_buckets(1);
        for key in 1..=4 {
            table.store(key, 0, Known { depth: 10, ..KNOWN });
        }
        table.store(5, 0, Known { depth: 3, ..KNOWN });
        assert!((1..=4).filter(|key| table.probe(*key, 0).is_some()).count() == 3);
        table.store(6, 0, Known { depth: 2, ..KNOWN });
        assert_eq!(table.probe(5, 0), None);
    }

    #[test]
    fn what_two_threads_have_written_half_each_is_nothing() {
        let table = Table::new(1);
        table.store(7, 0, KNOWN);
        let slot = table.buckets[table.place(7)].0.iter().find(|slot| slot.read().0 == 7).expect("stored");
        slot.write_value_only(Entry { score: 99, best: 1, depth: 9, mark: 3 }.bits());
        assert_eq!(table.probe(7, 0), None);
    }

    #[test]
    fn a_guess_gives_way_to_what_contradicts_it() {
        let known = |bound, score| Known { score, bound, depth: 3, best: None };
        assert_eq!(known(Bound::Exact, 40).correct(70), 40);
        assert_eq!([50, 30].map(|guess| known(Bound::Lower, 40).correct(guess)), [50, 40]);
        assert_eq!([50, 30].map(|guess| known(Bound::Upper, 40).correct(guess)), [40, 30]);
        assert_eq!(known(Bound::Exact, score::WIN - 3).correct(70), 70, "a win is no judgement");
    }

    #[test]
    fn without_memory_it_knows_nothing() {
        let table = Table::new(0);
        table.store(7, 0, KNOWN);
        assert_eq!(table.probe(7, 0), None);
    }
}
