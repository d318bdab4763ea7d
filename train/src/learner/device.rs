//! Learning on any device that burn knows.

use burn::tensor::{DType, Device, Int, Tensor, TensorData};
use damier_engine::net::{Arch, FloatNet, Tensor as Name, arch::MOVES_LEFT_UNIT};

use super::{Judge, Learner, LearnerState, Predictions, Prepared, StepLosses};
use crate::{
    batch::Batch,
    config::{Learn, TrainConfig},
    error::TrainError,
    kernels::{self, AdamStep, LossWeights, Through},
    optimizer::Update,
    packed::{Layout, Packed, Packer, Packing},
};

/// A learner whose weights live on a device and never leave it but to be saved.
///
/// A step only hands work to the device and does not wait for it; the dense middle is differentiated by hand,
/// for a device spends more time on being told to do something small than on doing it.
#[derive(Debug)]
pub struct DeviceLearner {
    arch: Arch,
    device: Device,
    steps: u64,
    weights: Weights,
    first: Weights,
    second: Weights,
    average: Weights,
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

/// All tensors of a network, in the order of [`Name::ALL`].
#[derive(Clone, Debug)]
struct Weights([Tensor<2>; Name::ALL.len()]);

/// What the network computes on the way to its outputs; its weights are rounded as those of the exported net.
struct Forward {
    l1: Tensor<2>,
    l2: Tensor<2>,
    l3: Tensor<2>,
    rows: Tensor<2>,
    /// `[positions, width]`: the accumulators, clamped.
    clamped: Tensor<2>,
    /// Their squares.
    activations: Tensor<2>,
    /// `[positions, hidden + policy]`: the first layer.
    first: Tensor<2>,
    /// Its part that the value comes from.
    value: Tensor<2>,
    /// Its other part, what the policy rows are multiplied with.
    vectors: Tensor<2>,
    /// `[positions, value_hidden]`: the second layer.
    second: Tensor<2>,
    /// `[positions, classes + 1]`.
    outputs: Tensor<2>,
    /// `[moves, 1]`.
    logits: Tensor<2>,
}

impl Weights {
    fn of(net: &FloatNet, device: &Device) -> Self {
        Self(Name::ALL.map(|name| {
            Tensor::from_data(TensorData::new(net.tensor(name).to_vec(), name.shape(&net.arch)), device)
        }))
    }

    fn get(&self, name: Name) -> Tensor<2> {
        self.0[name as usize].clone()
    }

    /// As [`grid::rounded`](crate::grid::rounded).
    fn rounded(&self, name: Name) -> Tensor<2> {
        kernels::rounded(self.get(name), name.storage().one() as f32)
    }

    fn net(&self, arch: &Arch) -> FloatNet {
        let mut net = FloatNet::zeros(arch.clone()).expect("the dimensions were checked");
        for name in Name::ALL {
            *net.tensor_mut(name) = floats(self.get(name));
        }
        net
    }

    fn forward(&self, arch: &Arch, words: Tensor<1, Int>, layout: Layout) -> Forward {
        let positions = layout.positions;
        let [table, bias] = [Name::Embedding, Name::EmbeddingBias].map(|name| self.get(name));
        let clamped = kernels::accumulate(table, bias, words.clone(), layout.active, positions);
        let activations = clamped.clone() * clamped.clone();
        let [l1_bias, l1, l2_bias, l2, l3_bias, l3, rows, row_bias] = [
            Name::L1Bias,
            Name::L1,
            Name::L2Bias,
            Name::L2,
            Name::L3Bias,
            Name::L3,
            Name::Policy,
            Name::PolicyBias,
        ]
        .map(|name| self.rounded(name));
        let layer = |input: Tensor<2>, weights: &Tensor<2>, bias: Tensor<2>| {
            (input.matmul(weights.clone().transpose()) + bias).clamp(0.0, 1.0)
        };
        let first = layer(activations.clone(), &l1, l1_bias);
        let [_, units] = first.dims();
        let value = first.clone().slice([0..positions, 0..arch.hidden]);
        let vectors = first.clone().slice([0..positions, arch.hidden..units]);
        let second = layer(value.clone(), &l2, l2_bias);
        let outputs = second.clone().matmul(l3.clone().transpose()) + l3_bias;
        let logits = kernels::policy_logits(rows.clone(), row_bias, vectors.clone(), words, layout);
        Forward { l1, l2, l3, rows, clamped, activations, first, value, vectors, second, outputs, logits }
    }
}

impl DeviceLearner {
    /// Goes on from a state.
    pub fn new(state: &LearnerState, device: Device) -> Self {
        let on_device = |net: &FloatNet| Weights::of(net, &device);
        Self {
            arch: state.arch().clone(),
            steps: state.steps,
            weights: on_device(&state.weights),
            first: on_device(&state.first),
            second: on_device(&state.second),
            average: on_device(&state.average),
            pending: Vec::new(),
            device,
        }
    }

    fn pack(&self, batch: &Batch) -> Packed {
        Packer::new(Packing::of(&self.arch)).pack(batch)
    }

    fn words(&self, packed: Packed) -> Tensor<1, Int> {
        let len = packed.words.len();
        Tensor::from_data(TensorData::new(packed.words, [len]), (&self.device, DType::U32))
    }

    /// The derivatives by all weights, and the sums of the losses, `[1, 3]`.
    fn gradients(
        &self,
        words: Tensor<1, Int>,
        layout: Layout,
        config: &TrainConfig,
    ) -> ([Tensor<2>; Name::ALL.len()], Tensor<2>) {
        let arch = &self.arch;
        let forward = self.weights.forward(arch, words.clone(), layout);

        let weight = config.policy_weight / layout.with_policy.max(1) as f32;
        let (by_logit, policy) = kernels::policy_gradient(forward.logits, words.clone(), layout, weight);
        let by_vector = kernels::vector_gradient(forward.rows, by_logit.clone(), words.clone(), layout);
        let by_row =
            kernels::row_gradients(forward.vectors, by_logit, words.clone(), layout, arch.policy_rows);
        // Without a derivative by what the value comes from, no weight of the value changes.
        let learned = |weight| if config.learn == Learn::All { weight } else { 0.0 };
        let weights = LossWeights {
            value: learned(config.value_weight),
            moves_left: learned(config.moves_left_weight),
            threshold: config.moves_left_threshold / MOVES_LEFT_UNIT,
        };
        let (by_output, losses) =
            kernels::value_gradient(forward.outputs, policy, words.clone(), layout, weights);

        let second = forward.second;
        let by_second = by_output.clone().matmul(forward.l3);
        let by_second = kernels::through(by_second, second.clone(), Through::Clamp);
        let by_value = by_second.clone().matmul(forward.l2);
        let by_first = Tensor::cat(vec![by_value, by_vector], 1);
        let by_first = kernels::through(by_first, forward.first, Through::Clamp);
        let by_activation = by_first.clone().matmul(forward.l1);
        let by_accumulator = kernels::through(by_activation, forward.clamped, Through::ClampSquared);

        let [rows, columns] = by_row.dims();
        let by_name = Name::ALL.map(|name| match name {
            Name::Embedding | Name::EmbeddingBias if config.learn == Learn::Policy => {
                Tensor::zeros(name.shape(arch), &self.device)
            }
            Name::Embedding => {
                kernels::sum_by_item(by_accumulator.clone(), words.clone(), layout.by_feature, arch.features)
            }
            Name::EmbeddingBias => kernels::column_sums(by_accumulator.clone()),
            Name::L1Bias => kernels::column_sums(by_first.clone()),
            Name::L1 => kernels::tall_product(by_first.clone(), forward.activations.clone()),
            Name::L2Bias => kernels::column_sums(by_second.clone()),
            Name::L2 => kernels::tall_product(by_second.clone(), forward.value.clone()),
            Name::L3Bias => kernels::column_sums(by_output.clone()),
            Name::L3 => kernels::tall_product(by_output.clone(), second.clone()),
            Name::PolicyBias => by_row.clone().slice([0..rows, columns - 1..columns]).reshape([1, rows]),
            Name::Policy => by_row.clone().slice([0..rows, 0..columns - 1]),
        });
        (by_name, kernels::column_sums(losses))
    }

    fn update(
        &mut self,
        gradients: [Tensor<2>; Name::ALL.len()],
        squares: &Tensor<2>,
        rate: f32,
        config: &TrainConfig,
    ) {
        // The device itself shortens the gradient: to know its length here would be to wait for it.
        let update = Update::new(config, rate, self.steps, 0.0);
        for (index, (name, gradient)) in Name::ALL.into_iter().zip(gradients).enumerate() {
            let step = AdamStep {
                shrink: update.shrink(name),
                rate: update.rate,
                beta1: update.beta1,
                beta2: update.beta2,
                correction1: update.correction1,
                correction2: update.correction2,
                limit: name.limit(),
                clip: config.gradient_clip,
                averaging: update.average_decay.map_or(0.0, |decay| 1.0 - decay),
            };
            let all = [&mut self.weights, &mut self.first, &mut self.second, &mut self.average];
            let old = all.each_ref().map(|weights| weights.get(name));
            let new = kernels::adam(old, gradient, squares.clone(), step);
            for (weights, new) in all.into_iter().zip(new) {
                weights.0[index] = new;
            }
        }
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
        let (gradients, losses) = self.gradients(self.words(packed), layout, config);
        let squares = kernels::squares(&gradients);
        self.update(gradients, &squares, rate, config);
        self.pending.push(Pending {
            sums: Tensor::cat(vec![losses, squares], 1),
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
        let forward = weights.forward(&self.arch, self.words(packed), layout);
        Predictions { outputs: floats(forward.outputs), logits: floats(forward.logits) }
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn state(&self) -> LearnerState {
        LearnerState {
            steps: self.steps,
            weights: self.weights.net(&self.arch),
            first: self.first.net(&self.arch),
            second: self.second.net(&self.arch),
            average: self.average.net(&self.arch),
        }
    }
}

fn floats(tensor: Tensor<2>) -> Vec<f32> {
    tensor.into_data().try_into_vec().expect("a tensor of floats")
}
