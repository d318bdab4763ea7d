//! What is minimised.

use burn::tensor::{Tensor, TensorData, activation::log_softmax};
use damier_engine::net::arch::MOVES_LEFT_UNIT;
use damier_numerics::single;
use rayon::prelude::*;

use crate::{batch::Batch, config::TrainConfig};

/// The losses that the value outputs have.
#[derive(Debug)]
pub struct ValueLoss {
    /// The weighted sum, to be differentiated.
    pub total: Tensor<1>,
    /// Cross-entropy of the value's classes, mean over the batch.
    pub value: f32,
    /// Huber loss of moves left, mean over the batch.
    pub moves_left: f32,
}

/// Cross-entropy of the value logits against the value targets, and the Huber loss of moves left.
///
/// `outputs` is `[positions, classes + 1]`.
pub fn value(outputs: Tensor<2>, batch: &Batch, config: &TrainConfig) -> ValueLoss {
    let positions = batch.len();
    let device = outputs.device();
    let column = |values: Vec<f32>, columns: usize| {
        Tensor::<2>::from_data(TensorData::new(values, [positions, columns]), &device)
    };
    let classes = outputs.dims()[1] - 1;
    let targets = column(batch.value.clone(), classes);
    let logits = outputs.clone().slice([0..positions, 0..classes]);
    let value = (log_softmax(logits, 1) * targets).sum() / -(positions as f32);

    let plies = column(batch.plies_left.iter().map(|plies| plies / MOVES_LEFT_UNIT).collect(), 1);
    let threshold = config.moves_left_threshold / MOVES_LEFT_UNIT;
    let error = (outputs.slice([0..positions, classes..classes + 1]) - plies).abs();
    let squared = error.clone().clamp(0.0, threshold);
    let huber = squared.clone() * squared.clone() * 0.5 + (error - squared) * threshold;
    let huber = huber * column(batch.counts_plies.clone(), 1);
    let moves_left = huber.sum() / positions as f32;

    ValueLoss {
        value: value.clone().inner().into_scalar(),
        moves_left: moves_left.clone().inner().into_scalar(),
        total: value * config.value_weight + moves_left * config.moves_left_weight,
    }
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
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f32> = logits.iter().map(|logit| single::exp(logit - max)).collect();
    let sum: f32 = shares.iter().sum();
    let log_sum = single::ln(sum) + max;
    let loss = logits.iter().zip(targets).map(|(logit, target)| target * (log_sum - logit)).sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    (loss, shares)
}
