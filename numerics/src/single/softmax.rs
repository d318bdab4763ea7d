//! Softmax and its logarithm.

use super::{exponential::exp, logarithm::ln};

/// The two numbers that turn exponentials into probabilities; see [`exponentials`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Normaliser {
    /// The largest logit.
    pub max: f32,
    /// The sum of the exponentials, at least 1 unless there was no logit.
    pub sum: f32,
}

impl Normaliser {
    /// Returns the logarithm of the sum of the exponentials of the logits (log-sum-exp).
    pub fn log_sum(self) -> f32 {
        self.max + ln(self.sum)
    }
}

/// Replaces each logit by the exponential of `(logit - max) / temperature`, where `max` is the largest of them.
pub fn exponentials(logits: &mut [f32], temperature: f32) -> Normaliser {
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits {
        *logit = exp((*logit - max) / temperature);
        sum += *logit;
    }
    Normaliser { max, sum }
}

/// Replaces logits by their probabilities, which sum to 1 (softmax).
///
/// ```
/// let mut logits = [1.0, 1.0, f32::NEG_INFINITY];
/// damier_numerics::single::softmax(&mut logits);
/// assert_eq!(logits, [0.5, 0.5, 0.0]);
/// ```
pub fn softmax(logits: &mut [f32]) {
    let Normaliser { sum, .. } = exponentials(logits, 1.0);
    logits.iter_mut().for_each(|weight| *weight /= sum);
}

/// Replaces logits by the logarithms of the probabilities that [`softmax`] gives them.
pub fn log_softmax(logits: &mut [f32]) {
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum = logits.iter().map(|logit| exp(logit - max)).sum();
    let log_sum = Normaliser { max, sum }.log_sum();
    logits.iter_mut().for_each(|logit| *logit -= log_sum);
}
