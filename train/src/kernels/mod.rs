//! What burn has no operation for, or only slow ones: all of a step but its two large products of matrices.
//!
//! `cube` is what runs on a device, one thread per result. `flex` says the same with plain loops; it is what the kernels
//! are tested against (`--features oracle`), and no training uses it. Nothing is scattered and nothing is added up by
//! threads that race, so that a device gives the same numbers for the same batch.
//!
//! To tell a device what to do takes the processor about as long for a large thing as for a small one, so that these are
//! few and do much: all weights lie in one row, as [`ParameterLayout`] says, and so does their gradient.

#[cfg(any(feature = "wgpu", feature = "cuda"))]
mod cube;
#[cfg(feature = "oracle")]
mod flex;
mod tensors;

use burn::backend::{
    Backend, backend_extension,
    tensor::{FloatTensor, IntTensor},
};

use crate::{
    config::Learn,
    optimizer::Update,
    packed::{Groups, Layout},
    parameter_layout::ParameterLayout,
};

pub(crate) use tensors::{
    LayerGradients, accumulate, accumulator_gradient, adam, feature_gradients, first_gradient, first_layer,
    gather, outputs, policy_gradient, policy_logits, rounded, row_gradients, second_gradient, second_layer,
    sums_of_positions, totals, value_gradient,
};

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

/// The operations. `words` is that of [`Packed`](crate::packed::Packed), `settings` that of
/// [`ParameterLayout::settings`], `weights` a vector in [`ParameterLayout`] and `quantised` its
/// [`rounded`](Kernels::rounded) form; matrices are row-major.
#[backend_extension(Flex: cfg(feature = "oracle"), Cube: cfg(any(feature = "wgpu", feature = "cuda")))]
pub(crate) trait Kernels: Backend {
    /// The weights from the bias of the first layer on, to the nearest that can be stored, to the even one from the middle.
    fn rounded(
        weights: FloatTensor<Self>,
        settings: IntTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self>;

    /// `clamp(bias + Σ embedding[feature], 0, 1)` per position, `[positions, width]`, and its squares.
    fn accumulate(
        weights: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);

    /// `clamp(sums + bias, 0, 1)`: `[positions, units]`.
    fn first_layer(
        sums: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self>;

    /// `clamp(first · l2ᵀ + bias, 0, 1)`, of the units that the value comes from: `[positions, value_hidden]`.
    fn second_layer(
        first: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self>;

    /// `second · l3ᵀ + bias`: `[positions, classes + 1]`.
    fn outputs(
        second: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self>;

    /// `policy[row] · vector + bias[row]` per legal move, where the vector are the units of the first layer that the policy
    /// comes from: `[moves, 1]`.
    fn policy_logits(
        first: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
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

    /// The value losses' derivative by the outputs, `[positions, classes + 1]`, and of each position the three
    /// losses before their weights: `[positions, 3]`, value, policy (which is given) and moves left.
    fn value_gradient(
        outputs: FloatTensor<Self>,
        policy: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
        weights: LossWeights,
    ) -> (FloatTensor<Self>, FloatTensor<Self>);

    /// The derivative by the sums of the second layer, `[positions, value_hidden]`.
    fn second_gradient(
        grad_output: FloatTensor<Self>,
        second: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self>;

    /// The derivative by the sums of the first layer, `[positions, units]`: through the second layer for the units of the
    /// value, through the legal moves' rows for those of the policy.
    fn first_gradient(
        grad_second: FloatTensor<Self>,
        grad_logit: FloatTensor<Self>,
        first: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
    ) -> FloatTensor<Self>;

    /// The derivative by the accumulators, from that by their clamped squares.
    fn accumulator_gradient(
        grad_activation: FloatTensor<Self>,
        clamped: FloatTensor<Self>,
    ) -> FloatTensor<Self>;

    /// `Σ grad_logit[move] · (vector[position], 1)` per group of a policy row's cells: `[groups, size + 1]`.
    fn row_gradients(
        grad_logit: FloatTensor<Self>,
        first: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
    ) -> FloatTensor<Self>;

    /// `Σ grad_accumulator[position]` per group of a feature's positions: `[groups, width]`.
    fn feature_gradients(
        grad_accumulator: FloatTensor<Self>,
        words: IntTensor<Self>,
        groups: Groups,
    ) -> FloatTensor<Self>;

    /// Of each `part` positions what [`ParameterLayout::sums`] counts: the derivatives by the three layers and all
    /// biases but the policy's, and the losses: `[parts, sums]`.
    #[allow(clippy::too_many_arguments)]
    fn sums_of_positions(
        grad_accumulator: FloatTensor<Self>,
        activations: FloatTensor<Self>,
        grad_first: FloatTensor<Self>,
        first: FloatTensor<Self>,
        grad_second: FloatTensor<Self>,
        second: FloatTensor<Self>,
        grad_output: FloatTensor<Self>,
        losses: FloatTensor<Self>,
        parameters: ParameterLayout,
        part: usize,
    ) -> FloatTensor<Self>;

    /// The gradient as one row, and the losses behind it, from the sums of groups of each feature and each policy row, and
    /// the sums of parts. That by the embedding and its bias is zero unless all weights are learned; then no one reads
    /// what it is made of.
    fn gather(
        grad_feature: FloatTensor<Self>,
        grad_row: FloatTensor<Self>,
        parts: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
        learn: Learn,
    ) -> FloatTensor<Self>;

    /// The losses that follow a gradient, and the sum of its squares: `[1, 4]`.
    fn totals(gradient: FloatTensor<Self>, parameters: ParameterLayout) -> FloatTensor<Self>;

    /// The weights, the first and the second moment and the EMA after one step, from what they were, the
    /// gradient and its [`totals`](Kernels::totals); a gradient longer than `clip` is shortened to it.
    #[allow(clippy::type_complexity, clippy::too_many_arguments)]
    fn adam(
        weights: FloatTensor<Self>,
        first: FloatTensor<Self>,
        second: FloatTensor<Self>,
        ema: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        totals: FloatTensor<Self>,
        settings: IntTensor<Self>,
        update: Update,
        clip: f32,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>);
}
