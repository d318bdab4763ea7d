//! Keeping a part of the tree: after a move was played, and when the memory is full.

use super::tree::{NodeIndex, Tree};

/// Nodes between two looks at whether there is still time.
const STRIDE: usize = 1 << 12;
/// About as many visits are looked at to find the least visited nodes.
const SAMPLE: usize = 1 << 18;

/// Bits of a word.
const BITS: usize = u64::BITS as usize;

/// Which lines of the pool are kept, and where they go when they move together.
#[derive(Debug)]
pub(super) struct Kept {
    /// A bit for each line.
    words: Vec<u64>,
    /// How many are kept before each word, and in all; told by [`count`](Self::count).
    before: Vec<u32>,
}

impl Kept {
    /// None yet of so many lines.
    fn none_of(lines: usize) -> Self {
        Self { words: vec![0; lines.div_ceil(BITS)], before: Vec::new() }
    }

    fn keep(&mut self, line: usize) {
        self.words[line / BITS] |= 1 << (line % BITS);
    }

    /// Makes [`rank`](Self::rank) and [`total`](Self::total) true, after the last that is to be kept.
    fn count(&mut self) {
        let mut sum = 0;
        let kept = self.words.iter().map(|word| word.count_ones());
        self.before = std::iter::once(0)
            .chain(kept.map(|kept| {
                sum += kept;
                sum
            }))
            .collect();
    }

    /// How many lines are kept.
    fn total(&self) -> usize {
        self.before.last().map_or(0, |total| *total as usize)
    }

    /// Where what is kept goes to; `None` where it is not.
    #[inline]
    pub(super) fn rank(&self, line: usize) -> Option<u32> {
        let (word, bit) = (self.words[line / BITS], line % BITS);
        let below = word & ((1 << bit) - 1);
        (word >> bit & 1 == 1).then(|| self.before[line / BITS] + below.count_ones())
    }
}

/// How recycling ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(super) enum Recycling {
    /// What was to be kept is.
    Done,
    /// It was given up half-way: the tree can only be cleared.
    GivenUp,
}

impl<M: Copy> Tree<M> {
    /// Keeps the subtree of `root` (which becomes the root) without the nodes below it that have fewer than
    /// `min_visits` visits; edges to those keep their statistics and lose their child. In place: what is kept
    /// moves towards the beginning of the pool, in the order in which it lies. Claims are void.
    ///
    /// Gives up as soon as `go_on` (asked about every millisecond) says no.
    pub(super) fn keep_subtree(
        &mut self,
        root: NodeIndex,
        min_visits: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Recycling {
        let Some((kept, nodes)) = self.reached(root, min_visits, go_on) else { return Recycling::GivenUp };
        let mut index = 0;
        let taken = self.pool.taken();
        let mut looked_at = 0;
        while index < taken {
            if looked_at % STRIDE == 0 && !go_on() {
                return Recycling::GivenUp;
            }
            looked_at += 1;
            let next = self.pool.lines_at(index as NodeIndex).end;
            if kept.rank(index).is_some() {
                self.pool.pull(index as NodeIndex, &kept);
            }
            index = next;
        }
        self.truncate(kept.total(), nodes);
        self.set_root(kept.rank(root as usize).expect("the root is kept"));
        self.note_all();
        Recycling::Done
    }

    /// The lines and the number of the nodes below `root` with so many visits, and itself; `None` when it was
    /// given up.
    fn reached(
        &self,
        root: NodeIndex,
        min_visits: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<(Kept, usize)> {
        let mut kept = Kept::none_of(self.pool.taken());
        let mut open = vec![root];
        let mut nodes = 0;
        while let Some(node) = open.pop() {
            if nodes % STRIDE == 0 && !go_on() {
                return None;
            }
            nodes += 1;
            self.pool.lines_at(node).for_each(|line| kept.keep(line));
            let children = self.edges(node).iter().filter_map(|edge| edge.child());
            open.extend(children.filter(|child| self.node(*child).visits() >= min_visits));
        }
        kept.count();
        Some((kept, nodes))
    }

    /// The smallest number of visits such that at most about `share` of the nodes have that many.
    pub(super) fn visits_threshold(&self, share: f32) -> u32 {
        let step = (self.nodes() / SAMPLE).max(1);
        let visits = self.pool.nodes().map(|index| self.node(index).visits()).filter(|visits| *visits > 0);
        let mut visits: Vec<u32> = visits.step_by(step).collect();
        let rank = ((1.0 - share) * visits.len() as f32) as usize;
        let rank = rank.min(visits.len() - 1);
        let (_, threshold, _) = visits.select_nth_unstable(rank);
        *threshold + 1
    }
}
