//! Which positions a book looks at next: those that games reached, and those that games by the book are likeliest to reach.

use std::collections::HashSet;

use damier_rules::Position;

use super::{Share, graph::Graph};

/// What a move costs the player with the book: the best one is the only one.
const OWN_PLY: f32 = 0.1;
/// What a move of the other player costs: little, for games are lost where lines end that looked level,
const OTHER_PLY: f32 = 0.25;
/// and 1 for so much of the point that it gives away.
const DROP: f32 = 0.02;
/// Who stands this well wins without a book.
const DECIDED: f32 = 0.92;
/// Greatest length of a line in a book, in plies.
const LAST_PLY: usize = 100;

/// At most `count` nodes that the book does not have yet, those with a key in `played` before others, then the likeliest
/// first; of equally likely ones that of the least key.
///
/// A book is played by one of both players at a time, who makes its best moves; the other makes any, the likelier the
/// less it gives away. So a line counts by the moves of one player, and a node by the likeliest line to it.
pub(super) fn next<P: Position>(graph: &Graph<P>, played: &HashSet<u64>, count: usize) -> Vec<usize> {
    let mut costs = vec![[f32::INFINITY; 2]; graph.nodes.len()];
    costs[0] = [0.0; 2];
    for (place, node) in graph.nodes.iter().enumerate() {
        let Some(best) = node.best() else { continue };
        for edge in &node.edges {
            let Some(child) = edge.child else { continue };
            let before = costs[place];
            for (owner, cost) in costs[child].iter_mut().enumerate() {
                let step = if node.edges.len() == 1 {
                    0.0
                } else if node.position.to_move().index() != owner {
                    OTHER_PLY + (best.share.value() - edge.share.value()) / DROP
                } else if std::ptr::eq(edge, best) {
                    OWN_PLY
                } else {
                    f32::INFINITY
                };
                *cost = cost.min(before[owner] + step);
            }
        }
    }
    let is_open = |share: Share| share.value().max(share.flipped().value()) < DECIDED;
    let mut wanted: Vec<(bool, f32, u64, usize)> = graph
        .nodes
        .iter()
        .enumerate()
        // The start has no value before it is looked at.
        .filter(|(place, node)| {
            node.edges.is_empty() && node.ply < LAST_PLY && (*place == 0 || is_open(node.share))
        })
        .map(|(place, node)| {
            (!played.contains(&node.key), costs[place][0].min(costs[place][1]), node.key, place)
        })
        // A player with the book never reaches the others.
        .filter(|(unplayed, cost, ..)| !unplayed || cost.is_finite())
        .collect();
    wanted
        .sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)).then(one.2.cmp(&other.2)));
    let places = wanted.into_iter().map(|(.., place)| place);
    places.filter(|place| graph.nodes[*place].position.outcome().is_none()).take(count).collect()
}
