//! Learning on any device that burn knows.

use burn::tensor::{DType, Device, Int, Tensor, TensorData};
use damier_engine::net::{Arch, FloatNet, arch::MOVES_LEFT_UNIT};

use super::{Judge, Learner, LearnerState, Predictions, Prepared, StepLosses};
use crate::{
    batch::Batch,
    config::{Learn, TrainConfig},
    error::TrainError,
    kernels::{self, ByLayer, LossWeights},
    optimizer::Update,
    packed::{Layout, Packed, Packer, Packing},
    plan::Plan,
};

/// A learner whose weights live on a device and never leave it but to be saved.
///
/// A step only hands work to the device and does not wait for it; the dense middle is differentiated by hand,
/// for a device spends more time on being told to do something small than on doing it.
#[derive(Debug)]
pub struct DeviceLearner {
    arch: Arch,
    plan: Plan,
    device: Device,
    steps: u64,
    weights: Tensor<1>,
    first: Tensor<1>,
    second: Tensor<1>,
    average: Tensor<1>,
    /// See [`Plan::settings`].
    settings: Tensor<1, Int>,
    /// The losses that nobody has read yet.
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
    grid: Tensor<1>,
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
        let plan = Plan::of(state.arch());
        let on_device =
            |net: &FloatNet| Tensor::from_data(TensorData::new(plan.row(net), [plan.len]), &device);
        Self {
            arch: state.arch().clone(),
            plan,
            steps: state.steps,
            weights: on_device(&state.weights),
            first: on_device(&state.first),
            second: on_device(&state.second),
            average: on_device(&state.average),
            settings: words(plan.settings(), &device),
            pending: Vec::new(),
            device,
        }
    }

    fn pack(&self, batch: &Batch) -> Packed {
        Packer::new(Packing::of(&self.arch)).pack(batch)
    }

    /// `[units, width]`: the first layer, as it is rounded.
    fn l1(&self, grid: &Tensor<1>) -> Tensor<2> {
        let Plan { l1_bias, l1, units, width, .. } = self.plan;
        let start = l1 - l1_bias;
        grid.clone().narrow(0, start, units * width).reshape([units, width])
    }

    fn forward(&self, weights: &Tensor<1>, words: &Tensor<1, Int>, layout: Layout) -> Forward {
        let plan = self.plan;
        let grid = kernels::rounded(weights.clone(), self.settings.clone(), plan);
        let (clamped, activations) = kernels::accumulate(weights.clone(), words.clone(), plan, layout);
        let sums = activations.clone().matmul(self.l1(&grid).transpose());
        let first = kernels::first_layer(sums, grid.clone(), plan);
        let second = kernels::second_layer(first.clone(), grid.clone(), plan);
        let outputs = kernels::outputs(second.clone(), grid.clone(), plan);
        let logits = kernels::policy_logits(first.clone(), grid.clone(), words.clone(), plan, layout);
        Forward { grid, clamped, activations, first, second, outputs, logits }
    }

    /// The derivatives by all weights, and behind them the sums of the losses.
    fn gradient(&self, words: &Tensor<1, Int>, layout: Layout, config: &TrainConfig) -> Tensor<1> {
        let plan = self.plan;
        let Forward { grid, clamped, activations, first, second, outputs, logits } =
            self.forward(&self.weights, words, layout);

        let weight = config.policy_weight / layout.with_policy.max(1) as f32;
        let (by_logit, policy) = kernels::policy_gradient(logits, words.clone(), layout, weight);
        // Without a derivative by what the value comes from, no weight of the value changes.
        let learned = |weight| if config.learn == Learn::All { weight } else { 0.0 };
        let weights = LossWeights {
            value: learned(config.value_weight),
            moves_left: learned(config.moves_left_weight),
            threshold: config.moves_left_threshold / MOVES_LEFT_UNIT,
        };
        let (by_output, losses) = kernels::value_gradient(outputs, policy, words.clone(), layout, weights);
        let by_second = kernels::second_gradient(by_output.clone(), second.clone(), grid.clone(), plan);
        let by_first = kernels::first_gradient(
            by_second.clone(),
            by_logit.clone(),
            first.clone(),
            grid.clone(),
            words.clone(),
            plan,
            layout,
        );
        let by_row = kernels::row_gradients(by_logit, first.clone(), words.clone(), plan, layout);
        let (by_accumulator, by_feature) = match config.learn {
            Learn::All => {
                let by_activation = by_first.clone().matmul(self.l1(&grid));
                let by_accumulator = kernels::accumulator_gradient(by_activation, clamped);
                let by_feature =
                    kernels::feature_gradients(by_accumulator.clone(), words.clone(), layout.by_feature);
                (by_accumulator, by_feature)
            }
            // Nobody looks at them.
            Learn::Policy => (clamped, by_row.clone()),
        };
        let gradients =
            ByLayer { accumulator: by_accumulator, first: by_first, second: by_second, output: by_output };
        let parts = kernels::sums_of_positions(gradients, [activations, first, second], losses, plan);
        kernels::gather(by_feature, by_row, parts, words.clone(), plan, layout, config.learn)
    }

    fn update(&mut self, gradient: Tensor<1>, totals: Tensor<2>, rate: f32, config: &TrainConfig) {
        // The device itself shortens the gradient: to know its length here would be to wait for it.
        let update = Update::new(config, rate, self.steps, 0.0);
        let old = [&self.weights, &self.first, &self.second, &self.average].map(Tensor::clone);
        let new = kernels::adam(old, gradient, totals, self.settings.clone(), update, config.gradient_clip);
        [self.weights, self.first, self.second, self.average] = new;
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
        let totals = kernels::totals(gradient.clone(), self.plan);
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

    fn predict(&self, batch: &Batch, judge: Judge) -> Predictions {
        let weights = match judge {
            Judge::Latest => &self.weights,
            Judge::Averaged => &self.average,
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
        let net = |row: &Tensor<1>| self.plan.net(&floats(row.clone()), &self.arch);
        LearnerState {
            steps: self.steps,
            weights: net(&self.weights),
            first: net(&self.first),
            second: net(&self.second),
            average: net(&self.average),
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
