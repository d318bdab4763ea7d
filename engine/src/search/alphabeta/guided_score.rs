//! Mixture of a net's evaluation and the handcrafted one.

use damier_rules::{Game, MoveList, game::MoveOf};

use super::{
    Material, NetScore, Outlook, StaticEvaluator,
    static_evaluator::{NET_ODDS_UNIT, outlook_of},
};
use crate::{Guided, evaluation::ODDS_UNIT, net::NetEvaluator};

/// Weighted mean of a net's evaluation and the handcrafted one, with which self-play begins.
///
/// [`Guided`] is its counterpart for tree search.
#[derive(Clone)]
pub struct GuidedScore<G: Game> {
    material: Material<G>,
    net: NetScore<G>,
    outlook: Guided<G, NetEvaluator<G>>,
    /// Weight of the handcrafted evaluation, 0..=1.
    weight: f32,
}

impl<G: Game> GuidedScore<G> {
    /// Returns a mixture with `weight` (0..=1) for the handcrafted evaluation and the rest for the net.
    ///
    /// With weight 1 the net is not evaluated for scores.
    pub fn new(game: G, evaluator: NetEvaluator<G>, weight: f32) -> Self {
        Self {
            material: Material::new(game.clone()),
            net: NetScore::new(game.clone(), evaluator.clone()),
            outlook: Guided::new(game, evaluator, weight),
            weight,
        }
    }
}

impl<G: Game> StaticEvaluator<G::Position> for GuidedScore<G> {
    fn score(&mut self, position: &G::Position) -> i32 {
        if self.weight <= 0.0 {
            return self.net.score(position);
        }
        let handcrafted = self.material.score(position) as f32 * (NET_ODDS_UNIT / ODDS_UNIT);
        if self.weight >= 1.0 {
            return handcrafted as i32;
        }
        (self.weight * handcrafted + (1.0 - self.weight) * self.net.score(position) as f32) as i32
    }

    fn prefetch(&self, position: &G::Position) {
        self.net.prefetch(position);
    }

    fn odds_unit(&self) -> f32 {
        NET_ODDS_UNIT
    }

    fn outlook(&mut self, position: &G::Position, moves: &[MoveOf<G>]) -> Outlook {
        outlook_of(&mut self.outlook, position, moves)
    }

    fn policy(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) {
        if self.weight >= 1.0 {
            logits.clear();
            return;
        }
        self.net.policy(position, moves, logits);
        logits.iter_mut().for_each(|logit| *logit *= 1.0 - self.weight);
    }

    fn move_score(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.net.move_score(position, mv)
    }

    fn tactical_moves(&self, position: &G::Position, out: &mut MoveList<MoveOf<G>>) {
        self.net.tactical_moves(position, out);
    }

    fn gain(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.net.gain(position, mv)
    }
}
