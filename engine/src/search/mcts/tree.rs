//! Search tree: pool of nodes, root and transpositions.

use std::{
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use super::{
    edge::{Edge, NodeIndex},
    node::Node,
    pool::{Pool, least_room, lines_of},
    transpositions::Transpositions,
};
use crate::search::Proof;

/// Initial bytes of the pool.
const FIRST_BYTES: usize = 256 << 10;
/// Greatest growth of the pool at a time, in bytes; smaller pools double. It bounds the delay of an answer.
const GROWTH_BYTES: usize = 8 << 20;
/// Divisor of the pool's size that gives the least growth; below it the pool counts as full.
const WORTHWHILE: usize = 16;

/// Search tree. Threads share it by `&`; operations that need exclusive access take `&mut`.
#[derive(Debug)]
pub(super) struct Tree<M> {
    pub(super) pool: Pool<M>,
    transpositions: Transpositions,
    root: NodeIndex,
    /// Nodes reported by the threads.
    nodes: AtomicUsize,
}

/// Arena of one thread: the block of the pool it allocates from, and its unreported nodes.
#[derive(Debug, Default)]
pub(super) struct ThreadArena {
    lines: Range<u32>,
    /// Nodes not yet reported to the tree.
    nodes: usize,
}

impl ThreadArena {
    /// Returns the lines taken and unused.
    pub(super) fn unused_lines(&self) -> usize {
        self.lines.len()
    }

    /// Returns the nodes not yet reported to the tree.
    pub(super) fn unreported_nodes(&self) -> usize {
        self.nodes
    }
}

/// Error: the pool has no room for a node of `lines` lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Full {
    pub(super) lines: usize,
}

/// Result of growing the pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Growth {
    /// The pool has grown.
    Grown,
    /// The memory limit is reached.
    AtLimit,
}

impl<M: Copy> Tree<M> {
    /// Bytes of a line with its slot of the transpositions.
    const LINE_BYTES: usize = Pool::<M>::LINE_BYTES + size_of::<NodeIndex>();
    /// Initial lines of the pool.
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

    /// Returns the edges of a node, likeliest first except at the root.
    #[inline]
    pub(super) fn edges(&self, node: NodeIndex) -> &[Edge] {
        self.pool.edges(node)
    }

    #[inline]
    pub(super) fn edge(&self, node: NodeIndex, edge: usize) -> &Edge {
        &self.edges(node)[edge]
    }

    /// Returns the move of a node's edge.
    #[inline]
    pub(super) fn mv(&self, node: NodeIndex, edge: usize) -> M {
        self.pool.mv(node, edge)
    }

    /// Returns the moves of a node, parallel to its edges.
    pub(super) fn moves(&self, node: NodeIndex) -> impl Iterator<Item = M> {
        (0..self.edges(node).len()).map(move |edge| self.mv(node, edge))
    }

    /// Returns the root and its edges.
    pub(super) fn root_node(&self) -> (Node<'_>, &[Edge]) {
        (self.node(self.root), self.edges(self.root))
    }

    /// Adds an unpublished node with moves and priors. Without moves it is terminal.
    ///
    /// # Errors
    /// The pool is full.
    pub(super) fn add(
        &self,
        arena: &mut ThreadArena,
        choices: &[(M, f32)],
        proof: Proof,
    ) -> Result<NodeIndex, Full> {
        let lines = lines_of(choices.len());
        if arena.lines.len() < lines {
            arena.lines = self.pool.take_block(lines).ok_or(Full { lines })?;
            self.nodes.fetch_add(std::mem::take(&mut arena.nodes), Relaxed);
        }
        let node = arena.lines.start;
        arena.lines.start += lines as u32;
        arena.nodes += 1;
        self.node(node).reset(choices.len(), proof);
        self.pool.put(node, choices);
        Ok(node)
    }

    /// Returns the node of a transposition with `key` and `moves` edges.
    #[inline]
    pub(super) fn find_transposition(&self, key: u64, moves: usize) -> Option<NodeIndex> {
        let index = self.transpositions.find(key)?;
        let node = self.node(index);
        (node.key() == key && node.edges() == moves).then_some(index)
    }

    /// Publishes node `index` to the transpositions.
    pub(super) fn publish(&self, index: NodeIndex, key: u64) {
        self.node(index).set_key(key);
        self.transpositions.insert(key, index);
    }

    /// Grows the pool for a node that found no room, within `limit` bytes.
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

    /// Resizes the pool; without memory from the system it is at its limit.
    fn resize(&mut self, lines: usize) -> Growth {
        if self.pool.resize(lines).is_err() {
            return Growth::AtLimit;
        }
        if slots_for(lines) != self.transpositions.slots() {
            self.transpositions.resize(slots_for(lines));
            self.rebuild_transpositions();
        }
        Growth::Grown
    }

    /// Inserts all published nodes into the transpositions again, after moving them or resizing.
    pub(super) fn rebuild_transpositions(&mut self) {
        self.transpositions.clear();
        for index in self.pool.nodes() {
            let key = self.pool.node(index).key();
            if key != Node::NO_KEY {
                self.transpositions.insert(key, index);
            }
        }
    }

    /// Returns the nodes reported by the threads.
    pub(super) fn nodes(&self) -> usize {
        self.nodes.load(Relaxed)
    }

    /// Returns the bytes of `lines` lines.
    pub(super) fn bytes_of(lines: usize) -> usize {
        lines * Self::LINE_BYTES
    }

    /// Empties all lines from `lines` on; `nodes` nodes remain, and thread arenas are void.
    pub(super) fn truncate(&mut self, lines: usize, nodes: usize) {
        self.pool.truncate(lines);
        *self.nodes.get_mut() = nodes;
    }

    /// Clears the tree and voids all thread arenas; keeps the memory.
    ///
    /// The initial size is restored: what the transpositions find depends on the number of their slots.
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

/// Returns the slots of the transpositions for `lines` lines: about one per node of two lines or more.
fn slots_for(lines: usize) -> usize {
    lines.next_power_of_two() / 2
}
