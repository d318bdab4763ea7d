//! Policy surprise weighting: positions whose search found another policy than the net expected are drawn more often.
//!
//! Wu, *KataGo*, "Policy Surprise Weighting" in `KataGoMethods.md` of its repository.

use std::sync::Arc;

use damier_engine::{
    Evaluator,
    net::{Net, NetError, NetEvaluator},
};
use damier_numerics::{double, single::log_softmax};
use damier_records::quantised::ONE;
use damier_rules::{AnyGame, AnyMove, MoveList, Position as _};

use crate::example::{Example, GameExamples};

/// Measures the surprise of policy targets by the policy of a net, with working memory that it uses again.
#[derive(Clone)]
pub struct SurpriseMeter {
    evaluator: NetEvaluator<AnyGame>,
    moves: MoveList<AnyMove>,
    logits: Vec<f32>,
}

impl SurpriseMeter {
    /// Returns a meter that takes the policy of `net` for what was expected.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn new(game: AnyGame, net: Arc<Net>) -> Result<Self, NetError> {
        let evaluator = NetEvaluator::new(game, net)?;
        Ok(Self { evaluator, moves: MoveList::new(), logits: Vec::new() })
    }

    /// Returns the Kullback–Leibler divergence of each position's policy target from the net's policy, in nats, at least 0;
    /// `None` where a position has no target.
    pub fn surprises(&mut self, source: &GameExamples) -> Vec<Option<f32>> {
        let surprise = |example: &Example| {
            let policy = source.policy(example);
            if policy.is_empty() {
                return None;
            }
            example.position.legal_moves(&mut self.moves);
            self.evaluator.evaluate(&example.position, &self.moves, &mut self.logits);
            log_softmax(&mut self.logits);
            let terms = policy.iter().filter(|(_, share)| *share > 0).map(|(place, share)| {
                let target = f64::from(*share) / f64::from(ONE);
                target * (double::ln(target) - f64::from(self.logits[usize::from(*place)]))
            });
            Some(terms.sum::<f64>().max(0.0) as f32)
        };
        source.examples().iter().map(surprise).collect()
    }
}

/// Returns the weight of each position: `share` (0..=1) goes in proportion to surprise, the rest evenly. The mean weight is
/// 1. Positions without a surprise have that weight, and so have all where nothing surprises.
pub fn weights(surprises: impl Iterator<Item = Option<f32>> + Clone, share: f32) -> Vec<f32> {
    let (count, sum) = surprises
        .clone()
        .flatten()
        .fold((0u64, 0.0), |(count, sum), surprise| (count + 1, sum + f64::from(surprise)));
    let mean = sum / count.max(1) as f64;
    let weight = |surprise: Option<f32>| match surprise {
        Some(surprise) if mean > 0.0 => 1.0 - share + share * (f64::from(surprise) / mean) as f32,
        _ => 1.0,
    };
    surprises.map(weight).collect()
}

#[cfg(test)]
mod tests {
    use damier_engine::net::{Arch, FloatNet, Sizes};
    use damier_numerics::single::{ln, softmax};
    use damier_records::PolicyTarget;
    use damier_rules::{Game as _, Outcome, games::tic_tac_toe::TicTacToe};

    use super::*;
    use crate::example::GameKey;

    #[test]
    fn a_target_surprises_by_its_divergence_from_the_policy_of_the_net() {
        let game = AnyGame::new(TicTacToe);
        let sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };
        let arch = Arch::of(&game, game.feature_sets()[0], sizes).expect("an architecture");
        let net = FloatNet::random(arch, 7).and_then(|net| net.quantise()).expect("a net");
        let mut meter = SurpriseMeter::new(game.clone(), Arc::new(net)).expect("a net of this game");
        let position = game.start();
        let (mut moves, mut policy) = (MoveList::new(), Vec::new());
        position.legal_moves(&mut moves);
        meter.evaluator.evaluate(&position, &moves, &mut policy);
        softmax(&mut policy);
        let expected = PolicyTarget::from_probabilities(&policy);
        let mut corner = vec![0; moves.len()];
        corner[0] = ONE;

        let mut examples = GameExamples::new(GameKey { generation: 0, index: 0 });
        for target in [expected.shares(), &corner, &[]] {
            examples.push(position.clone(), Outcome::Draw, None, None, target);
        }
        let found = meter.surprises(&examples);
        assert!(found[0].expect("a target") < 1e-6, "{found:?}");
        assert!((found[1].expect("a target") + ln(policy[0])).abs() < 1e-5, "{found:?}");
        assert_eq!(found[2], None);
    }

    #[test]
    fn half_of_the_weight_is_even_and_half_goes_by_surprise() {
        let surprises = [Some(1.0), None, Some(2.0), Some(0.0)];
        let of = |share| weights(surprises.into_iter(), share);
        assert_eq!(of(0.5), [1.0, 1.0, 1.5, 0.5]);
        assert_eq!(of(1.0), [1.0, 1.0, 2.0, 0.0]);
        assert_eq!(of(0.0), [1.0; 4]);
        assert_eq!(weights([Some(0.0), None].into_iter(), 0.5), [1.0; 2], "nothing surprises");
    }
}
