//! Keeps a part of the tree: the subtree of the played move, or the most visited nodes of a full pool.

use super::{
    node::Node,
    tree::{NodeIndex, Tree},
};

/// Nodes between two polls of the time limit.
const STRIDE: usize = 1 << 12;
/// Approximate number of nodes sampled for the visit threshold.
const SAMPLE: usize = 1 << 18;

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
    fn none_of(lines: usize) -> Self {
        Self { words: vec![0; lines.div_ceil(BITS)], before: Vec::new() }
    }

    fn keep(&mut self, line: usize) {
        self.words[line / BITS] |= 1 << (line % BITS);
    }

    /// Computes [`rank`](Self::rank) and [`total`](Self::total), after the last line is added.
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

    /// Returns the number of kept lines.
    fn total(&self) -> usize {
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

/// Result of recycling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(super) enum Recycling {
    /// The part is kept.
    Done,
    /// It was given up half-way: the tree has to be cleared.
    GivenUp,
}

impl<M: Copy> Tree<M> {
    /// Keeps those nodes of the subtree of the new `root` that are `wanted`, with what is above them.
    ///
    /// Edges to removed nodes keep their statistics and lose their child. It compacts in place, and voids all thread
    /// arenas. It gives up as soon as `go_on` (polled about every millisecond) returns false.
    pub(super) fn keep_subtree(
        &mut self,
        root: NodeIndex,
        wanted: impl Fn(Node<'_>) -> bool,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Recycling {
        let Some((kept, nodes)) = self.reached(root, wanted, go_on) else { return Recycling::GivenUp };
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
        self.rebuild_transpositions();
        Recycling::Done
    }

    /// Returns the lines and the number of the nodes to keep; `None` where it is given up.
    fn reached(
        &self,
        root: NodeIndex,
        wanted: impl Fn(Node<'_>) -> bool,
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
            open.extend(children.filter(|child| wanted(self.node(*child))));
        }
        kept.count();
        Some((kept, nodes))
    }

    /// Returns the least visits that at most about `share` of the nodes have.
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
