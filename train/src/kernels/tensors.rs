//! The operations on tensors.

use burn::{
    backend::Dispatch,
    tensor::{Int, Tensor},
};

use super::{Kernels, LossWeights};
use crate::{
    config::Learn,
    optimizer::Update,
    packed::{Groups, Layout},
    plan::Plan,
};

/// Positions of a part of [`sums_of_positions`].
const PART: usize = 256;

/// The derivatives by the sums of each layer, before it is clamped.
pub(crate) struct ByLayer {
    /// Of the accumulators, `[positions, width]`.
    pub(crate) accumulator: Tensor<2>,
    /// Of the first layer, `[positions, units]`.
    pub(crate) first: Tensor<2>,
    /// Of the second layer, `[positions, value_hidden]`.
    pub(crate) second: Tensor<2>,
    /// Of the third layer, `[positions, classes + 1]`.
    pub(crate) output: Tensor<2>,
}

/// The weights from the bias of the first layer on, rounded as they are stored.
pub(crate) fn rounded(weights: Tensor<1>, settings: Tensor<1, Int>, plan: Plan) -> Tensor<1> {
    Tensor::from_dispatch(Dispatch::rounded(weights.into_dispatch(), settings.into_dispatch(), plan))
}

/// The clamped accumulators, `[positions, width]`, and their squares.
pub(crate) fn accumulate(
    weights: Tensor<1>,
    words: Tensor<1, Int>,
    plan: Plan,
    layout: Layout,
) -> (Tensor<2>, Tensor<2>) {
    let (clamped, squares) =
        Dispatch::accumulate(weights.into_dispatch(), words.into_dispatch(), plan, layout);
    (Tensor::from_dispatch(clamped), Tensor::from_dispatch(squares))
}

/// The first layer, `[positions, units]`, from what its weights give.
pub(crate) fn first_layer(sums: Tensor<2>, grid: Tensor<1>, plan: Plan) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::first_layer(sums.into_dispatch(), grid.into_dispatch(), plan))
}

/// The second layer, `[positions, value_hidden]`.
pub(crate) fn second_layer(first: Tensor<2>, grid: Tensor<1>, plan: Plan) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::second_layer(first.into_dispatch(), grid.into_dispatch(), plan))
}

/// The third layer, `[positions, classes + 1]`.
pub(crate) fn outputs(second: Tensor<2>, grid: Tensor<1>, plan: Plan) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::outputs(second.into_dispatch(), grid.into_dispatch(), plan))
}

/// The logits of all legal moves, `[moves, 1]`.
pub(crate) fn policy_logits(
    first: Tensor<2>,
    grid: Tensor<1>,
    words: Tensor<1, Int>,
    plan: Plan,
    layout: Layout,
) -> Tensor<2> {
    let (first, grid) = (first.into_dispatch(), grid.into_dispatch());
    Tensor::from_dispatch(Dispatch::policy_logits(first, grid, words.into_dispatch(), plan, layout))
}

/// The derivative of `weight` times the sum of all positions' cross-entropies by every logit, and each
/// position's cross-entropy, `[positions, 1]`.
pub(crate) fn policy_gradient(
    logits: Tensor<2>,
    words: Tensor<1, Int>,
    layout: Layout,
    weight: f32,
) -> (Tensor<2>, Tensor<2>) {
    let (gradient, losses) =
        Dispatch::policy_gradient(logits.into_dispatch(), words.into_dispatch(), layout, weight);
    (Tensor::from_dispatch(gradient), Tensor::from_dispatch(losses))
}

/// The value losses' derivative by `outputs`, `[positions, classes + 1]`, and each position's losses: value,
/// policy (which is given) and moves left.
pub(crate) fn value_gradient(
    outputs: Tensor<2>,
    policy: Tensor<2>,
    words: Tensor<1, Int>,
    layout: Layout,
    weights: LossWeights,
) -> (Tensor<2>, Tensor<2>) {
    let [outputs, policy] = [outputs, policy].map(Tensor::into_dispatch);
    let (gradient, losses) =
        Dispatch::value_gradient(outputs, policy, words.into_dispatch(), layout, weights);
    (Tensor::from_dispatch(gradient), Tensor::from_dispatch(losses))
}

/// The derivative by the sums of the second layer, `[positions, value_hidden]`.
pub(crate) fn second_gradient(
    by_output: Tensor<2>,
    second: Tensor<2>,
    grid: Tensor<1>,
    plan: Plan,
) -> Tensor<2> {
    let [by_output, second] = [by_output, second].map(Tensor::into_dispatch);
    Tensor::from_dispatch(Dispatch::second_gradient(by_output, second, grid.into_dispatch(), plan))
}

/// The derivative by the sums of the first layer, `[positions, units]`.
pub(crate) fn first_gradient(
    by_second: Tensor<2>,
    by_logit: Tensor<2>,
    first: Tensor<2>,
    grid: Tensor<1>,
    words: Tensor<1, Int>,
    plan: Plan,
    layout: Layout,
) -> Tensor<2> {
    let [by_second, by_logit, first] = [by_second, by_logit, first].map(Tensor::into_dispatch);
    let (grid, words) = (grid.into_dispatch(), words.into_dispatch());
    Tensor::from_dispatch(Dispatch::first_gradient(by_second, by_logit, first, grid, words, plan, layout))
}

/// The derivative by the accumulators, `[positions, width]`.
pub(crate) fn accumulator_gradient(by_activation: Tensor<2>, clamped: Tensor<2>) -> Tensor<2> {
    let [by_activation, clamped] = [by_activation, clamped].map(Tensor::into_dispatch);
    Tensor::from_dispatch(Dispatch::accumulator_gradient(by_activation, clamped))
}

/// The policy loss's derivative by groups of each row's moves and, in the last column, by its bias: `[groups, size + 1]`.
pub(crate) fn row_gradients(
    by_logit: Tensor<2>,
    first: Tensor<2>,
    words: Tensor<1, Int>,
    plan: Plan,
    layout: Layout,
) -> Tensor<2> {
    let [by_logit, first] = [by_logit, first].map(Tensor::into_dispatch);
    Tensor::from_dispatch(Dispatch::row_gradients(by_logit, first, words.into_dispatch(), plan, layout))
}

/// The derivative by groups of each feature's positions: `[groups, width]`.
pub(crate) fn feature_gradients(
    by_accumulator: Tensor<2>,
    words: Tensor<1, Int>,
    groups: Groups,
) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::feature_gradients(
        by_accumulator.into_dispatch(),
        words.into_dispatch(),
        groups,
    ))
}

/// The derivatives that are sums over all positions, and the losses, of parts of the batch: `[parts, sums]`; `inputs` is what
/// comes out of each layer but the last.
pub(crate) fn sums_of_positions(
    gradients: ByLayer,
    inputs: [Tensor<2>; 3],
    losses: Tensor<2>,
    plan: Plan,
) -> Tensor<2> {
    let ByLayer { accumulator, first, second, output } = gradients;
    let [by_accumulator, by_first, by_second, by_output] =
        [accumulator, first, second, output].map(Tensor::into_dispatch);
    let [activations, first, second] = inputs.map(Tensor::into_dispatch);
    Tensor::from_dispatch(Dispatch::sums_of_positions(
        by_accumulator,
        activations,
        by_first,
        first,
        by_second,
        second,
        by_output,
        losses.into_dispatch(),
        plan,
        PART,
    ))
}

/// The gradient as one row, and the losses behind it.
pub(crate) fn gather(
    by_feature: Tensor<2>,
    by_row: Tensor<2>,
    parts: Tensor<2>,
    words: Tensor<1, Int>,
    plan: Plan,
    layout: Layout,
    learn: Learn,
) -> Tensor<1> {
    let [by_feature, by_row, parts] = [by_feature, by_row, parts].map(Tensor::into_dispatch);
    let words = words.into_dispatch();
    Tensor::from_dispatch(Dispatch::gather(by_feature, by_row, parts, words, plan, layout, learn))
}

/// The losses that follow a gradient, and the sum of its squares: `[1, 4]`.
pub(crate) fn totals(gradient: Tensor<1>, plan: Plan) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::totals(gradient.into_dispatch(), plan))
}

/// One step of the optimiser: weights, moments and averaged weights in this order.
pub(crate) fn adam(
    state: [Tensor<1>; 4],
    gradient: Tensor<1>,
    totals: Tensor<2>,
    settings: Tensor<1, Int>,
    update: Update,
    clip: f32,
) -> [Tensor<1>; 4] {
    let [weights, first, second, average] = state.map(Tensor::into_dispatch);
    let (gradient, totals) = (gradient.into_dispatch(), totals.into_dispatch());
    let settings = settings.into_dispatch();
    let (weights, first, second, average) =
        Dispatch::adam(weights, first, second, average, gradient, totals, settings, update, clip);
    [weights, first, second, average].map(Tensor::from_dispatch)
}
