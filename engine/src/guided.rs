//! Mixture of an evaluator and the handcrafted evaluation.

use damier_rules::{Game, game::MoveOf};

use crate::{
    HandcraftedEvaluator,
    evaluation::{Evaluation, Evaluator, NET_ODDS_UNIT, ODDS_UNIT, ScoreKind, Value, mix},
};

/// Weighted mean of the [handcrafted evaluation](HandcraftedEvaluator) and another evaluator, a net's.
///
/// Self-play begins with it in games that random play does not finish.
#[derive(Clone, Debug)]
pub struct Guided<G, E> {
    handcrafted: HandcraftedEvaluator<G>,
    evaluator: E,
    /// Weight of the handcrafted evaluation, 0..=1.
    weight: f32,
    logits: Vec<f32>,
}

impl<G: Game, E: Evaluator<G::Position>> Guided<G, E> {
    /// Returns a mixture with `weight` (0..=1) for the handcrafted evaluation and the rest for `evaluator`.
    ///
    /// The one that has no weight is not called.
    pub fn new(game: G, evaluator: E, weight: f32) -> Self {
        Self { handcrafted: HandcraftedEvaluator::new(game), evaluator, weight, logits: Vec::new() }
    }

    fn mix(&self, handcrafted: f32, learned: f32) -> f32 {
        mix(learned, handcrafted, self.weight)
    }
}

impl<G: Game, E: Evaluator<G::Position>> Evaluator<G::Position> for Guided<G, E> {
    fn evaluate(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) -> Evaluation {
        if self.weight <= 0.0 {
            return self.evaluator.evaluate(position, moves, logits);
        }
        let handcrafted = self.handcrafted.evaluate(position, moves, logits);
        if self.weight >= 1.0 {
            return handcrafted;
        }
        let learned = self.evaluator.evaluate(position, moves, &mut self.logits);
        for (logit, learned) in logits.iter_mut().zip(&self.logits) {
            *logit = self.mix(*logit, *learned);
        }
        Evaluation {
            value: learned.value.mixed(&handcrafted.value, self.weight),
            moves_left: self.mix(handcrafted.moves_left, learned.moves_left),
        }
    }

    fn value(&mut self, position: &G::Position) -> Value {
        if self.weight <= 0.0 {
            return self.evaluator.value(position);
        }
        let handcrafted = self.handcrafted.value(position);
        if self.weight >= 1.0 {
            return handcrafted;
        }
        let learned = self.evaluator.value(position);
        learned.mixed(&handcrafted, self.weight)
    }

    fn score(&mut self, position: &G::Position) -> i32 {
        if self.weight <= 0.0 {
            return self.evaluator.score(position);
        }
        let handcrafted = self.handcrafted.score(position) as f32 * (NET_ODDS_UNIT / ODDS_UNIT);
        if self.weight >= 1.0 {
            return handcrafted as i32;
        }
        let learned = self.evaluator.score(position) as f32;
        self.mix(handcrafted, learned) as i32
    }

    fn shifted_score(&mut self, position: &G::Position, shift: f32) -> i32 {
        if self.weight <= 0.0 { self.evaluator.shifted_score(position, shift) } else { self.score(position) }
    }

    fn policy(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) {
        if self.weight >= 1.0 {
            logits.clear();
            return;
        }
        self.evaluator.policy(position, moves, logits);
        logits.iter_mut().for_each(|logit| *logit *= 1.0 - self.weight);
    }

    fn score_kind(&self) -> ScoreKind {
        ScoreKind { is_near_material: false, ..ScoreKind::NET }
    }
}
