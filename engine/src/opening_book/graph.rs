//! The positions of a book, with values backed up to the start.

use std::collections::{HashMap, hash_map};

use damier_rules::{MoveList, Position};

use super::{Entries, Share};

/// All positions that the moves of a book lead to, the start first and none before those that lead to it. A position is at
/// the ply at which it can first be reached; a move that leads to one of another ply, as back to the start, keeps the
/// value of its search, so that nothing is backed up in a circle.
#[derive(Debug)]
pub(super) struct Graph<P: Position> {
    pub(super) nodes: Vec<Node<P>>,
}

/// A position.
#[derive(Debug)]
pub(super) struct Node<P: Position> {
    pub(super) position: P,
    pub(super) key: u64,
    /// Plies from the start.
    pub(super) ply: usize,
    /// What it is worth to the player to move.
    pub(super) share: Share,
    /// All legal moves; none where the book does not have the position.
    pub(super) edges: Vec<Edge<P::Move>>,
    /// Positions of the book from here on, as many times as lines lead to them.
    pub(super) size: u32,
}

/// A move.
#[derive(Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// What it is worth to the player who makes it.
    pub(super) share: Share,
    /// Where it leads, if that is a ply further from the start.
    pub(super) child: Option<usize>,
}

/// A position that has another number of moves by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Misfit {
    pub(super) key: u64,
    pub(super) found: usize,
    pub(super) expected: usize,
}

impl<P: Position> Graph<P> {
    /// Of the entries that can be reached from `start`.
    ///
    /// # Errors
    /// An entry has another number of moves than its position.
    pub(super) fn new(start: P, entries: &Entries) -> Result<Self, Misfit> {
        let mut graph = Self { nodes: vec![Node::new(start, 0, Share::NONE)] };
        // With room for all from the start: books have some hundred thousand moves.
        let mut places = HashMap::with_capacity(1 + entries.values().map(Vec::len).sum::<usize>());
        places.insert(graph.nodes[0].key, 0);
        let mut moves = MoveList::new();
        let mut next = 0;
        while let Some(node) = graph.nodes.get(next) {
            if let Some(shares) = entries.get(&node.key) {
                node.position.legal_moves(&mut moves);
                if moves.len() != shares.len() {
                    return Err(Misfit { key: node.key, found: shares.len(), expected: moves.len() });
                }
                graph.lead_on(next, &moves, shares, &mut places);
            }
            next += 1;
        }
        graph.back_up();
        Ok(graph)
    }

    /// Adds the moves of a node, and the positions that were not there yet.
    fn lead_on(
        &mut self,
        from: usize,
        moves: &[P::Move],
        shares: &[Share],
        places: &mut HashMap<u64, usize>,
    ) {
        let ply = self.nodes[from].ply + 1;
        let mut edges = Vec::with_capacity(moves.len());
        for (mv, share) in moves.iter().zip(shares) {
            let position = &self.nodes[from].position;
            let mut child = position.clone();
            child.play(*mv);
            let for_child = share.turned(position, &child);
            let child = match places.entry(child.key()) {
                hash_map::Entry::Occupied(known) => {
                    Some(*known.get()).filter(|place| self.nodes[*place].ply == ply)
                }
                hash_map::Entry::Vacant(place) => {
                    place.insert(self.nodes.len());
                    self.nodes.push(Node::new(child, ply, for_child));
                    Some(self.nodes.len() - 1)
                }
            };
            edges.push(Edge { mv: *mv, share: *share, child });
        }
        self.nodes[from].edges = edges;
    }

    /// Gives every move the value of the position that it leads to, and every position that of its best move.
    fn back_up(&mut self) {
        for place in (0..self.nodes.len()).rev() {
            let (before, after) = self.nodes.split_at_mut(place + 1);
            let node = &mut before[place];
            if node.edges.is_empty() {
                continue;
            }
            node.size = 1;
            for edge in &mut node.edges {
                if let Some(child) = edge.child {
                    let child = &after[child - place - 1];
                    edge.share = child.share.turned(&child.position, &node.position);
                    node.size = node.size.saturating_add(child.size);
                }
            }
            node.share = node.best().map_or(node.share, |best| best.share);
        }
    }

    /// How many positions the book has.
    pub(super) fn len(&self) -> usize {
        self.nodes.iter().filter(|node| !node.edges.is_empty()).count()
    }
}

impl<P: Position> Node<P> {
    fn new(position: P, ply: usize, share: Share) -> Self {
        Self { key: position.key(), position, ply, share, edges: Vec::new(), size: 0 }
    }

    /// The best move, of equal ones the first.
    pub(super) fn best(&self) -> Option<&Edge<P::Move>> {
        self.edges.iter().rev().max_by_key(|edge| edge.share)
    }
}
