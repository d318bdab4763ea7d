//! A mixture of a net's judgement and the built-in one.

use damier_rules::{Game, MoveList, game::MoveOf};

use super::{
    Material, NetScore, Outlook, StaticEvaluator,
    static_evaluator::{NET_ODDS_UNIT, outlook_of},
};
use crate::{Guided, evaluation::ODDS_UNIT, net::NetEvaluator};

/// A net's score with a share of the built-in judgement: what self-play begins with, for [`Guided`] is to tree search
/// what this is to alpha-beta search.
#[derive(Clone)]
pub struct GuidedScore<G: Game> {
    material: Material<G>,
    net: NetScore<G>,
    outlook: Guided<G, NetEvaluator<G>>,
    /// Share of the built-in judgement, 0..=1.
    weight: f32,
}

impl<G: Game> GuidedScore<G> {
    /// With `weight` (0..=1) for the built-in judgement and the rest for the net, which is not asked for scores where
    /// it has no weight.
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
        let judged = self.material.score(position) as f32 * (NET_ODDS_UNIT / ODDS_UNIT);
        if self.weight >= 1.0 {
            return judged as i32;
        }
        (self.weight * judged + (1.0 - self.weight) * self.net.score(position) as f32) as i32
    }

    fn announce(&self, position: &G::Position) {
        self.net.announce(position);
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

    fn promise(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.net.promise(position, mv)
    }

    fn tactical_moves(&self, position: &G::Position, out: &mut MoveList<MoveOf<G>>) {
        self.net.tactical_moves(position, out);
    }

    fn gain(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.net.gain(position, mv)
    }
}
