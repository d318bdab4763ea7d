//! The tree's storage: two arenas, nodes and edges, in the order of creation.

use super::{proof::Proof, transpositions::Transpositions};

/// Index of a node in the arena. A child's index is always above its parent's, and the edges of nodes
/// lie in the order of their nodes: recycling relies on both.
pub(super) type NodeIndex = u32;

/// The child an edge leads to and what is proven about the edge, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link(u32);

impl Link {
    const PROOF_BITS: u32 = 2;
    const NO_CHILD: u32 = u32::MAX >> Self::PROOF_BITS;

    pub(super) const EMPTY: Self = Self(Self::NO_CHILD << Self::PROOF_BITS);

    pub(super) fn child(self) -> Option<NodeIndex> {
        let index = self.0 >> Self::PROOF_BITS;
        (index != Self::NO_CHILD).then_some(index)
    }

    pub(super) fn proof(self) -> Proof {
        Proof::from_bits(self.0)
    }

    pub(super) fn with_child(self, child: Option<NodeIndex>) -> Self {
        let index = child.unwrap_or(Self::NO_CHILD);
        Self(index << Self::PROOF_BITS | self.0 & 3)
    }

    pub(super) fn with_proof(self, proof: Proof) -> Self {
        Self(self.0 & !3 | proof as u32)
    }
}

/// A move out of a node with the statistics of the simulations that took it. Values are shares of the
/// point (0..=1) for the player who makes the move; so is the proof.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    pub(super) prior: f32,
    pub(super) visits: u32,
    pub(super) value_sum: f32,
    pub(super) link: Link,
}

impl<M> Edge<M> {
    /// The mean of the visits, which is exact where it is proven; `None` where there was none.
    pub(super) fn value(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.mean())
    }

    /// The same for an edge that was visited.
    pub(super) fn mean(&self) -> f32 {
        self.value_sum / self.visits as f32
    }

    /// Notes a proof and its share of the point; from now on the mean is that share.
    pub(super) fn prove(&mut self, proof: Proof, share: f32) {
        if self.link.proof() == Proof::Unknown {
            self.link = self.link.with_proof(proof);
            self.value_sum = share * self.visits as f32;
        }
    }
}

/// A position in the tree. Values are shares of the point for its player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) first_edge: u32,
    pub(super) edge_count: u16,
    pub(super) proof: Proof,
    /// Of the position's key; [`NOWHERE`](Self::NOWHERE) where no other node learns from this one.
    pub(super) signature: u32,
    /// Simulations that came here.
    pub(super) visits: u32,
    pub(super) value_sum: f32,
    pub(super) square_sum: f32,
    pub(super) draw_sum: f32,
    pub(super) moves_left_sum: f32,
}

impl Node {
    pub(super) const NOWHERE: u32 = 0;

    /// Without an edge a node is the end of the game, proven or (a repetition) drawn by assumption.
    pub(super) fn is_end(&self) -> bool {
        self.edge_count == 0
    }

    pub(super) fn edges(&self) -> std::ops::Range<usize> {
        let first = self.first_edge as usize;
        first..first + self.edge_count as usize
    }

    pub(super) fn mean(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { self.value_sum / self.visits as f32 }
    }

    /// Standard deviation of the values that came by.
    pub(super) fn spread(&self) -> f32 {
        let count = self.visits.max(1) as f32;
        let mean = self.value_sum / count;
        (self.square_sum / count - mean * mean).max(0.0).sqrt()
    }
}

/// The arenas.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge<M>>,
    pub(super) transpositions: Transpositions,
}

impl<M: Copy> Tree<M> {
    pub(super) const ROOT: NodeIndex = 0;

    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new(), transpositions: Transpositions::new() }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.transpositions.clear();
    }

    /// Appends a node whose edges have uniform priors.
    pub(super) fn add(&mut self, moves: &[M], proof: Proof) -> NodeIndex {
        let index = self.nodes.len() as NodeIndex;
        self.nodes.push(Node {
            first_edge: self.edges.len() as u32,
            edge_count: moves.len() as u16,
            proof,
            signature: Node::NOWHERE,
            visits: 0,
            value_sum: 0.0,
            square_sum: 0.0,
            draw_sum: 0.0,
            moves_left_sum: 0.0,
        });
        let prior = 1.0 / moves.len().max(1) as f32;
        self.edges.extend(moves.iter().map(|mv| Edge {
            mv: *mv,
            prior,
            visits: 0,
            value_sum: 0.0,
            link: Link::EMPTY,
        }));
        index
    }

    /// Lets later nodes of the same position learn from `index`.
    pub(super) fn publish(&mut self, index: NodeIndex, signature: u32) {
        self.node_mut(index).signature = signature;
        self.transpositions.note(&self.nodes, index);
    }

    /// Adds a node like `twin`, without its visits.
    pub(super) fn add_like(&mut self, twin: NodeIndex, moves: &[M]) -> NodeIndex {
        let index = self.add(moves, Proof::Unknown);
        let from = self.node(twin).edges().start;
        let to = self.node(index).edges().start;
        for edge in 0..moves.len() {
            self.edges[to + edge].prior = self.edges[from + edge].prior;
        }
        index
    }

    pub(super) fn node(&self, index: NodeIndex) -> &Node {
        &self.nodes[index as usize]
    }

    pub(super) fn node_mut(&mut self, index: NodeIndex) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    pub(super) fn edges_of(&self, index: NodeIndex) -> &[Edge<M>] {
        &self.edges[self.node(index).edges()]
    }

    /// Bytes in use by nodes and edges.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.edges.len() * size_of::<Edge<M>>()
    }
}
