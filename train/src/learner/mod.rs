//! Optimisation steps, on the host or a device.

pub mod dense;
#[cfg(feature = "device")]
pub mod device;
pub mod host;

use damier_engine::net::{Arch, FloatNet, NetError};

use crate::{
    batch::Batch,
    config::TrainConfig,
    error::TrainError,
    packed::{Packed, Packing},
};

/// State of a learner between steps.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnerState {
    /// Optimisation steps done.
    pub steps: u64,
    /// The weights.
    pub weights: FloatNet,
    /// Mean gradients (first moments).
    pub first: FloatNet,
    /// Mean squared gradients (second moments).
    pub second: FloatNet,
    /// EMA of the weights: what is exported.
    pub ema: FloatNet,
}

impl LearnerState {
    /// Returns the state before the first step.
    ///
    /// # Errors
    /// A dimension is out of range.
    pub fn new(weights: FloatNet) -> Result<Self, NetError> {
        let zeros = FloatNet::zeros(weights.arch.clone())?;
        let ema = weights.clone();
        Ok(Self { steps: 0, weights, first: zeros.clone(), second: zeros, ema })
    }

    /// The architecture.
    pub fn arch(&self) -> &Arch {
        &self.weights.arch
    }
}

/// The losses of one step, before their weights, means over the batch.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct StepLosses {
    /// Cross-entropy of win, draw and loss, nats.
    pub value: f32,
    /// Cross-entropy of the policy over the positions that have a policy target, nats.
    pub policy: f32,
    /// Huber loss of moves left, in units of 64 plies squared.
    pub moves_left: f32,
    /// The length of the gradient before it was clipped.
    pub gradient_norm: f32,
}

impl StepLosses {
    /// Refuses what is not a number, at `step`.
    pub(crate) fn check(&self, step: u64) -> Result<(), TrainError> {
        let all = self.value + self.policy + self.moves_left + self.gradient_norm;
        if all.is_finite() { Ok(()) } else { Err(TrainError::Diverged { step }) }
    }
}

/// A batch that is ready to be learned from.
#[derive(Clone, PartialEq, Debug)]
pub enum Prepared {
    /// Unpacked.
    Plain(Batch),
    /// Packed for a device, by the thread that assembled it.
    Packed(Packed),
}

impl From<Batch> for Prepared {
    fn from(batch: Batch) -> Self {
        Self::Plain(batch)
    }
}

/// Set of weights to predict with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightSet {
    /// The weights of the last step.
    Live,
    /// The EMA of the weights, as exported.
    Ema,
}

/// Outputs of the network for a batch.
#[derive(Clone, PartialEq, Debug)]
pub struct Predictions {
    /// `[positions, 4]`: win, draw and loss logits, moves left in units of 64 plies.
    pub outputs: Vec<f32>,
    /// Policy logits, parallel to the batch's legal moves.
    pub logits: Vec<f32>,
}

/// Learner: holds the weights and improves them step by step.
pub trait Learner: Send {
    /// Returns how batches are packed; `None` where it takes only plain ones.
    fn packing(&self) -> Option<Packing>;

    /// Performs one step with the given learning rate. A device may still run it when this returns.
    ///
    /// # Errors
    /// If a loss or the gradient is not a number, as far as that is known at once; the weights are then as
    /// before.
    ///
    /// # Panics
    /// If the batch is packed and [`packing`](Self::packing) is `None`.
    fn step(&mut self, prepared: Prepared, rate: f32, config: &TrainConfig) -> Result<(), TrainError>;

    /// Returns the losses of the steps since the last call, in order. Waits for the device.
    ///
    /// # Errors
    /// If one is not a number; the weights are then of no use.
    fn losses(&mut self) -> Result<Vec<StepLosses>, TrainError>;

    /// Predicts a batch.
    fn predict(&self, batch: &Batch, set: WeightSet) -> Predictions;

    /// Returns the steps done.
    fn steps(&self) -> u64;

    /// Returns the state, to be saved or exported.
    fn state(&self) -> LearnerState;
}

#[cfg(test)]
mod tests;
