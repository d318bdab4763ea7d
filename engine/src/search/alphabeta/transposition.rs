//! Transposition table, shared by all threads of a search.
//!
//! It is lock-free: a slot holds a value and the key XOR that value, so that torn writes of two threads are discarded
//! (Hyatt and Mann: A lock-less transposition-table implementation for parallel search, ICGA Journal 25(1), 2002).

use super::{
    buckets::{Bucket, Buckets, Slot},
    score::{self, STATIC_LIMIT},
};

/// Kind of bound that a score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
    /// This is the true score.
    Exact,
}

/// Entry of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TtEntry {
    pub(super) score: i32,
    pub(super) bound: Bound,
    pub(super) depth: i32,
    /// Index of the best move in canonical order.
    pub(super) best: Option<usize>,
}

impl TtEntry {
    /// Returns whether the bound causes a cutoff in the window from `alpha` to `beta`.
    pub(super) fn decides(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// Returns the static evaluation, corrected by the entry's score where that bound contradicts it.
    ///
    /// Scores of proven or tablebase results correct nothing.
    pub(super) fn correct(&self, static_eval: i32) -> i32 {
        let contradicts = self.decides(static_eval, static_eval) && self.score.abs() <= STATIC_LIMIT;
        if contradicts { self.score } else { static_eval }
    }
}

/// Marks an entry without a best move: all moves failed low.
const NO_MOVE: u16 = u16::MAX;
/// Bound bits of an empty slot.
const EMPTY: u8 = 0;
/// Step of the age in `mark`: its two low bits are the bound, the others the age.
const AGE_STEP: u8 = 4;
/// Mask of the bound in `mark`.
const BOUND_MASK: u8 = AGE_STEP - 1;
/// Plies of depth that an entry loses in replacement per search since it was written.
const PLIES_PER_AGE: i32 = 4;
/// Buckets sampled to estimate the filled share.
const SAMPLE: usize = 512;
const BYTES_PER_MIB: usize = 1 << 20;

/// Entry in its packed form, without the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedEntry {
    score: i16,
    best: u16,
    depth: u8,
    mark: u8,
}

impl PackedEntry {
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

/// Transposition table of fixed size with buckets of four slots; replaces the shallowest or oldest entry.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    buckets: Buckets,
    age: u8,
}

impl TranspositionTable {
    /// Returns a table of `mebibytes`, or of as much as the system gives; 0 disables it.
    pub(super) fn new(mebibytes: usize) -> Self {
        Self::of_buckets(mebibytes.saturating_mul(BYTES_PER_MIB) / size_of::<Bucket>())
    }

    /// Returns the size in mebibytes.
    pub(super) fn mebibytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>() / BYTES_PER_MIB
    }

    fn of_buckets(count: usize) -> Self {
        Self { buckets: Buckets::new(count), age: 0 }
    }

    /// Returns whether the table has memory.
    pub(super) fn remembers(&self) -> bool {
        !self.buckets.is_empty()
    }

    /// Returns an estimate of the bytes that entries of this search fill.
    pub(super) fn bytes_filled(&self) -> usize {
        let sample = &self.buckets[..self.buckets.len().min(SAMPLE)];
        let slots =
            sample.iter().flat_map(|bucket| &bucket.0).map(|slot| PackedEntry::of_bits(slot.read().1));
        let filled = slots.filter(|entry| !entry.is_empty() && entry.mark & !BOUND_MASK == self.age).count();
        let share = filled as f64 / sample.len().max(1) as f64;
        (share * (self.buckets.len() * size_of::<Slot>()) as f64) as usize
    }

    /// Starts a new search: all entries become a generation older.
    pub(super) fn age(&mut self) {
        self.age = self.age.wrapping_add(AGE_STEP);
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.buckets.clear();
        self.age = 0;
    }

    /// Prefetches the bucket of `key`.
    pub(super) fn prefetch(&self, key: u64) {
        self.buckets.prefetch(self.place(key));
    }

    /// Returns the entry of the position with `key`, `ply` plies from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let slots = &self.buckets.get(self.place(key))?.0;
        let read = |slot: &Slot| {
            let (found, bits) = slot.read();
            let entry = PackedEntry::of_bits(bits);
            (found == key && !entry.is_empty()).then_some(entry)
        };
        let entry = slots.iter().find_map(read)?;
        Some(TtEntry {
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

    /// Stores the entry of the position with `key`, `ply` plies from the root.
    pub(super) fn store(&self, key: u64, ply: usize, known: TtEntry) {
        let Some(Bucket(slots)) = self.buckets.get(self.place(key)) else { return };
        let worth = |entry: PackedEntry| {
            if entry.is_empty() {
                return i32::MIN;
            }
            let searches_ago = i32::from(self.age.wrapping_sub(entry.mark & !BOUND_MASK) / AGE_STEP);
            i32::from(entry.depth) - PLIES_PER_AGE * searches_ago
        };
        let same = slots.iter().find(|slot| slot.read().0 == key);
        let slot = same.unwrap_or_else(|| {
            slots
                .iter()
                .min_by_key(|slot| worth(PackedEntry::of_bits(slot.read().1)))
                .expect("a bucket has slots")
        });
        let best = match known.best {
            Some(best) => u16::try_from(best).unwrap_or(NO_MOVE),
            None if same.is_some() => PackedEntry::of_bits(slot.read().1).best,
            None => NO_MOVE,
        };
        let bound = match known.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let score = score::from_node(known.score, ply) as i16;
        let depth = known.depth.clamp(0, i32::from(u8::MAX)) as u8;
        slot.write(key, PackedEntry { score, best, depth, mark: self.age | bound }.bits());
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(spread(key)) * self.buckets.len() as u128) >> 64) as usize
    }
}

/// Mixes a key so that its high bits are spread evenly (Fibonacci hashing).
pub(super) fn spread(key: u64) -> u64 {
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: TtEntry = TtEntry { score: 25, bound: Bound::Lower, depth: 5, best: Some(3) };

    #[test]
    fn an_entry_that_was_stored_is_found() {
        let mut table = TranspositionTable::new(1);
        assert_eq!(table.probe(7, 0), None);
        table.store(7, 2, KNOWN);
        assert_eq!(table.probe(7, 9), Some(KNOWN));
        table.clear();
        assert_eq!(table.probe(7, 9), None);
    }

    #[test]
    fn keeps_wins_relative_to_the_position() {
        let table = TranspositionTable::new(1);
        table.store(7, 4, TtEntry { score: score::WIN - 10, ..KNOWN });
        assert_eq!(table.probe(7, 0).map(|known| known.score), Some(score::WIN - 6));
    }

    #[test]
    fn prefers_deep_entries_of_this_search() {
        let table = TranspositionTable::of_buckets(1);
        for key in 1..=4 {
            table.store(key, 0, TtEntry { depth: 10, ..KNOWN });
        }
        table.store(5, 0, TtEntry { depth: 3, ..KNOWN });
        assert!((1..=4).filter(|key| table.probe(*key, 0).is_some()).count() == 3);
        table.store(6, 0, TtEntry { depth: 2, ..KNOWN });
        assert_eq!(table.probe(5, 0), None);
    }

    #[test]
    fn a_torn_write_is_discarded() {
        let table = TranspositionTable::new(1);
        table.store(7, 0, KNOWN);
        let slot = table.buckets[table.place(7)].0.iter().find(|slot| slot.read().0 == 7).expect("stored");
        slot.write_value_only(PackedEntry { score: 99, best: 1, depth: 9, mark: 3 }.bits());
        assert_eq!(table.probe(7, 0), None);
    }

    #[test]
    fn a_bound_corrects_a_static_evaluation_that_contradicts_it() {
        let known = |bound, score| TtEntry { score, bound, depth: 3, best: None };
        assert_eq!(known(Bound::Exact, 40).correct(70), 40);
        assert_eq!([50, 30].map(|eval| known(Bound::Lower, 40).correct(eval)), [50, 40]);
        assert_eq!([50, 30].map(|eval| known(Bound::Upper, 40).correct(eval)), [40, 30]);
        assert_eq!(known(Bound::Exact, score::WIN - 3).correct(70), 70, "a win corrects nothing");
    }

    #[test]
    fn without_memory_no_entry_is_found() {
        let table = TranspositionTable::new(0);
        table.store(7, 0, KNOWN);
        assert_eq!(table.probe(7, 0), None);
    }
}
