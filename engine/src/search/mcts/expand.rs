//! New nodes.

use damier_rules::{History, MoveList, Outcome, Position};

use super::{
    backup::LeafValue,
    params::{LeafRule, MctsParams, Sharing},
    proof::Proof,
    search::wdl_of,
    transpositions::signature,
    tree::{NodeIndex, Tree},
};
use crate::{
    evaluation::{Evaluator, Value},
    search::SearchTables,
};

/// Occurrences of a position at which a simulation takes the game for drawn: whoever can repeat once can
/// repeat twice.
const REPEATED: usize = 2;

/// Adds nodes; owns the evaluator and its buffers.
#[derive(Debug)]
pub(super) struct Expander<P: Position, E> {
    pub(super) evaluator: E,
    pub(super) tables: SearchTables<P>,
    moves: MoveList<P::Move>,
    logits: Vec<f32>,
}

/// What adding a node gave.
pub(super) enum Expansion {
    /// The simulation ends here with this value.
    Value(LeafValue),
    /// The simulation has to walk on: there is only one move, or a sequence is to be resolved.
    WalkOn,
}

impl<P: Position, E: Evaluator<P>> Expander<P, E> {
    pub(super) fn new(evaluator: E) -> Self {
        Self { evaluator, tables: SearchTables::none(), moves: MoveList::new(), logits: Vec::new() }
    }

    /// Adds the root: always evaluated, whatever repetitions say.
    pub(super) fn add_root(
        &mut self,
        tree: &mut Tree<P::Move>,
        position: &P,
        params: &MctsParams,
    ) -> LeafValue {
        position.legal_moves(&mut self.moves);
        self.evaluated(tree, position, params)
    }

    /// Adds the node of `position`, the current one of `history`.
    pub(super) fn add(
        &mut self,
        tree: &mut Tree<P::Move>,
        position: &P,
        history: &History<P>,
        params: &MctsParams,
    ) -> (NodeIndex, Expansion) {
        position.legal_moves(&mut self.moves);
        let ruled = history.outcome_given(position, !self.moves.is_empty());
        if let Some(outcome) = ruled.or_else(|| self.tables.outcome(position, history)) {
            let value = LeafValue::of_outcome(outcome, position.players());
            let node = tree.add(&[], Proof::of_share(value.share(position.to_move()), position.players()));
            return (node, Expansion::Value(value));
        }
        if P::REPETITION_DRAWS && history.occurrences() >= REPEATED {
            let node = tree.add(&[], Proof::Unknown);
            return (node, Expansion::Value(LeafValue::of_outcome(Outcome::Draw, position.players())));
        }
        let node = tree.nodes.len() as NodeIndex;
        if self.moves.len() == 1 {
            tree.add(&self.moves, Proof::Unknown);
            return (node, Expansion::WalkOn);
        }
        let value = match self.learned(tree, position, params) {
            Some(value) => value,
            None => self.evaluated(tree, position, params),
        };
        if params.leaf_rule == LeafRule::Resolve && !position.is_quiet() {
            (node, Expansion::WalkOn)
        } else {
            (node, Expansion::Value(value))
        }
    }

    /// Adds the node as one like a twin's, where there is one.
    fn learned(&mut self, tree: &mut Tree<P::Move>, position: &P, params: &MctsParams) -> Option<LeafValue> {
        if params.sharing == Sharing::Nothing || position.players() != 2 {
            return None;
        }
        let signature = signature(position.key());
        let twin = tree.transpositions.find(&tree.nodes, signature, self.moves.len())?;
        let known = *tree.node(twin);
        if known.visits == 0 {
            return None;
        }
        let node = tree.add_like(twin, &self.moves);
        tree.publish(node, signature);
        let per_visit = 1.0 / known.visits as f32;
        let value = Value::Two(wdl_of(known.mean(), known.draw_sum * per_visit));
        Some(LeafValue::new(&value, known.moves_left_sum * per_visit, position.to_move()))
    }

    fn evaluated(&mut self, tree: &mut Tree<P::Move>, position: &P, params: &MctsParams) -> LeafValue {
        let evaluation = self.evaluator.evaluate(position, &self.moves, &mut self.logits);
        let node = tree.add(&self.moves, Proof::Unknown);
        if params.sharing == Sharing::Twins {
            tree.publish(node, signature(position.key()));
        }
        let max = self.logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for logit in &mut self.logits {
            *logit = ((*logit - max) / params.prior_temperature).exp();
            sum += *logit;
        }
        let range = tree.node(node).edges();
        for (edge, weight) in tree.edges[range].iter_mut().zip(&self.logits) {
            edge.prior = weight / sum;
        }
        LeafValue::new(&evaluation.value, evaluation.moves_left, position.to_move())
    }
}
