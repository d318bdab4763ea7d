//! The tensors of a network: names, shapes, scales.

use std::fmt;

/// What 1.0 is in the accumulator and the embedding.
pub const ACCUMULATOR_ONE: i32 = 512;
/// What 1.0 is in an activation (`u8`, at most [`ACTIVATION_MAX`]).
pub const ACTIVATION_ONE: i32 = 128;
/// The largest activation.
pub const ACTIVATION_MAX: i32 = 127;
/// What 1.0 is in a weight (`i8`).
pub const WEIGHT_ONE: i32 = 64;
/// What 1.0 is in a sum of weights times activations, and so in a bias (`i32`).
pub const SUM_ONE: i32 = WEIGHT_ONE * ACTIVATION_ONE;
/// The largest magnitude of a bias, in real units: far beyond any use, far below an overflow.
pub const BIAS_LIMIT: f32 = 32_768.0;
/// The largest magnitude that an accumulator can hold, in real units; beyond it sums wrap around.
pub const ACCUMULATOR_ROOM: f32 = i16::MAX as f32 / ACCUMULATOR_ONE as f32;
/// The largest magnitude of a value of the embedding, in real units. Only 0 to 1 of an accumulator makes a
/// difference, so that a value of this size decides a unit alone. It does not keep every sum within
/// [`ACCUMULATOR_ROOM`]: training tells the largest one that it met, and for the nets in `nets/` a test bounds it. A
/// limit that guaranteed it, the room divided by the features that can be active, would bind where they are many.
pub const EMBEDDING_LIMIT: f32 = 4.0;

/// How a tensor is stored once it is quantised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// `i16`, 1.0 is [`ACCUMULATOR_ONE`].
    Accumulator,
    /// `i8`, 1.0 is [`WEIGHT_ONE`].
    Weight,
    /// `i32`, 1.0 is [`SUM_ONE`].
    Bias,
}

impl Storage {
    /// Bytes of one value in a file.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Accumulator => 2,
            Self::Weight => 1,
            Self::Bias => 4,
        }
    }

    /// What 1.0 becomes.
    pub const fn one(self) -> i32 {
        match self {
            Self::Accumulator => ACCUMULATOR_ONE,
            Self::Weight => WEIGHT_ONE,
            Self::Bias => SUM_ONE,
        }
    }
}

/// One tensor of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tensor {
    /// `[1, width]`: the accumulator of a position without features.
    EmbeddingBias,
    /// `[features, width]`: what each active feature adds to the accumulator.
    Embedding,
    /// `[1, hidden + policy]`.
    L1Bias,
    /// `[hidden + policy, width]`: the value part first.
    L1,
    /// `[1, value_hidden]`.
    L2Bias,
    /// `[value_hidden, hidden]`.
    L2,
    /// `[1, outputs]`.
    L3Bias,
    /// `[outputs, value_hidden]`: the value's classes, then moves left; see
    /// [`Arch::outputs`](super::arch::Arch::outputs).
    L3,
    /// `[1, policy_rows]`.
    PolicyBias,
    /// `[policy_rows, policy]`.
    Policy,
}

impl Tensor {
    /// All of them, in the order of the file.
    pub const ALL: [Self; 10] = [
        Self::EmbeddingBias,
        Self::Embedding,
        Self::L1Bias,
        Self::L1,
        Self::L2Bias,
        Self::L2,
        Self::L3Bias,
        Self::L3,
        Self::PolicyBias,
        Self::Policy,
    ];

    /// The name, as in [`FloatNet`](super::FloatNet) and `docs/reference/net-format.md`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EmbeddingBias => "embedding_bias",
            Self::Embedding => "embedding",
            Self::L1Bias => "l1_bias",
            Self::L1 => "l1",
            Self::L2Bias => "l2_bias",
            Self::L2 => "l2",
            Self::L3Bias => "l3_bias",
            Self::L3 => "l3",
            Self::PolicyBias => "policy_bias",
            Self::Policy => "policy",
        }
    }

    /// How it is stored.
    pub const fn storage(self) -> Storage {
        match self {
            Self::EmbeddingBias | Self::Embedding => Storage::Accumulator,
            Self::L1 | Self::L2 | Self::L3 | Self::Policy => Storage::Weight,
            Self::L1Bias | Self::L2Bias | Self::L3Bias | Self::PolicyBias => Storage::Bias,
        }
    }

    /// The largest magnitude, in real units, that can be quantised.
    pub const fn limit(self) -> f32 {
        match self.storage() {
            Storage::Accumulator => EMBEDDING_LIMIT,
            Storage::Weight => ACTIVATION_MAX as f32 / WEIGHT_ONE as f32,
            Storage::Bias => BIAS_LIMIT,
        }
    }
}

impl fmt::Display for Tensor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Quantised weights, row-major, shapes as in [`Tensor`], scales as in
/// [`Storage`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are those of `Tensor`, which documents them")]
pub struct Tensors {
    pub embedding_bias: Vec<i16>,
    pub embedding: Vec<i16>,
    pub l1_bias: Vec<i32>,
    pub l1: Vec<i8>,
    pub l2_bias: Vec<i32>,
    pub l2: Vec<i8>,
    pub l3_bias: Vec<i32>,
    pub l3: Vec<i8>,
    pub policy_bias: Vec<i32>,
    pub policy: Vec<i8>,
}

impl Tensors {
    pub(super) fn length(&self, tensor: Tensor) -> usize {
        match tensor {
            Tensor::EmbeddingBias => self.embedding_bias.len(),
            Tensor::Embedding => self.embedding.len(),
            Tensor::L1Bias => self.l1_bias.len(),
            Tensor::L1 => self.l1.len(),
            Tensor::L2Bias => self.l2_bias.len(),
            Tensor::L2 => self.l2.len(),
            Tensor::L3Bias => self.l3_bias.len(),
            Tensor::L3 => self.l3.len(),
            Tensor::PolicyBias => self.policy_bias.len(),
            Tensor::Policy => self.policy.len(),
        }
    }
}
