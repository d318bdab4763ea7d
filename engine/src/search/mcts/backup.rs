//! What a simulation leaves behind on its way.

use damier_rules::{Outcome, Player};

use super::{
    access::Access,
    edge::Loan,
    node::Gain,
    tree::{NodeIndex, Tree},
};
use crate::{
    evaluation::{SeatShares, Value, Wdl},
    search::{Proof, proof::SAME_SHARE},
};

/// The value a simulation ends with, absolute: by seat, so that every player on the way reads its own
/// share.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeafValue {
    pub(super) shares: SeatShares,
    pub(super) draw: f32,
    /// Plies from the end of the simulation to that of the game.
    pub(super) moves_left: f32,
    pub(super) certainty: Certainty,
}

/// Whether a value is more than an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Certainty {
    /// It is what the position is worth.
    Exact,
    /// It is somebody's judgement, or holds for now only (a repetition).
    Estimated,
}

impl LeafValue {
    #[inline]
    pub(super) fn new(value: &Value, moves_left: f32, to_move: Player) -> Self {
        Self {
            shares: value.by_seat(to_move),
            draw: value.draw(),
            moves_left,
            certainty: Certainty::Estimated,
        }
    }

    /// Of a proof between two players; nothing proven counts as a draw.
    #[inline]
    pub(super) fn of_proof(proof: Proof, to_move: Player) -> Self {
        let (wdl, certainty) = match proof {
            Proof::Win => (Wdl::WIN, Certainty::Exact),
            Proof::Loss => (Wdl::LOSS, Certainty::Exact),
            Proof::Between => (Wdl::DRAW, Certainty::Exact),
            Proof::Unknown => (Wdl::DRAW, Certainty::Estimated),
        };
        Self { certainty, ..Self::new(&Value::Two(wdl), 0.0, to_move) }
    }

    /// Of the end of the game.
    #[inline]
    pub(super) fn of_outcome(outcome: Outcome, players: usize) -> Self {
        let draw = f32::from(u8::from(outcome == Outcome::Draw));
        let shares = SeatShares::of_outcome(outcome, players);
        Self { shares, draw, moves_left: 0.0, certainty: Certainty::Exact }
    }

    /// Of a repetition, which is taken for a draw for now.
    #[inline]
    pub(super) fn of_repetition(players: usize) -> Self {
        Self { certainty: Certainty::Estimated, ..Self::of_outcome(Outcome::Draw, players) }
    }

    /// Makes a part of it, `weight` of 0..=1, that of another estimate. The plies to the end stay.
    #[inline]
    pub(super) fn lean(&mut self, other: &Self, weight: f32) {
        let mixed = |one: f32, other: f32| one + weight * (other - one);
        let (mut shares, others) = (self.shares.by_seat(), other.shares.by_seat());
        shares.iter_mut().zip(others).for_each(|(share, other)| *share = mixed(*share, other));
        self.shares = SeatShares::from_seats(shares);
        self.draw = mixed(self.draw, other.draw);
    }

    #[inline]
    pub(super) fn share(&self, player: Player) -> f32 {
        self.shares.of(player)
    }
}

/// One step of a simulation's way: a node, the player to move there, which of its edges was taken and what that
/// was lent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) node: NodeIndex,
    pub(super) to_move: Player,
    pub(super) edge: usize,
    pub(super) loan: Loan,
}

/// Adds `value` to the leaf and to every node and edge of `path`.
pub(super) fn add<A: Access, M: Copy>(
    tree: &Tree<M>,
    path: &[Step],
    leaf: NodeIndex,
    leaf_player: Player,
    value: &LeafValue,
) {
    let mut distance = value.moves_left;
    tree.node(leaf).visit::<A>(&Gain::of_one(value.share(leaf_player), value.draw, distance));
    for step in path.iter().rev() {
        distance += 1.0;
        let share = value.share(step.to_move);
        tree.edge(step.node, step.edge).leave::<A>(step.loan, 1, share);
        tree.node(step.node).visit::<A>(&Gain::of_one(share, value.draw, distance));
    }
}

/// Takes back what `path` has left so far.
pub(super) fn withdraw<A: Access, M: Copy>(tree: &Tree<M>, path: &[Step]) {
    path.iter().for_each(|step| tree.edge(step.node, step.edge).withdraw::<A>(step.loan));
}

/// Carries the exact `value` of the end of `path` up as far as it proves anything.
///
/// A node is proven when the edge on the way is, and no other can be better for the player who chooses;
/// where a better one is already known, its own simulations will prove the node. For two players that is
/// the same as minimax over proofs, for more it is the solver of max^n.
pub(super) fn prove<M: Copy>(tree: &Tree<M>, path: &[Step], value: &LeafValue, players: usize) {
    for step in path.iter().rev() {
        let share = value.share(step.to_move);
        let proof = Proof::of_share(share, players);
        tree.edge(step.node, step.edge).prove(share);
        let best = proof == Proof::Win
            || tree.edges(step.node).iter().all(|edge| {
                let counts = edge.counts_among_proofs();
                counts.is_proven() && counts.mean() <= share + SAME_SHARE
            });
        if !best {
            return;
        }
        tree.node(step.node).set_proof(proof);
    }
}
