//! The tensors of a network: names, shapes, scales.

use std::fmt;

use super::arch::Arch;

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
    /// `[outputs, value_hidden]`: the value's classes, then moves left; see [`Arch::outputs`].
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

    /// Rows and columns; a bias is one row.
    pub const fn shape(self, arch: &Arch) -> [usize; 2] {
        match self {
            Self::EmbeddingBias => [1, arch.width],
            Self::Embedding => [arch.features, arch.width],
            Self::L1Bias => [1, arch.hidden + arch.policy],
            Self::L1 => [arch.hidden + arch.policy, arch.width],
            Self::L2Bias => [1, arch.value_hidden],
            Self::L2 => [arch.value_hidden, arch.hidden],
            Self::L3Bias => [1, arch.outputs()],
            Self::L3 => [arch.outputs(), arch.value_hidden],
            Self::PolicyBias => [1, arch.policy_rows],
            Self::Policy => [arch.policy_rows, arch.policy],
        }
    }

    /// The number of values.
    pub const fn len(self, arch: &Arch) -> usize {
        let [rows, columns] = self.shape(arch);
        rows * columns
    }

    /// The bytes that all tensors take once they are quantised; each has `rows × columns` values, numbers of at most 2³²,
    /// so the products are computed in `u64`.
    pub(super) fn bytes_of_all(arch: &Arch) -> u64 {
        let bytes = |tensor: &Self| {
            let [rows, columns] = tensor.shape(arch);
            rows as u64 * columns as u64 * tensor.storage().bytes() as u64
        };
        Self::ALL.iter().map(bytes).sum()
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
