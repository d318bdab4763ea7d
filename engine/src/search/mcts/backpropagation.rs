//! Backpropagation: adds a simulation's value to every edge and node of its path.
//!
//! Exact values are propagated as proofs (MCTS-Solver, Winands et al. 2008).

use damier_rules::{Outcome, Player};

use super::{
    access::Access,
    edge::{NodeIndex, VirtualVisits},
    node::NodeUpdate,
    tree::Tree,
};
use crate::{
    evaluation::{SeatShares, Value, Wdl},
    search::{Proof, contempt::Contempt, proof::SAME_SHARE},
};

/// Value of a simulation's leaf by seat, from which every player of the path reads its own share.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeafValue {
    /// Expected share of the point of each seat.
    pub(super) shares: SeatShares,
    /// Probability of a draw, 0..=1.
    pub(super) draw: f32,
    /// Plies from the leaf to the end of the game.
    pub(super) moves_left: f32,
    pub(super) certainty: Certainty,
}

/// Whether a value is exact or an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Certainty {
    /// The proven value of the position.
    Exact,
    /// An evaluation, or a repetition on this path only.
    Estimated,
}

impl LeafValue {
    /// Returns an estimated value, given for the player to move.
    #[inline]
    pub(super) fn new(value: &Value, moves_left: f32, to_move: Player) -> Self {
        Self {
            shares: value.by_seat(to_move),
            draw: value.draw(),
            moves_left,
            certainty: Certainty::Estimated,
        }
    }

    /// Returns the value of a proof between two players; `Unknown` counts as a draw.
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

    /// Returns the value of an outcome.
    #[inline]
    pub(super) fn of_outcome(outcome: Outcome, players: usize) -> Self {
        let draw = f32::from(u8::from(outcome == Outcome::Draw));
        let shares = SeatShares::of_outcome(outcome, players);
        Self { shares, draw, moves_left: 0.0, certainty: Certainty::Exact }
    }

    /// Returns the value of a repetition: a draw, but not a proven one.
    #[inline]
    pub(super) fn of_repetition(players: usize) -> Self {
        Self { certainty: Certainty::Estimated, ..Self::of_outcome(Outcome::Draw, players) }
    }

    /// Returns the value with draws worth what `contempt` says.
    #[inline]
    pub(super) fn with_contempt(mut self, contempt: &Contempt) -> Self {
        if !contempt.is_none() {
            let mut shares = self.shares.by_seat();
            let shifts = contempt.shifts();
            shares.iter_mut().zip(shifts).for_each(|(share, shift)| *share += shift * self.draw);
            self.shares = SeatShares::from_seats(shares);
        }
        self
    }

    /// Interpolates shares and draw towards `other` by `weight` (0..=1); keeps the plies to the end.
    #[inline]
    pub(super) fn lerp(&mut self, other: &Self, weight: f32) {
        let mixed = |one: f32, other: f32| one + weight * (other - one);
        let (mut shares, others) = (self.shares.by_seat(), other.shares.by_seat());
        shares.iter_mut().zip(others).for_each(|(share, other)| *share = mixed(*share, other));
        self.shares = SeatShares::from_seats(shares);
        self.draw = mixed(self.draw, other.draw);
    }

    /// Returns the share of `player`.
    #[inline]
    pub(super) fn share(&self, player: Player) -> f32 {
        self.shares.of(player)
    }
}

/// Step of a simulation's path: a node, its player to move, the edge taken and its virtual visits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) node: NodeIndex,
    pub(super) to_move: Player,
    pub(super) edge: usize,
    pub(super) virtual_visits: VirtualVisits,
}

/// Backpropagation: adds `value` to the leaf and to every node and edge of `path`.
pub(super) fn add_value<A: Access, M: Copy>(
    tree: &Tree<M>,
    path: &[Step],
    leaf: NodeIndex,
    leaf_player: Player,
    value: &LeafValue,
) {
    let mut distance = value.moves_left;
    tree.node(leaf).add::<A>(&NodeUpdate::of_one(value.share(leaf_player), value.draw, distance));
    for step in path.iter().rev() {
        distance += 1.0;
        let share = value.share(step.to_move);
        tree.edge(step.node, step.edge).replace_virtual_visits::<A>(step.virtual_visits, 1, share);
        tree.node(step.node).add::<A>(&NodeUpdate::of_one(share, value.draw, distance));
    }
}

/// Removes the virtual visits of an abandoned simulation from `path`.
pub(super) fn remove_virtual_visits<A: Access, M: Copy>(tree: &Tree<M>, path: &[Step]) {
    path.iter()
        .for_each(|step| tree.edge(step.node, step.edge).remove_virtual_visits::<A>(step.virtual_visits));
}

/// Backpropagates the exact `value` of the leaf as a proof (MCTS-Solver, Winands et al. 2008; max^n for more players).
///
/// A node is proven when its edge on the path is, and no other edge can be better for its player. For two players
/// this is minimax over proofs.
pub(super) fn add_proof<M: Copy>(tree: &Tree<M>, path: &[Step], value: &LeafValue, players: usize) {
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
