//! What is minimised.

use damier_engine::net::arch::MOVES_LEFT_UNIT;
use damier_numerics::single::{self, Normaliser, exponentials};
use rayon::prelude::*;

use crate::{batch::Batch, config::TrainConfig};

/// The losses of the value outputs and their derivative.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueLoss {
    /// The derivative of the weighted sum by every output, `[positions, classes + 1]`.
    pub gradient: Vec<f32>,
    /// Cross-entropy of the value's classes, mean over the batch.
    pub value: f32,
    /// Huber loss of moves left, mean over the batch, in units of 64 plies squared.
    pub moves_left: f32,
}

/// Cross-entropy of the value logits against the value targets, and the Huber loss of moves left.
///
/// `outputs` is `[positions, classes + 1]`.
pub fn value(outputs: &[f32], batch: &Batch, config: &TrainConfig) -> ValueLoss {
    let positions = batch.len() as f32;
    let classes = outputs.len() / batch.len() - 1;
    let value_scale = config.value_weight * (1.0 / -positions);
    let moves_left_scale = config.moves_left_weight * (1.0 / positions);
    let threshold = config.moves_left_threshold / MOVES_LEFT_UNIT;
    let (mut value, mut moves_left) = (0.0, 0.0);
    let mut gradient = vec![0.0; outputs.len()];
    let rows = outputs.chunks_exact(classes + 1).zip(gradient.chunks_exact_mut(classes + 1));
    for (position, (outputs, gradient)) in rows.enumerate() {
        let targets = &batch.value[position * classes..][..classes];
        value -= log_likelihood(&outputs[..classes], targets, value_scale, &mut gradient[..classes]);
        let error = outputs[classes] - batch.plies_left[position] / MOVES_LEFT_UNIT;
        let counts = batch.counts_plies[position];
        let (loss, slope) = huber(error, threshold, moves_left_scale * counts);
        moves_left += f64::from(loss * counts);
        gradient[classes] = slope;
    }
    ValueLoss {
        gradient,
        value: (value / f64::from(positions)) as f32,
        moves_left: (moves_left / f64::from(positions)) as f32,
    }
}

/// `Σ target · log softmax(logits)`; `gradient` becomes `scale` times its derivative by the logits.
fn log_likelihood(logits: &[f32], targets: &[f32], scale: f32, gradient: &mut [f32]) -> f64 {
    gradient.copy_from_slice(logits);
    let Normaliser { max, sum } = exponentials(gradient, 1.0);
    let log_sum = single::ln(sum);
    let grad_log_sum: f32 = targets.iter().map(|target| -(scale * target)).sum();
    let grad_sum = grad_log_sum * (1.0 / sum);
    let mut likelihood = 0.0;
    for ((logit, target), gradient) in logits.iter().zip(targets).zip(gradient) {
        likelihood += f64::from((logit - max - log_sum) * target);
        *gradient = scale * target + grad_sum * *gradient;
    }
    likelihood
}

/// The Huber loss of an error, and `scale` times its derivative.
fn huber(error: f32, threshold: f32, scale: f32) -> (f32, f32) {
    let distance = error.abs();
    let near = distance.clamp(0.0, threshold);
    let loss = near * near * 0.5 + (distance - near) * threshold;
    let beyond = scale * threshold;
    let half = scale * 0.5 * near;
    let grad_near = if distance > threshold { 0.0 } else { (half - beyond) + half };
    let sign = if error == 0.0 { 0.0 } else { 1.0f32.copysign(error) };
    // Zero is positive.
    (loss, (beyond + grad_near) * sign + 0.0)
}

/// The policy loss and its derivative.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyLoss {
    /// Cross-entropy, mean over the positions with a policy target.
    pub loss: f32,
    /// The derivative of `weight · loss` by every logit.
    pub gradient: Vec<f32>,
}

/// Cross-entropy of the policy logits (parallel to the legal moves of the batch) against the policy
/// targets; positions without a target do not count.
pub fn policy(logits: &[f32], batch: &Batch, weight: f32) -> PolicyLoss {
    let counted = batch.has_policy.iter().filter(|has| **has).count().max(1) as f32;
    let per_position: Vec<(f32, Vec<f32>)> = (0..batch.len())
        .into_par_iter()
        .with_min_len(POSITIONS_PER_TASK)
        .map(|position| {
            let range = batch.moves.range(position);
            if !batch.has_policy[position] {
                return (0.0, vec![0.0; range.len()]);
            }
            let targets = &batch.policy[range.clone()];
            let (loss, mut shares) = cross_entropy(&logits[range], targets);
            for (share, target) in shares.iter_mut().zip(targets) {
                *share = weight / counted * (*share - target);
            }
            (loss, shares)
        })
        .collect();
    let loss: f64 = per_position.iter().map(|(loss, _)| f64::from(*loss)).sum();
    let gradient = per_position.into_iter().flat_map(|(_, gradient)| gradient).collect();
    PolicyLoss { loss: (loss / f64::from(counted)) as f32, gradient }
}

/// Positions per task: a position alone is not worth handing out.
const POSITIONS_PER_TASK: usize = 64;

/// The cross-entropy of a softmax against targets that sum to one, and the softmax.
pub fn cross_entropy(logits: &[f32], targets: &[f32]) -> (f32, Vec<f32>) {
    let mut shares = logits.to_vec();
    let normaliser = exponentials(&mut shares, 1.0);
    let log_sum = normaliser.log_sum();
    let loss = logits.iter().zip(targets).map(|(logit, target)| target * (log_sum - logit)).sum();
    shares.iter_mut().for_each(|share| *share /= normaliser.sum);
    (loss, shares)
}
