//! Keeping a part of the tree: after a move was played, and when the memory is full.

use super::{
    node::edges_bytes,
    tree::{NodeIndex, Tree},
};

const DROPPED: NodeIndex = NodeIndex::MAX;

/// Nodes between two looks at whether there is still time.
const STRIDE: usize = 1 << 12;
/// About as many visits are looked at to find the least visited nodes.
const SAMPLE: usize = 1 << 18;

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
        if root == self.root() && min_visits == 0 {
            return Recycling::Done;
        }
        let Some(index_of) = self.numbered(root, min_visits, go_on) else { return Recycling::GivenUp };
        let mut kept = 0;
        let mut bytes = 0;
        for (old, new) in index_of.iter().enumerate() {
            if old % STRIDE == 0 && !go_on() {
                return Recycling::GivenUp;
            }
            if *new == DROPPED {
                self.nodes[old].empty_slot();
                continue;
            }
            let edges = self.nodes[old].edges_mut();
            bytes += edges_bytes::<M>(edges.len());
            for edge in edges {
                if let Some(child) = edge.child() {
                    edge.set_child(Some(index_of[child as usize]).filter(|new| *new != DROPPED));
                }
            }
            self.nodes.swap(old, *new as usize);
            kept += 1;
        }
        self.truncate(kept);
        self.set_root(index_of[root as usize]);
        self.set_edges_bytes(bytes);
        self.rebuild_transpositions();
        Recycling::Done
    }

    /// For every node its index among those that are kept, or [`DROPPED`]; `None` when it was given up.
    fn numbered(
        &self,
        root: NodeIndex,
        min_visits: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<NodeIndex>> {
        let mut index_of = vec![DROPPED; self.taken()];
        let mut open = vec![root];
        index_of[root as usize] = 0;
        let mut looked_at = 0;
        while let Some(node) = open.pop() {
            looked_at += 1;
            if looked_at % STRIDE == 0 && !go_on() {
                return None;
            }
            for child in self.node(node).edges().iter().filter_map(|edge| edge.child()) {
                if self.node(child).visits() >= min_visits {
                    index_of[child as usize] = 0;
                    open.push(child);
                }
            }
        }
        for (rank, new) in (0..).zip(index_of.iter_mut().filter(|new| **new != DROPPED)) {
            *new = rank;
        }
        Some(index_of)
    }

    /// The smallest number of visits such that at most about `share` of the nodes have that many.
    pub(super) fn visits_threshold(&self, share: f32) -> u32 {
        let nodes = &self.nodes[..self.taken()];
        let step = (nodes.len() / SAMPLE).max(1);
        let mut visits: Vec<u32> = nodes.iter().step_by(step).map(|node| node.visits()).collect();
        let rank = ((1.0 - share) * visits.len() as f32) as usize;
        let rank = rank.min(visits.len() - 1);
        let (_, threshold, _) = visits.select_nth_unstable(rank);
        *threshold + 1
    }
}
