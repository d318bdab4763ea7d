//! One optimisation step, wherever the weights live.

pub mod dense;
pub mod device;
pub mod host;

use damier_engine::net::{Arch, FloatNet, NetError};

use crate::{
    batch::Batch,
    config::TrainConfig,
    error::TrainError,
    packed::{Packed, Packing},
};

/// Everything a learner remembers between steps.
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
    /// The averaged weights: what is exported.
    pub average: FloatNet,
}

impl LearnerState {
    /// Before the first step.
    ///
    /// # Errors
    /// A dimension is out of range.
    pub fn new(weights: FloatNet) -> Result<Self, NetError> {
        let zeros = FloatNet::zeros(weights.arch.clone())?;
        let average = weights.clone();
        Ok(Self { steps: 0, weights, first: zeros.clone(), second: zeros, average })
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
    /// As it is.
    Plain(Batch),
    /// As a device takes it: packed by the thread that made it, it costs the one that steps nothing.
    Packed(Packed),
}

impl From<Batch> for Prepared {
    fn from(batch: Batch) -> Self {
        Self::Plain(batch)
    }
}

/// Which weights judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// The weights of the last step.
    Latest,
    /// The averaged weights, as exported.
    Averaged,
}

/// What the network says about a batch.
#[derive(Clone, PartialEq, Debug)]
pub struct Predictions {
    /// `[positions, 4]`: win, draw and loss logits, moves left in units of 64 plies.
    pub outputs: Vec<f32>,
    /// Policy logits, parallel to the batch's legal moves.
    pub logits: Vec<f32>,
}

/// Holds the weights and improves them.
pub trait Learner: Send {
    /// How batches are packed for it; `None` where it takes only plain ones.
    fn packing(&self) -> Option<Packing>;

    /// One step with the given learning rate. A device may still be at it when this returns.
    ///
    /// # Errors
    /// If a loss or the gradient is not a number, as far as that is known at once; the weights are then as
    /// before.
    ///
    /// # Panics
    /// If the batch is packed and [`packing`](Self::packing) is `None`.
    fn step(&mut self, prepared: Prepared, rate: f32, config: &TrainConfig) -> Result<(), TrainError>;

    /// The losses of the steps since the last call, in their order. Waits for the device.
    ///
    /// # Errors
    /// If one is not a number; the weights are then of no use.
    fn losses(&mut self) -> Result<Vec<StepLosses>, TrainError>;

    /// Judges a batch.
    fn predict(&self, batch: &Batch, judge: Judge) -> Predictions;

    /// Steps done.
    fn steps(&self) -> u64;

    /// The state, to be saved or exported.
    fn state(&self) -> LearnerState;
}

#[cfg(test)]
mod tests;
