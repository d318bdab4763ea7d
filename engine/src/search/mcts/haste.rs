//! Whoever stands well wants the end of the game, whoever stands badly does not: what settles a choice between
//! moves of the same value. Without it a player who is sure of a place never takes it.

use super::{
    edge::{Counts, Edge},
    tree::Tree,
};
use crate::search::{Proof, proof::SAME_SHARE};

/// Shares of the point that haste is worth at most, per share above or below an equal part.
const WEIGHT: f32 = 0.1;

/// What a move of the root gains by leading to the end sooner than the others, or loses by it: in shares of the
/// point, 0 where it was not tried.
pub(super) fn of<M: Copy>(tree: &Tree<M>, edge: &Edge, players: usize) -> f32 {
    let (Some(share), Some(left)) = (edge.counts().value(), moves_left(tree, edge)) else { return 0.0 };
    let typical = tree.node(tree.root()).figures().moves_left();
    let sooner = (typical - left) / (typical + left).max(1.0);
    WEIGHT * (share - 1.0 / players as f32) * sooner
}

/// Orders the moves of a node by the same wish where its value is proven: those that prove it come first, of them
/// the one with the shortest way to the end, or for a player who has lost the longest. All are equal where nothing
/// is proven.
pub(super) fn settled<M: Copy>(tree: &Tree<M>, node: Proof, (edge, proof): (&Edge, Proof)) -> u32 {
    if node == Proof::Unknown || proof != node {
        return 0;
    }
    // The bits of numbers that are not negative are in their order.
    let left = moves_left(tree, edge).unwrap_or(0.0).max(0.0).to_bits();
    if node == Proof::Loss { 1 + left } else { u32::MAX - left }
}

/// How good what is proven about a move is for its player, who can reach `reachable` of the point at most: certain
/// to be the best (2), open or in between (1), or the worst (0).
pub(super) fn certainty(proof: Proof, counts: Counts, reachable: impl Fn() -> f32) -> u8 {
    match proof {
        Proof::Win => 2,
        Proof::Between if counts.mean() >= reachable() - SAME_SHARE => 2,
        Proof::Unknown | Proof::Between => 1,
        Proof::Loss => 0,
    }
}

/// Expected plies to the end of the game, this move included.
fn moves_left<M: Copy>(tree: &Tree<M>, edge: &Edge) -> Option<f32> {
    let child = tree.node(edge.child()?).figures();
    (child.visits > 0).then(|| 1.0 + child.moves_left())
}
