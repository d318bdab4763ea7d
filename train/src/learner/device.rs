//! Learner on any device of burn.

use burn::tensor::{DType, Device, Int, Tensor, TensorData};
use damier_engine::net::{Arch, FloatNet, arch::MOVES_LEFT_UNIT};

use super::{Learner, LearnerState, Predictions, Prepared, StepLosses, WeightSet};
use crate::{
    batch::Batch,
    config::{Learn, TrainConfig},
    error::TrainError,
    kernels::{self, LayerGradients, LossWeights},
    optimizer::Update,
    packed::{Layout, Packed, Packer, Packing},
    parameter_layout::ParameterLayout,
};

/// Learner whose weights stay on a device.
///
/// A step enqueues its kernels without waiting. The dense layers are differentiated by hand, in few kernels: launching
/// small ones takes longer than running them.
#[derive(Debug)]
pub struct DeviceLearner {
    arch: Arch,
    parameters: ParameterLayout,
    device: Device,
    steps: u64,
    weights: Tensor<1>,
    first: Tensor<1>,
    second: Tensor<1>,
    ema: Tensor<1>,
    /// See [`ParameterLayout::settings`].
    settings: Tensor<1, Int>,
    /// Losses not read yet.
    pending: Vec<Pending>,
}

/// The losses of a step, on the device.
#[derive(Debug)]
struct Pending {
    /// `[1, 4]`: value, policy, moves left, all summed over the batch, and the squared gradient.
    sums: Tensor<2>,
    positions: usize,
    with_policy: usize,
}

/// What the network computes on the way to its outputs.
struct Forward {
    /// The weights from the bias of the first layer on, rounded as those of the exported net.
    quantised: Tensor<1>,
    /// `[positions, width]`: the accumulators, clamped.
    clamped: Tensor<2>,
    /// Their squares.
    activations: Tensor<2>,
    /// `[positions, hidden + policy]`: the first layer.
    first: Tensor<2>,
    /// `[positions, value_hidden]`: the second layer.
    second: Tensor<2>,
    /// `[positions, classes + 1]`.
    outputs: Tensor<2>,
    /// `[moves, 1]`.
    logits: Tensor<2>,
}

impl DeviceLearner {
    /// Goes on from a state.
    pub fn new(state: &LearnerState, device: Device) -> Self {
        let parameters = ParameterLayout::of(state.arch());
        let on_device = |net: &FloatNet| {
            Tensor::from_data(TensorData::new(parameters.row(net), [parameters.len]), &device)
        };
        Self {
            arch: state.arch().clone(),
            parameters,
            steps: state.steps,
            weights: on_device(&state.weights),
            first: on_device(&state.first),
            second: on_device(&state.second),
            ema: on_device(&state.ema),
            settings: words(parameters.settings(), &device),
            pending: Vec::new(),
            device,
        }
    }

    fn pack(&self, batch: &Batch) -> Packed {
        Packer::new(Packing::of(&self.arch)).pack(batch)
    }

    /// `[units, width]`: the first layer, rounded.
    fn l1(&self, quantised: &Tensor<1>) -> Tensor<2> {
        let ParameterLayout { l1_bias, l1, units, width, .. } = self.parameters;
        let start = l1 - l1_bias;
        quantised.clone().narrow(0, start, units * width).reshape([units, width])
    }

    fn forward(&self, weights: &Tensor<1>, words: &Tensor<1, Int>, layout: Layout) -> Forward {
        let parameters = self.parameters;
        let quantised = kernels::rounded(weights.clone(), self.settings.clone(), parameters);
        let (clamped, activations) = kernels::accumulate(weights.clone(), words.clone(), parameters, layout);
        let sums = activations.clone().matmul(self.l1(&quantised).transpose());
        let first = kernels::first_layer(sums, quantised.clone(), parameters);
        let second = kernels::second_layer(first.clone(), quantised.clone(), parameters);
        let outputs = kernels::outputs(second.clone(), quantised.clone(), parameters);
        let logits =
            kernels::policy_logits(first.clone(), quantised.clone(), words.clone(), parameters, layout);
        Forward { quantised, clamped, activations, first, second, outputs, logits }
    }

    /// The derivatives by all weights, and behind them the sums of the losses.
    fn gradient(&self, words: &Tensor<1, Int>, layout: Layout, config: &TrainConfig) -> Tensor<1> {
        let parameters = self.parameters;
        let Forward { quantised, clamped, activations, first, second, outputs, logits } =
            self.forward(&self.weights, words, layout);

        let weight = config.policy_weight / layout.with_policy.max(1) as f32;
        let (grad_logit, policy) = kernels::policy_gradient(logits, words.clone(), layout, weight);
        // Without a derivative by what the value comes from, no weight of the value changes.
        let learned = |weight| if config.learn == Learn::All { weight } else { 0.0 };
        let weights = LossWeights {
            value: learned(config.value_weight),
            moves_left: learned(config.moves_left_weight),
            threshold: config.moves_left_threshold / MOVES_LEFT_UNIT,
        };
        let (grad_output, losses) = kernels::value_gradient(outputs, policy, words.clone(), layout, weights);
        let grad_second =
            kernels::second_gradient(grad_output.clone(), second.clone(), quantised.clone(), parameters);
        let grad_first = kernels::first_gradient(
            grad_second.clone(),
            grad_logit.clone(),
            first.clone(),
            quantised.clone(),
            words.clone(),
            parameters,
            layout,
        );
        let grad_row = kernels::row_gradients(grad_logit, first.clone(), words.clone(), parameters, layout);
        let (grad_accumulator, grad_feature) = match config.learn {
            Learn::All => {
                let grad_activation = grad_first.clone().matmul(self.l1(&quantised));
                let grad_accumulator = kernels::accumulator_gradient(grad_activation, clamped);
                let grad_feature =
                    kernels::feature_gradients(grad_accumulator.clone(), words.clone(), layout.by_feature);
                (grad_accumulator, grad_feature)
            }
            // They are not read.
            Learn::Policy => (clamped, grad_row.clone()),
        };
        let gradients = LayerGradients {
            accumulator: grad_accumulator,
            first: grad_first,
            second: grad_second,
            output: grad_output,
        };
        let parts = kernels::sums_of_positions(gradients, [activations, first, second], losses, parameters);
        kernels::gather(grad_feature, grad_row, parts, words.clone(), parameters, layout, config.learn)
    }

    fn update(&mut self, gradient: Tensor<1>, totals: Tensor<2>, rate: f32, config: &TrainConfig) {
        // The device itself shortens the gradient: to know its length here would be to wait for it.
        let update = Update::new(config, rate, self.steps, 0.0);
        let old = [&self.weights, &self.first, &self.second, &self.ema].map(Tensor::clone);
        let new = kernels::adam(old, gradient, totals, self.settings.clone(), update, config.gradient_clip);
        [self.weights, self.first, self.second, self.ema] = new;
        self.steps += 1;
    }
}

impl Learner for DeviceLearner {
    fn packing(&self) -> Option<Packing> {
        Some(Packing::of(&self.arch))
    }

    fn step(&mut self, prepared: Prepared, rate: f32, config: &TrainConfig) -> Result<(), TrainError> {
        let packed = match prepared {
            Prepared::Plain(batch) => self.pack(&batch),
            Prepared::Packed(packed) => packed,
        };
        let layout = packed.layout;
        let gradient = self.gradient(&words(packed.words, &self.device), layout, config);
        let totals = kernels::totals(gradient.clone(), self.parameters);
        self.update(gradient, totals.clone(), rate, config);
        self.pending.push(Pending {
            sums: totals,
            positions: layout.positions,
            with_policy: layout.with_policy,
        });
        Ok(())
    }

    fn losses(&mut self) -> Result<Vec<StepLosses>, TrainError> {
        if self.pending.is_empty() {
            return Ok(Vec::new());
        }
        let pending = std::mem::take(&mut self.pending);
        let first = self.steps - pending.len() as u64;
        let sums = floats(Tensor::cat(pending.iter().map(|step| step.sums.clone()).collect(), 0));
        let of_step = |(number, (step, sums)): (u64, (&Pending, &[f32]))| {
            let losses = StepLosses {
                value: sums[0] / step.positions as f32,
                policy: sums[1] / step.with_policy.max(1) as f32,
                moves_left: sums[2] / step.positions as f32,
                gradient_norm: sums[3].sqrt(),
            };
            losses.check(first + number).map(|()| losses)
        };
        (0..).zip(pending.iter().zip(sums.chunks_exact(4))).map(of_step).collect()
    }

    fn predict(&self, batch: &Batch, set: WeightSet) -> Predictions {
        let weights = match set {
            WeightSet::Live => &self.weights,
            WeightSet::Ema => &self.ema,
        };
        let packed = self.pack(batch);
        let layout = packed.layout;
        let forward = self.forward(weights, &words(packed.words, &self.device), layout);
        Predictions { outputs: floats(forward.outputs), logits: floats(forward.logits) }
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn state(&self) -> LearnerState {
        let net = |row: &Tensor<1>| self.parameters.net(&floats(row.clone()), &self.arch);
        LearnerState {
            steps: self.steps,
            weights: net(&self.weights),
            first: net(&self.first),
            second: net(&self.second),
            ema: net(&self.ema),
        }
    }
}

fn words(words: Vec<u32>, device: &Device) -> Tensor<1, Int> {
    let len = words.len();
    Tensor::from_data(TensorData::new(words, [len]), (device, DType::U32))
}

fn floats<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.into_data().try_into_vec().expect("a tensor of floats")
}
