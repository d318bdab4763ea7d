//! The tree's storage: a pool of nodes that threads take blocks of. A node owns its edges.

use std::{
    sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed},
    thread::JoinHandle,
};

use super::{
    edge::Edge,
    node::{Node, edges_bytes},
    proof::Proof,
    transpositions::Transpositions,
};

/// Index of a node in its pool.
pub(super) type NodeIndex = u32;

/// Edges of a node below the root that come in the order of their priors, before all others.
pub(super) const LIKELIEST: usize = 16;
/// Nodes that a thread takes at a time.
const NODE_BLOCK: u32 = 256;
/// Nodes of the pool at first.
const FIRST_NODES: usize = 1 << 10;
/// The pool grows by its own size, but not by more bytes than this at a time: who waits for an answer must not
/// wait for memory.
const GROWTH_BYTES: usize = 8 << 20;
/// Giving back the memory of more nodes than this takes a millisecond or more.
const LARGE: usize = 1 << 14;
/// A tree has so much of the memory, one part of so many, before the one before it is wholly gone.
const BESIDE_ANOTHER: usize = 8;
/// Growing by less than this share of the pool is not worth it: it is full.
const WORTHWHILE: usize = 16;

/// The nodes. While many threads are in the tree it is shared; what needs it alone takes it by `&mut`.
#[derive(Debug)]
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node<M>>,
    transpositions: Transpositions,
    root: NodeIndex,
    /// Where the next block begins.
    next_node: AtomicU32,
    /// Bytes of edges, and how many there may be.
    edges_bytes: AtomicUsize,
    edges_limit: usize,
    /// Gives the memory of the tree before this one back.
    leaving: Option<JoinHandle<()>>,
}

/// What one thread has taken of the pool and not used yet.
#[derive(Debug, Default)]
pub(super) struct Claim {
    nodes: std::ops::Range<u32>,
    /// Bytes of edges made since the last block.
    edges_bytes: usize,
}

impl Claim {
    /// Nodes taken and not used.
    pub(super) fn unused(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes of edges that the tree does not know of yet.
    pub(super) fn unreported(&self) -> usize {
        self.edges_bytes
    }
}

/// Why there is no room for another node: what has run out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lack {
    /// The pool of nodes.
    Nodes,
    /// Memory for edges.
    Edges,
}

/// What growing came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Growth {
    /// There is more room.
    Grown,
    /// The limit does not allow it.
    AtLimit,
}

/// Where the priors of a new node come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Priors<'a> {
    /// One like the other.
    Even,
    /// Parallel to the moves, whose order the node keeps.
    Given(&'a [f32]),
    /// Parallel to the moves; the node has the likeliest first.
    Falling(&'a [f32]),
    /// From a node of the same position.
    Like(NodeIndex),
}

impl<M: Copy> Tree<M> {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            transpositions: Transpositions::new(FIRST_NODES),
            root: 0,
            next_node: AtomicU32::new(0),
            edges_bytes: AtomicUsize::new(0),
            edges_limit: usize::MAX,
            leaving: None,
        }
    }

    #[inline]
    pub(super) fn root(&self) -> NodeIndex {
        self.root
    }

    pub(super) fn set_root(&mut self, root: NodeIndex) {
        self.root = root;
    }

    #[inline]
    pub(super) fn node(&self, index: NodeIndex) -> &Node<M> {
        &self.nodes[index as usize]
    }

    #[inline]
    pub(super) fn edge(&self, node: NodeIndex, edge: usize) -> &Edge<M> {
        &self.node(node).edges()[edge]
    }

    /// The root with its edges.
    pub(super) fn root_node(&self) -> (&Node<M>, &[Edge<M>]) {
        let node = self.node(self.root);
        (node, node.edges())
    }

    /// Adds a node that nobody knows of yet. Without moves it is an end of the game.
    ///
    /// # Errors
    /// There is no room.
    pub(super) fn add(
        &self,
        claim: &mut Claim,
        moves: &[M],
        priors: Priors<'_>,
        proof: Proof,
    ) -> Result<NodeIndex, Lack> {
        self.provide(claim)?;
        let node = claim.nodes.start;
        claim.nodes.start += 1;
        claim.edges_bytes += edges_bytes::<M>(moves.len());
        let edges = || -> Box<[Edge<M>]> {
            let with = |priors: &[f32]| -> Box<[Edge<M>]> {
                moves.iter().zip(priors).map(|(mv, prior)| Edge::new(*mv, *prior)).collect()
            };
            match priors {
                Priors::Even => {
                    let prior = 1.0 / moves.len() as f32;
                    moves.iter().map(|mv| Edge::new(*mv, prior)).collect()
                }
                Priors::Given(priors) => with(priors),
                Priors::Falling(priors) => likeliest_first(with(priors)),
                Priors::Like(twin) => {
                    let like = self.node(twin).edges();
                    likeliest_first(like.iter().map(|edge| Edge::new(edge.mv, edge.prior)).collect())
                }
            }
        };
        self.node(node).reset((!moves.is_empty()).then(edges), proof);
        Ok(node)
    }

    /// Sees to it that `claim` has room for a node.
    #[inline]
    fn provide(&self, claim: &mut Claim) -> Result<(), Lack> {
        if !claim.nodes.is_empty() {
            return Ok(());
        }
        let made = std::mem::take(&mut claim.edges_bytes);
        if self.edges_bytes.fetch_add(made, Relaxed) + made > self.edges_limit {
            return Err(Lack::Edges);
        }
        let fits = |start: u32| start.checked_add(NODE_BLOCK).filter(|end| *end as usize <= self.nodes.len());
        let taken = self.next_node.try_update(Relaxed, Relaxed, fits);
        claim.nodes = taken.map(|start| start..start + NODE_BLOCK).map_err(|_| Lack::Nodes)?;
        Ok(())
    }

    /// The node that the transpositions have for a position with that key and so many moves.
    #[inline]
    pub(super) fn twin(&self, key: u64, moves: usize) -> Option<NodeIndex> {
        let index = self.transpositions.find(key)?;
        let node = self.node(index);
        (node.key() == key && node.edges().len() == moves).then_some(index)
    }

    /// Lets later nodes of the same position learn from `index`.
    pub(super) fn publish(&self, index: NodeIndex, key: u64) {
        self.node(index).set_key(key);
        self.transpositions.note(key, index);
    }

    /// Makes room for what is lacking, within `limit` bytes for everything.
    pub(super) fn grow(&mut self, lack: Lack, limit: usize) -> Growth {
        let nodes = self.taken().max(1);
        let edges = *self.edges_bytes.get_mut();
        if self.bytes_held() + edges > limit / BESIDE_ANOTHER {
            // It has long ended by now. If it has not, both trees together must not take more than there is.
            self.leaving.take().map(JoinHandle::join);
        }
        let growth = match lack {
            Lack::Nodes => {
                // A node comes with edges, which need room as well.
                let whole = size_of::<Node<M>>() + size_of::<NodeIndex>() + edges / nodes;
                self.grow_nodes(limit.saturating_sub(self.bytes_held() + edges) / whole)
            }
            Lack::Edges => Growth::AtLimit,
        };
        self.edges_limit = limit.saturating_sub(self.bytes_held());
        growth
    }

    /// Adds nodes to the pool, at most so many.
    fn grow_nodes(&mut self, affordable: usize) -> Growth {
        let held = self.nodes.len();
        let wanted = held.min(GROWTH_BYTES / size_of::<Node<M>>()).max(FIRST_NODES);
        // The first nodes there have to be.
        let affordable = if held == 0 { wanted } else { affordable };
        if affordable < wanted.min(held / WORTHWHILE) {
            return Growth::AtLimit;
        }
        // There is a slot for every node: when the pool has reached their number they double.
        if held >= self.transpositions.slots() {
            self.transpositions.double(&self.nodes);
        }
        let more = wanted.min(affordable).min(self.transpositions.slots() - held);
        let more = more.next_multiple_of(NODE_BLOCK as usize);
        self.nodes.reserve_exact(more);
        self.nodes.resize_with(held + more, Node::empty);
        Growth::Grown
    }

    /// Notes how many bytes the edges take.
    pub(super) fn set_edges_bytes(&mut self, bytes: usize) {
        *self.edges_bytes.get_mut() = bytes;
    }

    /// Notes all published nodes anew, whose indices have changed.
    pub(super) fn rebuild_transpositions(&mut self) {
        let nodes = self.taken();
        self.transpositions.rebuild(&self.nodes[..nodes]);
    }

    /// Nodes that threads have taken, used or not.
    pub(super) fn taken(&self) -> usize {
        self.next_node.load(Relaxed) as usize
    }

    /// Bytes of so many nodes and of the edges that are known of.
    pub(super) fn bytes_of(&self, nodes: usize) -> usize {
        nodes * (size_of::<Node<M>>() + size_of::<NodeIndex>()) + self.edges_bytes.load(Relaxed)
    }

    /// Bytes of the pools, in use or not, without the edges.
    fn bytes_held(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>() + self.transpositions.slots() * size_of::<NodeIndex>()
    }

    /// Forgets all nodes from this index on; claims are void.
    pub(super) fn truncate(&mut self, nodes: usize) {
        let taken = self.taken();
        self.nodes[nodes..taken].iter_mut().for_each(Node::empty_slot);
        *self.next_node.get_mut() = nodes as u32;
    }
}

/// Puts the likeliest moves first, in their order; so many that a search seldom comes to the others, which are not
/// worth sorting.
fn likeliest_first<M>(mut edges: Box<[Edge<M>]>) -> Box<[Edge<M>]> {
    let likelier = |one: &Edge<M>, other: &Edge<M>| other.prior.total_cmp(&one.prior);
    let first = match edges.len() {
        0..=LIKELIEST => &mut edges[..],
        _ => edges.select_nth_unstable_by(LIKELIEST, likelier).0,
    };
    first.sort_unstable_by(likelier);
    edges
}

impl<M: Copy + Send + 'static> Tree<M> {
    /// As new; claims on nodes are void. How large it was leaves no trace: what transpositions find depends on
    /// the number of their slots.
    pub(super) fn clear(&mut self) {
        if self.nodes.len() > FIRST_NODES {
            let old = std::mem::replace(self, Self::new());
            if old.taken() > LARGE {
                // Who waits for an answer must not wait for memory. Without a thread it goes here and now.
                self.leaving = std::thread::Builder::new().spawn(move || drop(old)).ok();
            }
        } else {
            self.truncate(0);
            self.root = 0;
            *self.edges_bytes.get_mut() = 0;
            self.transpositions.clear();
        }
    }
}
