//! The network as training knows it.

use super::{
    arch::{Arch, MOVES_LEFT_UNIT},
    error::NetError,
    tensor::Tensor,
};

/// A network with plain float weights, row-major, shapes as in [`Tensor`].
#[derive(Clone, PartialEq, Debug)]
pub struct FloatNet {
    /// Identity and dimensions.
    pub arch: Arch,
    /// `[width]`
    pub embedding_bias: Vec<f32>,
    /// `[features, width]`
    pub embedding: Vec<f32>,
    /// `[hidden + policy]`
    pub l1_bias: Vec<f32>,
    /// `[hidden + policy, width]`, the value part first.
    pub l1: Vec<f32>,
    /// `[value_hidden]`
    pub l2_bias: Vec<f32>,
    /// `[value_hidden, hidden]`
    pub l2: Vec<f32>,
    /// `[outputs]`
    pub l3_bias: Vec<f32>,
    /// `[outputs, value_hidden]`
    pub l3: Vec<f32>,
    /// `[policy_rows]`
    pub policy_bias: Vec<f32>,
    /// `[policy_rows, policy]`
    pub policy: Vec<f32>,
}

/// What a network says about one position, before any softmax.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// One logit per class of the value, relative to the player to move: win, draw and loss for two
    /// players, one per player for more.
    pub value_logits: Vec<f32>,
    /// Expected plies to the end, at least 0.
    pub moves_left: f32,
    /// One logit per policy row asked for.
    pub policy_logits: Vec<f32>,
}

impl Output {
    /// From the value outputs, moves left last, and the policy logits.
    ///
    /// # Panics
    /// If there is no output.
    pub fn new(outputs: &[f32], policy_logits: Vec<f32>) -> Self {
        let (moves_left, logits) = outputs.split_last().expect("moves left");
        Self {
            value_logits: logits.to_vec(),
            moves_left: MOVES_LEFT_UNIT * moves_left.max(0.0),
            policy_logits,
        }
    }
}

impl FloatNet {
    /// All weights zero.
    ///
    /// # Errors
    /// A dimension is out of range.
    pub fn zeros(arch: Arch) -> Result<Self, NetError> {
        arch.validate()?;
        let zeros = |tensor: Tensor| vec![0.0; tensor.len(&arch)];
        Ok(Self {
            embedding_bias: zeros(Tensor::EmbeddingBias),
            embedding: zeros(Tensor::Embedding),
            l1_bias: zeros(Tensor::L1Bias),
            l1: zeros(Tensor::L1),
            l2_bias: zeros(Tensor::L2Bias),
            l2: zeros(Tensor::L2),
            l3_bias: zeros(Tensor::L3Bias),
            l3: zeros(Tensor::L3),
            policy_bias: zeros(Tensor::PolicyBias),
            policy: zeros(Tensor::Policy),
            arch,
        })
    }

    /// The values of a tensor.
    pub fn tensor(&self, tensor: Tensor) -> &[f32] {
        match tensor {
            Tensor::EmbeddingBias => &self.embedding_bias,
            Tensor::Embedding => &self.embedding,
            Tensor::L1Bias => &self.l1_bias,
            Tensor::L1 => &self.l1,
            Tensor::L2Bias => &self.l2_bias,
            Tensor::L2 => &self.l2,
            Tensor::L3Bias => &self.l3_bias,
            Tensor::L3 => &self.l3,
            Tensor::PolicyBias => &self.policy_bias,
            Tensor::Policy => &self.policy,
        }
    }

    /// The values of a tensor, to be filled.
    pub fn tensor_mut(&mut self, tensor: Tensor) -> &mut Vec<f32> {
        match tensor {
            Tensor::EmbeddingBias => &mut self.embedding_bias,
            Tensor::Embedding => &mut self.embedding,
            Tensor::L1Bias => &mut self.l1_bias,
            Tensor::L1 => &mut self.l1,
            Tensor::L2Bias => &mut self.l2_bias,
            Tensor::L2 => &mut self.l2,
            Tensor::L3Bias => &mut self.l3_bias,
            Tensor::L3 => &mut self.l3,
            Tensor::PolicyBias => &mut self.policy_bias,
            Tensor::Policy => &mut self.policy,
        }
    }

    /// The first layer's sums over `active` features, `[width]`, in real units and without an end; those of
    /// the quantised net wrap around beyond [`ACCUMULATOR_ROOM`](super::tensor::ACCUMULATOR_ROOM).
    ///
    /// # Panics
    /// If a feature is out of range.
    pub fn accumulator(&self, active: &[u32]) -> Vec<f32> {
        let mut accumulator = self.embedding_bias.clone();
        for feature in active {
            let row = row_of(&self.embedding, *feature, self.arch.width);
            accumulator.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        accumulator
    }

    /// Judges one position, seen from the player to move: `active` features and the policy `rows` of its
    /// legal moves.
    ///
    /// # Panics
    /// If a feature or a row is out of range, or a tensor has not the length that the dimensions ask for.
    pub fn forward(&self, active: &[u32], rows: &[u32]) -> Output {
        let arch = &self.arch;
        let accumulator = self.accumulator(active);
        let activations: Vec<f32> =
            accumulator.iter().map(|sum| sum.clamp(0.0, 1.0)).map(|share| share * share).collect();
        let first = clipped(affine(&self.l1, &self.l1_bias, &activations));
        let (hidden, policy) = first.split_at(arch.hidden);
        let second = clipped(affine(&self.l2, &self.l2_bias, hidden));
        let third = affine(&self.l3, &self.l3_bias, &second);
        let logit = |row: &u32| {
            dot(row_of(&self.policy, *row, arch.policy), policy) + self.policy_bias[*row as usize]
        };
        Output::new(&third, rows.iter().map(logit).collect())
    }
}

fn row_of(matrix: &[f32], row: u32, columns: usize) -> &[f32] {
    let from = row as usize * columns;
    &matrix[from..from + columns]
}

fn dot(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

fn affine(matrix: &[f32], bias: &[f32], input: &[f32]) -> Vec<f32> {
    matrix.chunks_exact(input.len()).zip(bias).map(|(row, bias)| dot(row, input) + bias).collect()
}

fn clipped(mut values: Vec<f32>) -> Vec<f32> {
    values.iter_mut().for_each(|value| *value = value.clamp(0.0, 1.0));
    values
}
