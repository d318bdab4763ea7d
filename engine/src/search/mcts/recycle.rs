//! Keeping a part of the tree: after a move was played, and when the memory is full.

use super::tree::{NodeIndex, Tree};

/// Keeps the subtree of `root` (which becomes the root) without the nodes below it that have fewer than
/// `min_visits` visits; edges to those keep their statistics and lose their child. In place: children
/// lie behind their parents, and edges in the order of their nodes.
pub(super) fn keep_subtree<M: Copy>(tree: &mut Tree<M>, root: NodeIndex, min_visits: u32) {
    const DROPPED: NodeIndex = NodeIndex::MAX;
    let mut new_index = vec![DROPPED; tree.nodes.len()];
    new_index[root as usize] = 0;
    let mut kept_nodes = 0;
    let mut kept_edges = 0;
    for old in root as usize..tree.nodes.len() {
        if new_index[old] == DROPPED {
            continue;
        }
        let mut node = tree.nodes[old];
        let range = node.edges();
        node.first_edge = kept_edges as u32;
        // A kept node's number is given by its parent only as a mark; the final one is its rank here.
        new_index[old] = kept_nodes as NodeIndex;
        tree.nodes[kept_nodes] = node;
        kept_nodes += 1;
        for edge in range {
            let mut moved = tree.edges[edge];
            if let Some(child) = moved.link.child() {
                if tree.nodes[child as usize].visits >= min_visits {
                    new_index[child as usize] = 0;
                } else {
                    moved.link = moved.link.with_child(None);
                }
            }
            tree.edges[kept_edges] = moved;
            kept_edges += 1;
        }
    }
    tree.nodes.truncate(kept_nodes);
    tree.edges.truncate(kept_edges);
    for edge in &mut tree.edges {
        if let Some(child) = edge.link.child() {
            edge.link = edge.link.with_child(Some(new_index[child as usize]));
        }
    }
    tree.transpositions.rebuild(&tree.nodes);
}

/// The smallest number of visits such that at most `share` of the nodes have that many.
pub(super) fn visits_threshold<M: Copy>(tree: &Tree<M>, share: f32) -> u32 {
    let mut visits: Vec<u32> = tree.nodes.iter().map(|node| node.visits).collect();
    let rank = ((1.0 - share) * visits.len() as f32) as usize;
    let rank = rank.min(visits.len() - 1);
    let (_, threshold, _) = visits.select_nth_unstable(rank);
    *threshold + 1
}
