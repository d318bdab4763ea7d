//! Learning on the processor.

use burn::tensor::{Device, Tensor, TensorData};
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

/// A learner whose weights are plain memory: the sparse ends are our own loops over it, burn
/// differentiates the dense middle.
#[derive(Debug)]
pub struct HostLearner {
    state: LearnerState,
    /// The gradient of the last step; its memory is used again.
    gradient: FloatNet,
    device: Device,
    /// Losses not read yet.
    pending: Vec<StepLosses>,
}

impl HostLearner {
    /// Goes on from a state; `device` has to be burn's processor backend.
    pub fn new(state: LearnerState, device: Device) -> Self {
        let gradient = state.weights.clone();
        Self { state, gradient, device, pending: Vec::new() }
    }

    fn activations(&self, net: &FloatNet, batch: &Batch) -> Tensor<2> {
        let activations = sparse::accumulate(&net.embedding, &net.embedding_bias, &batch.active);
        Tensor::from_data(TensorData::new(activations, [batch.len(), net.arch.width]), &self.device)
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

        let dense = Dense::of(net, &self.device).tracked();
        let activations = self.activations(net, batch).autodiff();
        let activations = if learns_all { activations.require_grad() } else { activations };
        let middle = dense.forward(activations.clone(), arch.hidden);

        let vectors = floats(middle.policy.clone().inner());
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

        let value = loss::value(middle.outputs, batch, config);
        // The policy loss enters burn's differentiation through a term with the same derivative.
        let handed_over = TensorData::new(heads.vectors, middle.policy.dims());
        let handed_over = Tensor::<2>::from_data(handed_over, &self.device).autodiff();
        let policy_term = (middle.policy * handed_over).sum();
        let total = match config.learn {
            Learn::All => value.total + policy_term,
            Learn::Policy => policy_term,
        };
        let mut gradients = total.backward();

        let grad_activation =
            learns_all.then(|| activations.grad_remove(&mut gradients).map(floats).expect("a leaf"));
        let grad_dense = dense.tensors().each_ref().map(|tensor| {
            // A tensor that no loss depends on (all weights zero) has no derivative.
            tensor
                .grad_remove(&mut gradients)
                .map_or_else(|| vec![0.0; tensor.shape().num_elements()], floats)
        });
        drop((gradients, total, dense));
        let activations = floats(activations.inner());
        let gradient = &mut self.gradient;
        match by_feature.zip(grad_activation) {
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
        for (name, values) in Dense::NAMES.into_iter().zip(grad_dense) {
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
        let middle = Dense::of(net, &self.device).forward(self.activations(net, batch), net.arch.hidden);
        let vectors = floats(middle.policy);
        let (rows, row_bias) = policy_head(net);
        let logits = sparse::policy_logits(&rows, &row_bias, &vectors, &batch.moves);
        Predictions { outputs: floats(middle.outputs), logits }
    }

    fn steps(&self) -> u64 {
        self.state.steps
    }

    fn state(&self) -> LearnerState {
        self.state.clone()
    }
}

/// The policy rows and their biases, rounded to their grid.
fn policy_head(net: &FloatNet) -> (Vec<f32>, Vec<f32>) {
    (fake_quantisation::rounded(net, Name::Policy), fake_quantisation::rounded(net, Name::PolicyBias))
}

fn floats(tensor: Tensor<2>) -> Vec<f32> {
    tensor.into_data().try_into_vec().expect("a tensor of floats")
}
