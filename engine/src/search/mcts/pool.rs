//! The tree's memory: lines of four places that threads take blocks of.
//!
//! A node takes the lines from its head on: three places for the head and one for each edge. So whoever knows a
//! node's index knows where all of it lies. Moves lie apart, four to a line as well, because safe code cannot put
//! them where other threads may look before they are told.

use std::{
    collections::TryReserveError,
    hint::black_box,
    ops::Range,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use super::{edge::Edge, node::Node, recycle::Kept, tree::NodeIndex};
use crate::search::memory::is_free;

/// Places of a line.
const PLACES: usize = 4;
/// Lines that a thread takes at a time, or as many as the node needs that it takes them for.
const BLOCK: usize = 512;

/// Lines of a node with so many edges.
pub(super) fn lines_of(edges: usize) -> usize {
    (Node::HEAD + edges).div_ceil(PLACES)
}

/// The place of a node's first edge.
#[inline(always)]
fn first_edge(index: NodeIndex) -> usize {
    index as usize * PLACES + Node::HEAD
}

/// Room that there must be for a node of so many lines.
pub(super) fn least_room(lines: usize) -> usize {
    lines.max(BLOCK)
}

/// The lines. What no node has taken is empty.
#[derive(Debug)]
pub(super) struct Pool<M> {
    places: Vec<Edge>,
    moves: Vec<OnceLock<[M; PLACES]>>,
    /// Where the next block begins.
    next: AtomicU32,
}

impl<M: Copy> Pool<M> {
    /// Bytes of a line.
    pub(super) const LINE_BYTES: usize = PLACES * size_of::<Edge>() + size_of::<OnceLock<[M; PLACES]>>();

    pub(super) fn new() -> Self {
        Self { places: Vec::new(), moves: Vec::new(), next: AtomicU32::new(0) }
    }

    /// Lines that there are, taken or not.
    pub(super) fn lines(&self) -> usize {
        self.moves.len()
    }

    /// Lines that threads have taken, used or not.
    pub(super) fn taken(&self) -> usize {
        self.next.load(Relaxed) as usize
    }

    /// Sets addresses aside for so many lines, so that the pool grows without being copied. Memory is taken by what
    /// is used only; where there are not so many addresses, growing copies.
    pub(super) fn reserve(&mut self, lines: usize) {
        let more = lines.saturating_sub(self.lines());
        if lines <= self.moves.capacity() || !is_free(more.saturating_mul(Self::LINE_BYTES)) {
            return;
        }
        let _ = self.places.try_reserve_exact(more * PLACES);
        let _ = self.moves.try_reserve_exact(more);
    }

    /// Has that many lines from now on.
    ///
    /// # Errors
    /// The system does not give the memory; nothing has changed then.
    pub(super) fn resize(&mut self, lines: usize) -> Result<(), TryReserveError> {
        if lines > self.moves.capacity() {
            self.places.try_reserve_exact(lines * PLACES - self.places.len())?;
            self.moves.try_reserve_exact(lines - self.moves.len())?;
        }
        self.places.resize_with(lines * PLACES, Edge::empty);
        self.moves.resize_with(lines, OnceLock::new);
        Ok(())
    }

    /// Takes a block with at least so many lines; `None` where there is not that much left.
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

    /// Has a node brought from memory while something else goes on: its head, the first edges and their moves.
    #[inline]
    pub(super) fn fetch(&self, index: NodeIndex) {
        black_box(self.node(index).visits());
        black_box(self.places[first_edge(index)].counts());
        black_box(self.moves[index as usize].get().is_some());
    }

    #[inline]
    pub(super) fn edges(&self, index: NodeIndex) -> &[Edge] {
        &self.places[first_edge(index)..][..self.node(index).edges()]
    }

    /// The move of one of a node's edges.
    #[inline]
    pub(super) fn mv(&self, index: NodeIndex, edge: usize) -> M {
        let moves = self.moves[index as usize + edge / PLACES].get();
        moves.expect("edges of a node have moves")[edge % PLACES]
    }

    /// Puts the edges of a new node, moves with their priors, into lines that are nobody else's.
    pub(super) fn put(&self, index: NodeIndex, choices: &[(M, f32)]) {
        for (edge, (_, prior)) in self.places[first_edge(index)..].iter().zip(choices) {
            edge.reset(*prior);
        }
        for (moves, choices) in self.moves[index as usize..].iter().zip(choices.chunks(PLACES)) {
            let last = choices.len() - 1;
            // Lines that are used again were emptied before.
            let _ = moves.set(std::array::from_fn(|place| choices[place.min(last)].0));
        }
    }

    /// The lines of a node.
    pub(super) fn lines_at(&self, index: NodeIndex) -> Range<usize> {
        let first = index as usize;
        first..first + lines_of(self.node(index).edges())
    }

    /// All nodes in the order in which they lie, among them empty ones where a thread has left lines unused.
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

    /// Empties all lines from this one on.
    pub(super) fn truncate(&mut self, lines: usize) {
        let taken = self.taken().min(self.lines());
        self.places[lines * PLACES..taken * PLACES].fill_with(Edge::empty);
        self.moves[lines..taken].fill_with(OnceLock::new);
        *self.next.get_mut() = lines as u32;
    }

    /// Moves a node that is kept towards the beginning, and has its edges lead where the nodes will be.
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
