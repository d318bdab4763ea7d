//! Moves-left utility: among equal values, prefers shorter wins and longer losses.
//!
//! Without it a player with a safe advantage never has to convert it. The plies come from the moves-left head of the
//! net (compare the MLH of Leela Chess Zero).

use super::{
    edge::{Counts, Edge},
    tree::Tree,
};
use crate::search::{Proof, proof::SAME_SHARE};

/// Greatest moves-left utility per share of the point above or below an equal part.
const WEIGHT: f32 = 0.1;

/// Returns the moves-left utility of a root move, in shares of the point; 0 where it is unvisited.
pub(super) fn utility<M: Copy>(tree: &Tree<M>, edge: &Edge, players: usize) -> f32 {
    let (Some(share), Some(left)) = (edge.counts().value(), moves_left(tree, edge)) else { return 0.0 };
    let typical = tree.node(tree.root()).statistics().moves_left();
    let sooner = (typical - left) / (typical + left).max(1.0);
    WEIGHT * (share - 1.0 / players as f32) * sooner
}

/// Returns the preference of an edge of a proven node: the shortest win or the longest loss has the highest.
///
/// Returns 0 where the node is unproven or the edge does not prove it.
pub(super) fn proven_preference<M: Copy>(tree: &Tree<M>, node: Proof, (edge, proof): (&Edge, Proof)) -> u32 {
    if node == Proof::Unknown || proof != node {
        return 0;
    }
    // The bits of numbers that are not negative are in their order.
    let left = moves_left(tree, edge).unwrap_or(0.0).max(0.0).to_bits();
    if node == Proof::Loss { 1 + left } else { u32::MAX - left }
}

/// Returns the rank of a proof for its player: certainly best (2), open or in between (1), certainly worst (0).
///
/// `reachable` is the greatest share of the point that the player can still get.
pub(super) fn proof_rank(proof: Proof, counts: Counts, reachable: impl Fn() -> f32) -> u8 {
    match proof {
        Proof::Win => 2,
        Proof::Between if counts.mean() >= reachable() - SAME_SHARE => 2,
        Proof::Unknown | Proof::Between => 1,
        Proof::Loss => 0,
    }
}

/// Returns the expected plies to the end of the game, this move included.
fn moves_left<M: Copy>(tree: &Tree<M>, edge: &Edge) -> Option<f32> {
    let child = tree.node(edge.child()?).statistics();
    (child.visits > 0).then(|| 1.0 + child.moves_left())
}
