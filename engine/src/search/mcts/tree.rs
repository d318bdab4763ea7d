//! The tree: nodes in their pool, the root, and who stands where.

use std::{
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use super::{
    edge::Edge,
    node::Node,
    pool::{Pool, least_room, lines_of},
    transpositions::Transpositions,
};
use crate::search::Proof;

/// Index of a node: that of its first line in the pool.
pub(super) type NodeIndex = u32;

/// Bytes of the pool at first.
const FIRST_BYTES: usize = 256 << 10;
/// The pool grows by its own size, but not by more bytes than this at a time: who waits for an answer must not
/// wait for memory.
const GROWTH_BYTES: usize = 8 << 20;
/// Growing by less than this share of the pool is not worth it: it is full.
const WORTHWHILE: usize = 16;

/// The nodes. While many threads are in the tree it is shared; what needs it alone takes it by `&mut`.
#[derive(Debug)]
pub(super) struct Tree<M> {
    pub(super) pool: Pool<M>,
    transpositions: Transpositions,
    root: NodeIndex,
    /// Nodes that are known of.
    nodes: AtomicUsize,
}

/// What one thread has taken of the pool and not used yet, and what it has made of the rest.
#[derive(Debug, Default)]
pub(super) struct Claim {
    lines: Range<u32>,
    /// Nodes that the tree does not know of yet.
    nodes: usize,
}

impl Claim {
    /// Lines taken and not used.
    pub(super) fn unused_lines(&self) -> usize {
        self.lines.len()
    }

    /// Nodes that the tree does not know of yet.
    pub(super) fn unreported_nodes(&self) -> usize {
        self.nodes
    }
}

/// There is no room for another node of so many lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Full {
    pub(super) lines: usize,
}

/// What growing came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Growth {
    /// There is more room.
    Grown,
    /// The limit does not allow it.
    AtLimit,
}

impl<M: Copy> Tree<M> {
    /// Bytes of a line: itself and a slot of the transpositions.
    const LINE_BYTES: usize = Pool::<M>::LINE_BYTES + size_of::<NodeIndex>();
    /// Lines at first.
    const FIRST_LINES: usize = FIRST_BYTES / Self::LINE_BYTES;

    pub(super) fn new() -> Self {
        Self {
            pool: Pool::new(),
            transpositions: Transpositions::new(slots_for(Self::FIRST_LINES)),
            root: 0,
            nodes: AtomicUsize::new(0),
        }
    }

    #[inline]
    pub(super) fn root(&self) -> NodeIndex {
        self.root
    }

    pub(super) fn set_root(&mut self, root: NodeIndex) {
        self.root = root;
    }

    #[inline(always)]
    pub(super) fn node(&self, index: NodeIndex) -> Node<'_> {
        self.pool.node(index)
    }

    /// A node's edges: one for each legal move that is looked at, the likeliest first but at the root.
    #[inline]
    pub(super) fn edges(&self, node: NodeIndex) -> &[Edge] {
        self.pool.edges(node)
    }

    #[inline]
    pub(super) fn edge(&self, node: NodeIndex, edge: usize) -> &Edge {
        &self.edges(node)[edge]
    }

    /// The move of a node's edge.
    #[inline]
    pub(super) fn mv(&self, node: NodeIndex, edge: usize) -> M {
        self.pool.mv(node, edge)
    }

    /// The moves of a node, parallel to its edges.
    pub(super) fn moves(&self, node: NodeIndex) -> impl Iterator<Item = M> {
        (0..self.edges(node).len()).map(move |edge| self.mv(node, edge))
    }

    /// The root with its edges.
    pub(super) fn root_node(&self) -> (Node<'_>, &[Edge]) {
        (self.node(self.root), self.edges(self.root))
    }

    /// Adds a node that nobody knows of yet, with moves and their priors. Without moves it is an end of the game.
    ///
    /// # Errors
    /// There is no room.
    pub(super) fn add(
        &self,
        claim: &mut Claim,
        choices: &[(M, f32)],
        proof: Proof,
    ) -> Result<NodeIndex, Full> {
        let lines = lines_of(choices.len());
        if claim.lines.len() < lines {
            claim.lines = self.pool.take_block(lines).ok_or(Full { lines })?;
            self.nodes.fetch_add(std::mem::take(&mut claim.nodes), Relaxed);
        }
        let node = claim.lines.start;
        claim.lines.start += lines as u32;
        claim.nodes += 1;
        self.node(node).reset(choices.len(), proof);
        self.pool.put(node, choices);
        Ok(node)
    }

    /// The node that the transpositions have for a position with that key and so many moves.
    #[inline]
    pub(super) fn twin(&self, key: u64, moves: usize) -> Option<NodeIndex> {
        let index = self.transpositions.find(key)?;
        let node = self.node(index);
        (node.key() == key && node.edges() == moves).then_some(index)
    }

    /// Lets later nodes of the same position learn from `index`.
    pub(super) fn publish(&self, index: NodeIndex, key: u64) {
        self.node(index).set_key(key);
        self.transpositions.note(key, index);
    }

    /// Makes room for what found none, within `limit` bytes for everything.
    pub(super) fn grow(&mut self, full: Full, limit: usize) -> Growth {
        let least = least_room(full.lines);
        if self.pool.lines() == 0 {
            let first = self.resize(Self::FIRST_LINES.max(least));
            assert_eq!(first, Growth::Grown, "there is memory for a small tree");
            return first;
        }
        let taken = self.pool.taken();
        let more = taken.min(GROWTH_BYTES / Self::LINE_BYTES).max(least);
        let affordable = (limit / Self::LINE_BYTES).saturating_sub(taken);
        if affordable < more.min(taken / WORTHWHILE).max(least) {
            return Growth::AtLimit;
        }
        if limit != usize::MAX {
            self.pool.reserve(limit / Self::LINE_BYTES);
        }
        self.resize(taken + more.min(affordable))
    }

    /// Has that many lines from now on, if the system gives the memory; otherwise it is at its limit.
    fn resize(&mut self, lines: usize) -> Growth {
        if self.pool.resize(lines).is_err() {
            return Growth::AtLimit;
        }
        if slots_for(lines) != self.transpositions.slots() {
            self.transpositions.resize(slots_for(lines));
            self.note_all();
        }
        Growth::Grown
    }

    /// Notes all published nodes anew, which have moved or whose slots have.
    pub(super) fn note_all(&mut self) {
        self.transpositions.clear();
        for index in self.pool.nodes() {
            let key = self.pool.node(index).key();
            if key != Node::NO_KEY {
                self.transpositions.note(key, index);
            }
        }
    }

    /// Nodes that are known of.
    pub(super) fn nodes(&self) -> usize {
        self.nodes.load(Relaxed)
    }

    /// Bytes of so many lines.
    pub(super) fn bytes_of(lines: usize) -> usize {
        lines * Self::LINE_BYTES
    }

    /// Empties all lines from this one on; so many nodes are left and claims are void.
    pub(super) fn truncate(&mut self, lines: usize, nodes: usize) {
        self.pool.truncate(lines);
        *self.nodes.get_mut() = nodes;
    }

    /// As new; claims are void. The memory stays, for the next tree. How large this one was leaves no other trace:
    /// what transpositions find depends on the number of their slots.
    pub(super) fn clear(&mut self) {
        if self.pool.lines() > Self::FIRST_LINES {
            self.pool.resize(Self::FIRST_LINES).expect("less needs no memory");
            self.transpositions.resize(slots_for(Self::FIRST_LINES));
        }
        self.truncate(0, 0);
        self.root = 0;
        self.transpositions.clear();
    }
}

/// Slots of the transpositions for so many lines: about as many as nodes, most of which take two lines or more.
fn slots_for(lines: usize) -> usize {
    lines.next_power_of_two() / 2
}
