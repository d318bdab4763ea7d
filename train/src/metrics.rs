//! How good the network's judgements are.

use damier_engine::{Value, evaluation::value_classes, net::arch::MOVES_LEFT_UNIT};
use damier_numerics::double;
use serde::{Deserialize, Serialize};

use crate::{batch::Batch, learner::Predictions, loss::cross_entropy};

/// Bins of the value calibration.
pub const BINS: usize = 10;

/// Positions whose predicted score falls into one tenth of 0..=1.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bin {
    /// How many.
    pub count: u64,
    /// Mean predicted score.
    pub predicted: f64,
    /// Mean score that the games gave.
    pub actual: f64,
}

/// Measures over a set of positions; means unless said otherwise.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measures {
    /// Positions measured.
    pub positions: u64,
    /// Those of them with a policy target.
    pub with_policy: u64,
    /// Cross-entropy of the value against its target, nats.
    pub value_loss: f64,
    /// Cross-entropy of the value against the outcome of the game, nats.
    pub outcome_loss: f64,
    /// Cross-entropy of the policy against its target, nats.
    pub policy_loss: f64,
    /// The smallest that `policy_loss` can be: the entropy of the targets, nats.
    pub policy_entropy: f64,
    /// Share of positions where the most probable move is the target's.
    pub policy_accuracy: f64,
    /// Share of positions where the most probable outcome is the game's.
    pub value_accuracy: f64,
    /// Mean absolute error of moves left, plies, over positions whose game the rules ended.
    pub moves_left_error: f64,
    /// Value calibration by predicted score.
    pub calibration: [Bin; BINS],
    /// Generations between the newest position of the set and each one.
    pub age: f64,
    /// The largest magnitude of an accumulator, in real units; beyond
    /// [`ACCUMULATOR_ROOM`](damier_engine::net::tensor::ACCUMULATOR_ROOM) the quantised net wraps around.
    pub largest_accumulator: f64,
}

/// Sums of [`Measures`] over batches.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Meter {
    sums: Measures,
    with_plies: f64,
}

impl Meter {
    /// Adds a batch with what the network said about it; `newest` is the generation that ages count from.
    pub fn add(&mut self, batch: &Batch, predictions: &Predictions, newest: u32) {
        let sums = &mut self.sums;
        let classes = value_classes(batch.players);
        let score = |classes: &[f32]| f64::from(Value::from_classes(batch.players, classes).score());
        for position in 0..batch.len() {
            let outputs = &predictions.outputs[position * (classes + 1)..][..=classes];
            let (logits, moves_left) = (&outputs[..classes], outputs[classes]);
            let of_position = position * classes..(position + 1) * classes;
            let (loss, value) = cross_entropy(logits, &batch.value[of_position.clone()]);
            let outcome = &batch.outcome[of_position];
            sums.positions += 1;
            sums.value_loss += f64::from(loss);
            sums.outcome_loss += f64::from(cross_entropy(logits, outcome).0);
            sums.value_accuracy += f64::from(u8::from(top(&value) == top(outcome)));
            sums.age += f64::from(newest.saturating_sub(batch.generation[position]));

            let predicted = score(&value);
            let bin = &mut sums.calibration[((predicted * BINS as f64) as usize).min(BINS - 1)];
            bin.count += 1;
            bin.predicted += predicted;
            bin.actual += score(outcome);

            if batch.counts_plies[position] > 0.0 {
                let error = MOVES_LEFT_UNIT * moves_left.max(0.0) - batch.plies_left[position];
                sums.moves_left_error += f64::from(error.abs());
                self.with_plies += 1.0;
            }
            if batch.has_policy[position] {
                let range = batch.moves.range(position);
                let targets = &batch.policy[range.clone()];
                let logits = &predictions.logits[range];
                sums.with_policy += 1;
                sums.policy_loss += f64::from(cross_entropy(logits, targets).0);
                sums.policy_entropy += targets
                    .iter()
                    .filter(|target| **target > 0.0)
                    .map(|target| -f64::from(*target) * double::ln(f64::from(*target)))
                    .sum::<f64>();
                sums.policy_accuracy += f64::from(u8::from(top(logits) == top(targets)));
            }
        }
    }

    /// The means; zeros where nothing was counted.
    pub fn measures(&self) -> Measures {
        let mut measures = self.sums;
        let positions = (measures.positions as f64).max(1.0);
        let with_policy = (measures.with_policy as f64).max(1.0);
        for sum in [
            &mut measures.value_loss,
            &mut measures.outcome_loss,
            &mut measures.value_accuracy,
            &mut measures.age,
        ] {
            *sum /= positions;
        }
        for sum in [&mut measures.policy_loss, &mut measures.policy_entropy, &mut measures.policy_accuracy] {
            *sum /= with_policy;
        }
        measures.moves_left_error /= self.with_plies.max(1.0);
        for bin in &mut measures.calibration {
            let count = (bin.count as f64).max(1.0);
            bin.predicted /= count;
            bin.actual /= count;
        }
        measures
    }
}

/// The first of the largest.
fn top(values: &[f32]) -> usize {
    values.iter().enumerate().fold(0, |best, (index, value)| if *value > values[best] { index } else { best })
}
