//! Several simulations from one node below the root, as threads make them that share a tree.
//!
//! Near the root all threads meet, and numbers that one has changed have to come over from its core's cache to the
//! other's. So a thread goes the first part of the way once for several simulations and brings back their sum.

use damier_rules::{History, Position};

use super::{
    access::Together,
    backup::Step,
    node::Gain,
    tally::Tally,
    tree::{Full, NodeIndex},
    worker::{Base, Ground, Worker},
};
use crate::{
    evaluation::{Evaluator, SeatShares},
    search::Proof,
};

/// Simulations of an excursion at most.
const SIMULATIONS: u32 = 16;
/// Nodes that were visited so often are gone through for all of them at once: a few visits more or less do not
/// change what is chosen there.
const VISITED_OFTEN: u32 = 16 * SIMULATIONS;

impl<P: Position, E: Evaluator<P>> Worker<P, E> {
    /// Makes one simulation or several, at most `at_most`; returns how many.
    ///
    /// # Errors
    /// There is no room for another node; what was simulated before counts.
    pub(super) fn excursion(
        &mut self,
        ground: &Ground<'_, P>,
        history: &mut History<P>,
        at_most: u64,
        tally: &Tally,
    ) -> Result<u64, Full> {
        let planned = SIMULATIONS.min(at_most as u32);
        let mut position = ground.root.clone();
        self.line.clear();
        let node = self.approach(ground, &mut position, history, planned);
        let base = Base { node, position: &position };
        let mut found = Found::default();
        let mut worked = Ok(());
        while found.visits < planned && ground.tree.node(node).proof() == Proof::Unknown && worked.is_ok() {
            let value = self.simulate_from::<Together>(ground, &base, history, None, tally);
            worked = value.map(|value| found.add(&value.shares, value.draw, value.moves_left));
        }
        for (plies, step) in (1..).zip(self.line.drain(..).rev()) {
            let gain = found.gain(&step, plies);
            ground.tree.edge(step.node, step.edge).leave::<Together>(step.loan, gain.visits, gain.shares);
            ground.tree.node(step.node).visit::<Together>(&gain);
            history.pop();
        }
        worked.map(|()| u64::from(found.visits))
    }

    /// Goes down as long as the nodes on the way were visited often, for `visits` simulations.
    fn approach(
        &mut self,
        ground: &Ground<'_, P>,
        position: &mut P,
        history: &mut History<P>,
        visits: u32,
    ) -> NodeIndex {
        let tree = ground.tree;
        let mut node = tree.root();
        loop {
            let edge = self.best_edge(ground, node, position);
            let taken = tree.edge(node, edge);
            let next = taken.child().filter(|child| {
                let child = tree.node(*child);
                child.visits() >= VISITED_OFTEN && child.proof() == Proof::Unknown && !child.is_end()
            });
            let Some(next) = next else { return node };
            let loan = taken.enter::<Together>(visits);
            self.line.push(Step { node, to_move: position.to_move(), edge, loan });
            history.play(position, tree.mv(node, edge));
            node = next;
        }
    }
}

/// What the simulations of an excursion have found, in sum.
#[derive(Default)]
struct Found {
    visits: u32,
    shares: SeatShares,
    squares: SeatShares,
    draws: f32,
    moves_left: f32,
}

impl Found {
    fn add(&mut self, shares: &SeatShares, draw: f32, moves_left: f32) {
        self.visits += 1;
        self.shares.add(shares);
        self.squares.add(&SeatShares::from_seats(shares.by_seat().map(|share| share * share)));
        self.draws += draw;
        self.moves_left += moves_left;
    }

    /// What it is for a node of the way, so many plies before the simulations began.
    fn gain(&self, step: &Step, plies: u32) -> Gain {
        Gain {
            visits: self.visits,
            shares: self.shares.of(step.to_move),
            squares: self.squares.of(step.to_move),
            draws: self.draws,
            moves_left: self.moves_left + (plies * self.visits) as f32,
        }
    }
}
