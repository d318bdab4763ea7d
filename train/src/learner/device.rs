//! Learning on any device that burn knows.

use burn::tensor::{
    Device, Tensor, TensorData,
    activation::{log_softmax, softmax},
};
use damier_engine::net::{Arch, FloatNet, Tensor as Name};

use super::{Judge, Learner, LearnerState, Predictions, StepLosses, dense::Dense};
use crate::{
    batch::Batch,
    config::TrainConfig,
    error::TrainError,
    loss,
    optimizer::{EPSILON, Update},
    sparse::device::{MoveGrid, Sums},
};

/// What a logit becomes where there is no move: no probability is left.
const NO_MOVE: f32 = -1e9;

/// A learner whose weights live on a device and never leave it but to be saved.
#[derive(Debug)]
pub struct DeviceLearner {
    arch: Arch,
    device: Device,
    steps: u64,
    weights: Weights,
    first: Weights,
    second: Weights,
    average: Weights,
}

/// All tensors of a network, in the order of [`Name::ALL`].
#[derive(Clone, Debug)]
struct Weights([Tensor<2>; Name::ALL.len()]);

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
        let one = name.storage().one() as f32;
        (self.get(name) * one).round() / one
    }

    fn dense(&self) -> Dense {
        Dense::from_tensors(Dense::NAMES.map(|name| self.rounded(name)))
    }

    fn net(&self, arch: &Arch) -> FloatNet {
        let mut net = FloatNet::zeros(arch.clone()).expect("the dimensions were checked");
        for name in Name::ALL {
            *net.tensor_mut(name) = floats(self.get(name));
        }
        net
    }

    /// `clamp(bias + Σ rows, 0, 1)`, whose square is the activation.
    fn clamped(&self, batch: &Batch, arch: &Arch) -> Tensor<2> {
        let sums = Sums::of_lists(&batch.active, arch.features).of(self.get(Name::Embedding));
        (sums + self.get(Name::EmbeddingBias)).clamp(0.0, 1.0)
    }
}

/// The policy head of a batch.
struct Heads {
    /// `[positions, longest, policy]`: the rows of all moves.
    rows: Tensor<3>,
    /// `[positions, longest]`: their logits.
    logits: Tensor<2>,
}

impl Heads {
    fn new(weights: &Weights, vectors: Tensor<2>, grid: &MoveGrid) -> Self {
        let device = vectors.device();
        let [positions, size] = vectors.dims();
        let cells = grid.rows(&device);
        let rows: Tensor<3> =
            weights.rounded(Name::Policy).select(0, cells.clone()).reshape([positions, grid.longest, size]);
        let bias = weights.rounded(Name::PolicyBias).transpose().select(0, cells);
        let products: Tensor<3> = rows.clone() * vectors.reshape([positions, 1, size]);
        let logits =
            products.sum_dim(2).reshape([positions, grid.longest]) + bias.reshape([positions, grid.longest]);
        Self { rows, logits }
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
            device,
        }
    }

    fn update(&mut self, gradients: &[Tensor<2>; Name::ALL.len()], update: &Update) {
        for (index, name) in Name::ALL.into_iter().enumerate() {
            let limit = name.limit();
            let gradient = gradients[index].clone() * update.scale;
            let first = self.first.get(name) * update.beta1 + gradient.clone() * (1.0 - update.beta1);
            let second =
                self.second.get(name) * update.beta2 + gradient.clone() * gradient * (1.0 - update.beta2);
            let mean = first.clone() * update.correction1;
            let root = (second.clone() * update.correction2).sqrt() + EPSILON;
            let moved = self.weights.get(name) * update.shrink(name) - mean / root * update.rate;
            let weights = moved.clamp(-limit, limit);
            if let Some(decay) = update.average_decay {
                let average = self.average.get(name);
                self.average.0[index] = average.clone() + (weights.clone() - average) * (1.0 - decay);
            }
            self.weights.0[index] = weights;
            self.first.0[index] = first;
            self.second.0[index] = second;
        }
        self.steps += 1;
    }
}

impl Learner for DeviceLearner {
    fn step(&mut self, batch: &Batch, rate: f32, config: &TrainConfig) -> Result<StepLosses, TrainError> {
        let arch = &self.arch;
        let device = &self.device;
        let positions = batch.len();
        let clamped = self.weights.clamped(batch, arch);
        let activations = (clamped.clone() * clamped.clone()).autodiff().require_grad();
        let dense = self.weights.dense().tracked();
        let middle = dense.forward(activations.clone(), arch.hidden);

        let grid = MoveGrid::new(&batch.moves);
        let vectors = middle.policy.clone().inner();
        let [_, size] = vectors.dims();
        let heads = Heads::new(&self.weights, vectors.clone(), &grid);
        let there = grid.there(device);
        let logits = heads.logits * there.clone() + (there.clone() - 1.0) * -NO_MOVE;
        let targets = grid.spread(&batch.moves, &batch.policy, device);
        let counted = batch.has_policy.iter().filter(|has| **has).count().max(1) as f32;
        let counts: Vec<f32> = batch.has_policy.iter().map(|has| f32::from(u8::from(*has))).collect();
        let counts = Tensor::<2>::from_data(TensorData::new(counts, [positions, 1]), device);
        let policy_loss = (log_softmax(logits.clone(), 1) * targets.clone()).sum() / -counted;
        let by_logit = (softmax(logits, 1) - targets) * counts * there * (config.policy_weight / counted);

        let by_cell = by_logit.clone().reshape([positions, grid.longest, 1]);
        let by_vector = (heads.rows * by_cell.clone()).sum_dim(1).reshape([positions, size]);
        let by_row_cell: Tensor<3> = by_cell * vectors.reshape([positions, 1, size]);
        let cells = positions * grid.longest;
        let by_row = Sums::by_place(
            &batch.moves.occurrences(arch.policy_rows),
            arch.policy_rows,
            cells,
            |list, place| grid.cell(&batch.moves, list, place),
        );
        let by_table = by_row.of(by_row_cell.reshape([cells, size]));
        let by_row_bias = by_row.of(by_logit.reshape([cells, 1])).transpose();

        let value = loss::value(middle.outputs, batch, config);
        let total = value.total + (middle.policy * by_vector.autodiff()).sum();
        let mut gradients = total.backward();
        let by_activation = activations.grad_remove(&mut gradients).expect("a leaf");
        let slope = clamped.clone() * clamped.lower_scalar(1.0).float() * 2.0;
        let by_accumulator = by_activation * slope;
        let occurrences = batch.active.occurrences(arch.features);
        let by_embedding = Sums::by_item(&occurrences, arch.features, positions).of(by_accumulator.clone());

        let by_name = Name::ALL.map(|name| match name {
            Name::Embedding => by_embedding.clone(),
            Name::EmbeddingBias => by_accumulator.clone().sum_dim(0),
            Name::Policy => by_table.clone(),
            Name::PolicyBias => by_row_bias.clone(),
            _ => {
                let place = Dense::NAMES.iter().position(|dense| *dense == name).expect("a dense tensor");
                let leaf = &dense.tensors()[place];
                leaf.grad_remove(&mut gradients).unwrap_or_else(|| leaf.clone().inner().zeros_like())
            }
        });
        let squares = by_name.iter().map(|gradient| (gradient.clone() * gradient.clone()).sum());
        let squares = squares.reduce(|sum, square| sum + square).expect("ten tensors");
        let losses = StepLosses {
            value: value.value,
            policy: policy_loss.into_scalar(),
            moves_left: value.moves_left,
            gradient_norm: squares.into_scalar::<f32>().sqrt(),
        };
        losses.check(self.steps)?;
        let update = Update::new(config, rate, self.steps, losses.gradient_norm);
        self.update(&by_name, &update);
        Ok(losses)
    }

    fn predict(&self, batch: &Batch, judge: Judge) -> Predictions {
        let weights = match judge {
            Judge::Latest => &self.weights,
            Judge::Averaged => &self.average,
        };
        let clamped = weights.clamped(batch, &self.arch);
        let middle = weights.dense().forward(clamped.clone() * clamped, self.arch.hidden);
        let grid = MoveGrid::new(&batch.moves);
        let heads = Heads::new(weights, middle.policy, &grid);
        Predictions {
            outputs: floats(middle.outputs),
            logits: grid.gather(&batch.moves, &floats(heads.logits)),
        }
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
