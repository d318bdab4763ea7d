//! Memory pool of the tree: cache lines of four slots, of which threads take blocks.
//!
//! A node is contiguous: three slots of its head and one slot per edge. Its index is that of its first line. Moves are
//! stored apart, four to a line, each line in a `OnceLock`: safe code cannot publish them otherwise.

use std::{
    collections::TryReserveError,
    hint::black_box,
    ops::Range,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use super::{
    edge::{Edge, NodeIndex},
    kept::Kept,
    node::Node,
};
use crate::search::memory::is_free;

/// Slots of a line.
const PLACES: usize = 4;
/// Lines of a thread's block; a larger node gets a larger block.
const BLOCK: usize = 512;

/// Returns the lines of a node with `edges` edges.
pub(super) fn lines_of(edges: usize) -> usize {
    (Node::HEAD + edges).div_ceil(PLACES)
}

/// Returns the slot of a node's first edge.
#[inline(always)]
fn first_edge(index: NodeIndex) -> usize {
    index as usize * PLACES + Node::HEAD
}

/// Returns the lines of the block that a node of `lines` lines needs.
pub(super) fn least_room(lines: usize) -> usize {
    lines.max(BLOCK)
}

/// Pool of lines; unused ones are empty.
#[derive(Debug)]
pub(super) struct Pool<M> {
    places: Vec<Edge>,
    moves: Vec<OnceLock<[M; PLACES]>>,
    /// First line of the next block.
    next: AtomicU32,
}

impl<M: Copy> Pool<M> {
    /// Bytes of a line.
    pub(super) const LINE_BYTES: usize = PLACES * size_of::<Edge>() + size_of::<OnceLock<[M; PLACES]>>();

    pub(super) fn new() -> Self {
        Self { places: Vec::new(), moves: Vec::new(), next: AtomicU32::new(0) }
    }

    /// Returns the lines of the pool, taken or not.
    pub(super) fn lines(&self) -> usize {
        self.moves.len()
    }

    /// Returns the lines that threads have taken, used or not.
    pub(super) fn taken(&self) -> usize {
        self.next.load(Relaxed) as usize
    }

    /// Reserves address space for `lines` lines, so that growing does not copy.
    ///
    /// Only used lines take memory. Without enough address space growing copies.
    pub(super) fn reserve(&mut self, lines: usize) {
        let more = lines.saturating_sub(self.lines());
        if lines <= self.moves.capacity() || !is_free(more.saturating_mul(Self::LINE_BYTES)) {
            return;
        }
        let _ = self.places.try_reserve_exact(more * PLACES);
        let _ = self.moves.try_reserve_exact(more);
    }

    /// Resizes the pool to `lines` lines.
    ///
    /// # Errors
    /// The system has no memory left; the pool is unchanged.
    pub(super) fn resize(&mut self, lines: usize) -> Result<(), TryReserveError> {
        if lines > self.moves.capacity() {
            self.places.try_reserve_exact(lines * PLACES - self.places.len())?;
            self.moves.try_reserve_exact(lines - self.moves.len())?;
        }
        self.places.resize_with(lines * PLACES, Edge::empty);
        self.moves.resize_with(lines, OnceLock::new);
        Ok(())
    }

    /// Takes a block of at least `least` lines; `None` where the pool is full.
    pub(super) fn take_block(&self, least: usize) -> Option<Range<u32>> {
        let size = least_room(least) as u32;
        let fits = |start: u32| start.checked_add(size).filter(|end| *end as usize <= self.lines());
        let start = self.next.try_update(Relaxed, Relaxed, fits).ok()?;
        Some(start..start + size)
    }

    #[inline(always)]
    pub(super) fn node(&self, index: NodeIndex) -> Node<'_> {
        let head = self.places[index as usize * PLACES..].first_chunk().expect("lines are longer than heads");
        Node::at(head)
    }

    /// Prefetches the head of a node, its first edges and their moves.
    #[inline]
    pub(super) fn prefetch(&self, index: NodeIndex) {
        black_box(self.node(index).visits());
        black_box(self.places[first_edge(index)].counts());
        black_box(self.moves[index as usize].get().is_some());
    }

    #[inline]
    pub(super) fn edges(&self, index: NodeIndex) -> &[Edge] {
        &self.places[first_edge(index)..][..self.node(index).edges()]
    }

    /// Returns the move of a node's edge.
    #[inline]
    pub(super) fn mv(&self, index: NodeIndex, edge: usize) -> M {
        let moves = self.moves[index as usize + edge / PLACES].get();
        moves.expect("edges of a node have moves")[edge % PLACES]
    }

    /// Writes the moves and priors of a new node into lines of the calling thread.
    pub(super) fn put(&self, index: NodeIndex, choices: &[(M, f32)]) {
        for (edge, (_, prior)) in self.places[first_edge(index)..].iter().zip(choices) {
            edge.reset(*prior);
        }
        for (moves, choices) in self.moves[index as usize..].iter().zip(choices.chunks(PLACES)) {
            let last = choices.len() - 1;
            // Recycled lines have been emptied.
            let _ = moves.set(std::array::from_fn(|place| choices[place.min(last)].0));
        }
    }

    /// Returns the lines of a node.
    pub(super) fn lines_at(&self, index: NodeIndex) -> Range<usize> {
        let first = index as usize;
        first..first + lines_of(self.node(index).edges())
    }

    /// Returns all nodes in order of memory, with empty ones for unused lines.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeIndex> {
        let end = self.taken().min(self.lines());
        let mut next = 0;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let index = next as NodeIndex;
                next = self.lines_at(index).end;
                index
            })
        })
    }

    /// Empties all lines from `lines` on.
    pub(super) fn truncate(&mut self, lines: usize) {
        let taken = self.taken().min(self.lines());
        self.places[lines * PLACES..taken * PLACES].fill_with(Edge::empty);
        self.moves[lines..taken].fill_with(OnceLock::new);
        *self.next.get_mut() = lines as u32;
    }

    /// Compacts a kept node towards the beginning, and redirects its edges.
    pub(super) fn pull(&mut self, index: NodeIndex, kept: &Kept) {
        let lines = self.lines_at(index);
        let edges = self.node(index).edges();
        for edge in &mut self.places[first_edge(index)..][..edges] {
            edge.set_child(edge.child().and_then(|child| kept.rank(child as usize)));
        }
        let to = kept.rank(lines.start).expect("it is kept") as usize;
        for (from, to) in lines.zip(to..) {
            self.moves.swap(from, to);
            (0..PLACES).for_each(|place| self.places.swap(from * PLACES + place, to * PLACES + place));
        }
    }
}
