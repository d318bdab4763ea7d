//! The lines of the pool that recycling keeps.

/// Bits of a word.
const BITS: usize = u64::BITS as usize;

/// Set of the lines that are kept, with their ranks after compaction.
#[derive(Debug)]
pub(super) struct Kept {
    /// One bit per line.
    words: Vec<u64>,
    /// Kept lines before each word, and in all; set by [`count`](Self::count).
    before: Vec<u32>,
}

impl Kept {
    /// Returns an empty set of `lines` lines.
    pub(super) fn none_of(lines: usize) -> Self {
        Self { words: vec![0; lines.div_ceil(BITS)], before: Vec::new() }
    }

    pub(super) fn keep(&mut self, line: usize) {
        self.words[line / BITS] |= 1 << (line % BITS);
    }

    /// Computes [`rank`](Self::rank) and [`total`](Self::total), after the last line is added.
    pub(super) fn count(&mut self) {
        let mut sum = 0;
        let kept = self.words.iter().map(|word| word.count_ones());
        self.before = std::iter::once(0)
            .chain(kept.map(|kept| {
                sum += kept;
                sum
            }))
            .collect();
    }

    /// Returns the number of kept lines.
    pub(super) fn total(&self) -> usize {
        self.before.last().map_or(0, |total| *total as usize)
    }

    /// Returns the new index of a line; `None` where it is not kept.
    #[inline]
    pub(super) fn rank(&self, line: usize) -> Option<u32> {
        let (word, bit) = (self.words[line / BITS], line % BITS);
        let below = word & ((1 << bit) - 1);
        (word >> bit & 1 == 1).then(|| self.before[line / BITS] + below.count_ones())
    }
}
