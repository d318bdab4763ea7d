//! What burn has no operation for, or only slow ones: the sparse ends of the network and the losses over lists
//! of different lengths, sums over the whole batch, and the optimiser in one pass.
//!
//! [`cube`] is what runs on a device, one thread per result. [`flex`] says the same with plain loops; it is what
//! the kernels are tested against, and no training uses it. Nothing is scattered and nothing is added up by
//! threads that race, so that a device gives the same numbers for the same batch.

#[cfg(any(feature = "wgpu", feature = "cuda"))]
mod cube;
mod flex;
mod tensors;

use burn::backend::{
    Backend, backend_extension,
    tensor::{FloatTensor, IntTensor},
};

use crate::packed::{Groups, Layout, Table};

pub(crate) use tensors::{
    accumulate, adam, column_sums, policy_gradient, policy_logits, rounded, row_gradients, squares,
    sum_by_item, tall_product, through, value_gradient, vector_gradient,
};

/// Which function's derivative a gradient passes through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Through {
    /// `clamp(x, 0, 1)`
    Clamp,
    /// `clamp(x, 0, 1)²`
    ClampSquared,
}

/// The weights and the thresholds of the losses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LossWeights {
    /// Of the value.
    pub(crate) value: f32,
    /// Of moves left.
    pub(crate) moves_left: f32,
    /// Where the Huber loss of moves left becomes a line, in units of [`MOVES_LEFT_UNIT`] plies.
    ///
    /// [`MOVES_LEFT_UNIT`]: damier_engine::net::arch::MOVES_LEFT_UNIT
    pub(crate) threshold: f32,
}

/// The numbers of one update of one tensor; see [`Update`](crate::optimizer::Update).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct AdamStep {
    /// What weights are multiplied with.
    pub(crate) shrink: f32,
    /// The learning rate.
    pub(crate) rate: f32,
    /// What the first moment keeps of itself.
    pub(crate) beta1: f32,
    /// What the second moment keeps of itself.
    pub(crate) beta2: f32,
    /// Corrects the first moment for its start at zero.
    pub(crate) correction1: f32,
    /// Corrects the second moment for its start at zero.
    pub(crate) correction2: f32,
    /// Weights stay between minus this and this.
    pub(crate) limit: f32,
    /// The longest gradient that is not shortened.
    pub(crate) clip: f32,
    /// The averaged weights go this share of the way to the weights.
    pub(crate) averaging: f32,
}

/// The operations; `words` is that of [`Packed`](crate::packed::Packed), matrices are row by row.
#[backend_extension(Flex, Cube: cfg(any(feature = "wgpu", feature = "cuda")))]
pub(crate) trait Kernels: Backend {
    /// `clamp(bias + Σ table[feature], 0, 1)` per position: `[positions, width]`.
    fn accumulate(
        table: FloatTensor<Self>,
        bias: FloatTensor<Self>,
        words: IntTensor<Self>,
        active: Table,
        positions: usize,
    ) -> FloatTensor<Self>;

    /// `rows[row] · vectors[position] + bias[row]` per legal move: `[moves, 1]`.
    fn policy_logits(
        rows: FloatTensor<Self>,
        bias: FloatTensor<Self>,
        vectors: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
    ) -> FloatTensor<Self>;

    /// The derivative of `weight · Σ cross-entropy` by every logit, `[moves, 1]`, and the cross-entropy of each
    /// position, `[positions, 1]`.
    fn policy_gradient(
        logits: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
        weight: f32,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);

    /// `Σ gradient[move] · rows[row]` per position: `[positions, size]`.
    fn vector_gradient(
        rows: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
    ) -> FloatTensor<Self>;

    /// `Σ gradient[move] · (vectors[position], 1)` per group of a policy row's cells: `[groups, size + 1]`.
    fn row_gradients(
        vectors: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
    ) -> FloatTensor<Self>;

    /// `Σ matrix[position]` per group of a feature's positions: `[groups, width]`.
    fn sum_groups(matrix: FloatTensor<Self>, words: IntTensor<Self>, groups: Groups) -> FloatTensor<Self>;

    /// The sums of the groups of each item: `[items, width]`.
    fn sum_by_item(
        sums: FloatTensor<Self>,
        words: IntTensor<Self>,
        groups: Groups,
        items: usize,
    ) -> FloatTensor<Self>;

    /// The value losses' derivative by the outputs, `[positions, classes + 1]`, and of each position the three
    /// losses before their weights: `[positions, 3]`, value, policy (which is given) and moves left.
    fn value_gradient(
        outputs: FloatTensor<Self>,
        policy: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
        weights: LossWeights,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);

    /// `leftᵀ · right` of each `part` rows of two matrices with many rows: `[parts, left's · right's columns]`.
    fn tall_products(left: FloatTensor<Self>, right: FloatTensor<Self>, part: usize) -> FloatTensor<Self>;

    /// Sums of each `part` rows: `[parts, columns]`.
    fn sum_rows(matrix: FloatTensor<Self>, part: usize) -> FloatTensor<Self>;

    /// The gradient by what was clamped (and squared), from that by the result; `clamped` is before squaring.
    fn through(gradient: FloatTensor<Self>, clamped: FloatTensor<Self>, way: Through) -> FloatTensor<Self>;

    /// To the nearest multiples of `1 / one`, to the even one from the middle.
    fn rounded(matrix: FloatTensor<Self>, one: f32) -> FloatTensor<Self>;

    /// Sums of squares, together those of the whole matrix: `[some, 1]`.
    fn squares(matrix: FloatTensor<Self>) -> FloatTensor<Self>;

    /// The weights, the first and the second moment and the averaged weights after one step; `squares` is
    /// the sum of all tensors' squared gradients, `[1, 1]`.
    #[allow(clippy::type_complexity)]
    fn adam(
        weights: FloatTensor<Self>,
        first: FloatTensor<Self>,
        second: FloatTensor<Self>,
        average: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        squares: FloatTensor<Self>,
        step: AdamStep,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>);
}
