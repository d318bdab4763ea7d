//! Batched descent: several simulations of a thread share the first part of their path.
//!
//! Near the root all threads contend for the same cache lines. A thread descends there once for a batch of simulations,
//! and backpropagates their sum.

use damier_rules::{History, Position};

use super::{
    access::SharedTree,
    backpropagation::Step,
    counters::Counters,
    edge::NodeIndex,
    node::NodeUpdate,
    tree::Full,
    worker::{Base, SearchContext, Worker},
};
use crate::{
    evaluation::{Evaluator, SeatShares},
    search::Proof,
};

/// Greatest number of simulations of a batch.
const BATCH_SIMULATIONS: u32 = 16;
/// Least visits of a node on the shared path: a batch more or less does not change the selection there.
const MIN_SHARED_VISITS: u32 = 16 * BATCH_SIMULATIONS;

impl<P: Position, E: Evaluator<P>> Worker<P, E> {
    /// Runs a batch of 1 to `at_most` simulations; returns how many.
    ///
    /// # Errors
    /// The pool is full; the finished simulations count.
    pub(super) fn batched_descent(
        &mut self,
        context: &SearchContext<'_, P>,
        history: &mut History<P>,
        at_most: u64,
        counters: &Counters,
    ) -> Result<u64, Full> {
        let planned = BATCH_SIMULATIONS.min(at_most as u32);
        let mut position = context.root.clone();
        self.path.clear();
        let node = self.descend_shared_path(context, &mut position, history, planned);
        let base = Base { node, position: &position };
        let mut found = BatchSum::default();
        let mut worked = Ok(());
        while found.visits < planned && context.tree.node(node).proof() == Proof::Unknown && worked.is_ok() {
            let value = self.simulate_from::<SharedTree>(context, &base, history, None, counters);
            worked = value.map(|value| found.add(&value.shares, value.draw, value.moves_left));
        }
        for (plies, step) in (1..).zip(self.path.drain(..).rev()) {
            let update = found.update(&step, plies);
            context.tree.edge(step.node, step.edge).replace_virtual_visits::<SharedTree>(
                step.virtual_visits,
                update.visits,
                update.shares,
            );
            context.tree.node(step.node).add::<SharedTree>(&update);
            history.pop();
        }
        worked.map(|()| u64::from(found.visits))
    }

    /// Descends while the nodes are visited often; adds `visits` virtual visits on the path.
    fn descend_shared_path(
        &mut self,
        context: &SearchContext<'_, P>,
        position: &mut P,
        history: &mut History<P>,
        visits: u32,
    ) -> NodeIndex {
        let tree = context.tree;
        let mut node = tree.root();
        loop {
            let edge = self.best_edge(context, node, position);
            let taken = tree.edge(node, edge);
            let next = taken.child().filter(|child| {
                let child = tree.node(*child);
                child.visits() >= MIN_SHARED_VISITS && child.proof() == Proof::Unknown && !child.is_end()
            });
            let Some(next) = next else { return node };
            let virtual_visits = taken.add_virtual_visits::<SharedTree>(visits);
            self.path.push(Step { node, to_move: position.to_move(), edge, virtual_visits });
            history.play(position, tree.mv(node, edge));
            node = next;
        }
    }
}

/// Sum of the values of a batch.
#[derive(Default)]
struct BatchSum {
    visits: u32,
    shares: SeatShares,
    squares: SeatShares,
    draws: f32,
    moves_left: f32,
}

impl BatchSum {
    fn add(&mut self, shares: &SeatShares, draw: f32, moves_left: f32) {
        self.visits += 1;
        self.shares.add(shares);
        self.squares.add(&SeatShares::from_seats(shares.by_seat().map(|share| share * share)));
        self.draws += draw;
        self.moves_left += moves_left;
    }

    /// Returns the update of a path node that lies `plies` above the start of the batch.
    fn update(&self, step: &Step, plies: u32) -> NodeUpdate {
        NodeUpdate {
            visits: self.visits,
            shares: self.shares.of(step.to_move),
            squares: self.squares.of(step.to_move),
            draws: self.draws,
            moves_left: self.moves_left + (plies * self.visits) as f32,
        }
    }
}
