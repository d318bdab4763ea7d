//! Learning on the processor.

use damier_engine::net::{FloatNet, Tensor as Name};

use super::{Learner, LearnerState, Predictions, Prepared, StepLosses, WeightSet, dense::Dense};
use crate::{
    batch::Batch,
    config::{Learn, TrainConfig},
    error::TrainError,
    fake_quantisation, loss,
    optimizer::{self, Update},
    packed::Packing,
    sparse,
};

/// A learner whose weights are plain memory. The sparse ends are loops over it (`sparse.rs`), the dense middle products of
/// matrices (`dense.rs`); both are differentiated by hand.
#[derive(Debug)]
pub struct HostLearner {
    state: LearnerState,
    /// The gradient of the last step; its memory is used again.
    gradient: FloatNet,
    /// Losses not read yet.
    pending: Vec<StepLosses>,
}

impl HostLearner {
    /// Goes on from a state.
    pub fn new(state: LearnerState) -> Self {
        let gradient = state.weights.clone();
        Self { state, gradient, pending: Vec::new() }
    }
}

impl Learner for HostLearner {
    fn packing(&self) -> Option<Packing> {
        None
    }

    fn step(&mut self, prepared: Prepared, rate: f32, config: &TrainConfig) -> Result<(), TrainError> {
        let Prepared::Plain(batch) = prepared else { panic!("the processor takes plain batches") };
        let batch = &batch;
        let net = &self.state.weights;
        let arch = &net.arch;
        // The policy alone asks for no derivatives of what it has in common with the value.
        let learns_all = config.learn == Learn::All;
        let (by_feature, by_row) = rayon::join(
            || learns_all.then(|| batch.active.occurrences(arch.features)),
            || batch.moves.occurrences(arch.policy_rows),
        );

        let dense = Dense::of(net);
        let activations = activations(net, batch);
        let middle = dense.forward(&activations);

        let vectors = dense.policy_vectors(&middle);
        let (rows, row_bias) = policy_head(net);
        let logits = sparse::policy_logits(&rows, &row_bias, &vectors, &batch.moves);
        let policy = loss::policy(&logits, batch, config.policy_weight);
        let heads = sparse::policy_backward(
            &rows,
            &vectors,
            &policy.gradient,
            &batch.moves,
            &by_row,
            arch.policy_rows,
        );
        let value = loss::value(&middle.outputs, batch, config);
        let grad_output = learns_all.then_some(&value.gradient[..]);
        let gradients = dense.backward(&middle, &activations, &heads.vectors, grad_output);

        let gradient = &mut self.gradient;
        match by_feature.zip(gradients.activations) {
            Some((by_feature, grad_activation)) => {
                gradient.embedding_bias = sparse::accumulate_backward(
                    &activations,
                    grad_activation,
                    &by_feature,
                    &mut gradient.embedding,
                    arch.width,
                );
            }
            None => {
                gradient.embedding.fill(0.0);
                gradient.embedding_bias.fill(0.0);
            }
        }
        gradient.policy = heads.table;
        gradient.policy_bias = heads.bias;
        for (name, values) in Dense::NAMES.into_iter().zip(gradients.weights) {
            *gradient.tensor_mut(name) = values;
        }

        let losses = StepLosses {
            value: value.value,
            policy: policy.loss,
            moves_left: value.moves_left,
            gradient_norm: optimizer::norm(Name::ALL.map(|name| gradient.tensor(name))),
        };
        losses.check(self.state.steps)?;
        let update = Update::new(config, rate, self.state.steps, losses.gradient_norm);
        optimizer::update(&mut self.state, gradient, &update);
        self.pending.push(losses);
        Ok(())
    }

    fn losses(&mut self) -> Result<Vec<StepLosses>, TrainError> {
        Ok(std::mem::take(&mut self.pending))
    }

    fn predict(&self, batch: &Batch, set: WeightSet) -> Predictions {
        let net = match set {
            WeightSet::Live => &self.state.weights,
            WeightSet::Ema => &self.state.ema,
        };
        let dense = Dense::of(net);
        let middle = dense.forward(&activations(net, batch));
        let vectors = dense.policy_vectors(&middle);
        let (rows, row_bias) = policy_head(net);
        let logits = sparse::policy_logits(&rows, &row_bias, &vectors, &batch.moves);
        Predictions { outputs: middle.outputs, logits }
    }

    fn steps(&self) -> u64 {
        self.state.steps
    }

    fn state(&self) -> LearnerState {
        self.state.clone()
    }
}

/// The accumulators' activations, `[positions, width]`.
fn activations(net: &FloatNet, batch: &Batch) -> Vec<f32> {
    sparse::accumulate(&net.embedding, &net.embedding_bias, &batch.active)
}

/// The policy rows and their biases, rounded to their grid.
fn policy_head(net: &FloatNet) -> (Vec<f32>, Vec<f32>) {
    (fake_quantisation::rounded(net, Name::Policy), fake_quantisation::rounded(net, Name::PolicyBias))
}
