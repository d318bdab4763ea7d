//! Keeps a part of the tree: the subtree of the played move, or the most visited nodes of a full pool.

use super::{edge::NodeIndex, kept::Kept, node::Node, tree::Tree};

/// Nodes between two polls of the time limit.
const STRIDE: usize = 1 << 12;
/// Approximate number of nodes sampled for the visit threshold.
const SAMPLE: usize = 1 << 18;

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
