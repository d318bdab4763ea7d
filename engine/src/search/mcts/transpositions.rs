//! Where in the tree a position stands already, reached by other moves.

use super::tree::{Node, NodeIndex};

/// Slots of an empty index.
const FIRST_SLOTS: usize = 1 << 10;
/// Spreads signatures over the slots: 2³² divided by the golden ratio.
const SPREAD: u32 = 0x9E37_79B9;

/// Part of a position's key that its node keeps.
pub(super) fn signature(key: u64) -> u32 {
    (key >> 32) as u32 ^ key as u32
}

/// From a signature to the node that was added last with it: one slot per node or more, the newer node
/// takes the place of the older one.
#[derive(Clone, Debug)]
pub(super) struct Transpositions {
    /// Index of a node plus one; 0 is empty.
    slots: Vec<u32>,
}

impl Transpositions {
    pub(super) fn new() -> Self {
        Self { slots: vec![0; FIRST_SLOTS] }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(0);
    }

    /// The node with that signature and number of edges.
    pub(super) fn find(&self, nodes: &[Node], signature: u32, edges: usize) -> Option<NodeIndex> {
        let index = self.slots[self.slot(signature)].checked_sub(1)?;
        let node = &nodes[index as usize];
        (node.signature == signature && usize::from(node.edge_count) == edges).then_some(index)
    }

    /// Notes a node that has just been added to `nodes`.
    pub(super) fn note(&mut self, nodes: &[Node], index: NodeIndex) {
        if nodes.len() > self.slots.len() {
            self.slots = vec![0; 2 * self.slots.len()];
            self.fill(nodes);
        }
        let slot = self.slot(nodes[index as usize].signature);
        self.slots[slot] = index + 1;
    }

    /// Notes all of `nodes`, whose indices have changed.
    pub(super) fn rebuild(&mut self, nodes: &[Node]) {
        self.clear();
        self.fill(nodes);
    }

    fn fill(&mut self, nodes: &[Node]) {
        for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.signature != Node::NOWHERE) {
            let slot = self.slot(node.signature);
            self.slots[slot] = index as u32 + 1;
        }
    }

    fn slot(&self, signature: u32) -> usize {
        let bits = self.slots.len().trailing_zeros();
        (signature.wrapping_mul(SPREAD) >> (u32::BITS - bits)) as usize
    }
}
