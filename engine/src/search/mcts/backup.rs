//! What a simulation leaves behind on its way.

use damier_rules::Player;

use super::{
    proof::Proof,
    tree::{NodeIndex, Tree},
};
use crate::evaluation::Wdl;

/// The value a simulation ends with, absolute: by seat, so that every player on the way reads its own
/// share.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeafValue {
    first_share: f32,
    draw: f32,
    moves_left: f32,
}

impl LeafValue {
    pub(super) fn new(wdl: Wdl, moves_left: f32, to_move: Player) -> Self {
        let score = wdl.score();
        let first_share = if to_move == Player::FIRST { score } else { 1.0 - score };
        Self { first_share, draw: wdl.draw, moves_left }
    }

    pub(super) fn of_proof(proof: Proof, to_move: Player) -> Self {
        let wdl = match proof {
            Proof::Win => Wdl::WIN,
            Proof::Loss => Wdl::LOSS,
            Proof::Draw | Proof::Unknown => Wdl::DRAW,
        };
        Self::new(wdl, 0.0, to_move)
    }

    fn share(&self, player: Player) -> f32 {
        if player == Player::FIRST { self.first_share } else { 1.0 - self.first_share }
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
    value: LeafValue,
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

/// Carries a proof from the end of `path` up as far as it proves anything.
pub(super) fn prove<M: Copy>(tree: &mut Tree<M>, path: &[Step], leaf: NodeIndex, leaf_player: Player) {
    let mut proof = tree.node(leaf).proof;
    let mut player = leaf_player;
    for step in path.iter().rev() {
        if proof == Proof::Unknown {
            return;
        }
        let seen = if step.to_move == player { proof } else { proof.flipped() };
        let edge = &mut tree.edges[step.edge];
        edge.link = edge.link.with_proof(seen);
        proof = Proof::of_moves(tree.edges_of(step.node).iter().map(|edge| edge.link.proof()));
        tree.node_mut(step.node).proof = proof;
        player = step.to_move;
    }
}
