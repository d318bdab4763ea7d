//! What a simulation leaves behind on its way.

use damier_rules::{Outcome, Player};

use super::{
    proof::Proof,
    tree::{NodeIndex, Tree},
};
use crate::evaluation::{SeatShares, Value, Wdl};

/// The value a simulation ends with, absolute: by seat, so that every player on the way reads its own
/// share.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeafValue {
    pub(super) shares: SeatShares,
    draw: f32,
    moves_left: f32,
}

impl LeafValue {
    pub(super) fn new(value: &Value, moves_left: f32, to_move: Player) -> Self {
        Self { shares: value.by_seat(to_move), draw: value.draw(), moves_left }
    }

    /// Of a proof between two players; nothing proven counts as a draw.
    pub(super) fn of_proof(proof: Proof, to_move: Player) -> Self {
        let wdl = match proof {
            Proof::Win => Wdl::WIN,
            Proof::Loss => Wdl::LOSS,
            Proof::Between | Proof::Unknown => Wdl::DRAW,
        };
        Self::new(&Value::Two(wdl), 0.0, to_move)
    }

    /// Of the end of the game.
    pub(super) fn of_outcome(outcome: Outcome, players: usize) -> Self {
        let draw = f32::from(u8::from(outcome == Outcome::Draw));
        Self { shares: SeatShares::of_outcome(outcome, players), draw, moves_left: 0.0 }
    }

    pub(super) fn share(&self, player: Player) -> f32 {
        self.shares.of(player)
    }
}

/// One step of a simulation's way: a node, the player to move there, and the edge taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) node: NodeIndex,
    pub(super) to_move: Player,
    pub(super) edge: usize,
}

/// Adds `value` to the leaf and to every node and edge of `path`.
pub(super) fn add<M: Copy>(
    tree: &mut Tree<M>,
    path: &[Step],
    leaf: NodeIndex,
    leaf_player: Player,
    value: &LeafValue,
) {
    let mut distance = value.moves_left;
    visit(tree, leaf, value.share(leaf_player), value.draw, distance);
    for step in path.iter().rev() {
        distance += 1.0;
        let share = value.share(step.to_move);
        let edge = &mut tree.edges[step.edge];
        edge.visits += 1;
        edge.value_sum += share;
        visit(tree, step.node, share, value.draw, distance);
    }
}

fn visit<M: Copy>(tree: &mut Tree<M>, index: NodeIndex, share: f32, draw: f32, moves_left: f32) {
    let node = tree.node_mut(index);
    node.visits += 1;
    node.value_sum += share;
    node.square_sum += share * share;
    node.draw_sum += draw;
    node.moves_left_sum += moves_left;
}

/// Carries the proof of `leaf`, the end of `path`, up as far as it proves anything. `value` is exact.
///
/// A node is proven when the edge on the way is, and no other can be better for the player who chooses;
/// where a better one is already known, its own simulations will prove the node. For two players that is
/// the same as minimax over proofs, for more it is the solver of max^n.
pub(super) fn prove<M: Copy>(tree: &mut Tree<M>, path: &[Step], value: &LeafValue, players: usize) {
    for step in path.iter().rev() {
        let share = value.share(step.to_move);
        let proof = Proof::of_share(share, players);
        let edge = &mut tree.edges[step.edge];
        edge.prove(proof, share);
        let best = proof == Proof::Win
            || tree
                .edges_of(step.node)
                .iter()
                .all(|edge| edge.link.proof() != Proof::Unknown && edge.mean() <= share + SAME_SHARE);
        if !best {
            return;
        }
        tree.node_mut(step.node).proof = proof;
    }
}

/// Shares that differ by less are the same, but for rounding.
const SAME_SHARE: f32 = 1e-4;
