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
    parameter_layout::ParameterLayout,
};

/// Positions of a part of [`sums_of_positions`].
const PART: usize = 256;

/// The derivatives by the sums of each layer, before it is clamped.
pub(crate) struct LayerGradients {
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
pub(crate) fn rounded(
    weights: Tensor<1>,
    settings: Tensor<1, Int>,
    parameters: ParameterLayout,
) -> Tensor<1> {
    Tensor::from_dispatch(Dispatch::rounded(weights.into_dispatch(), settings.into_dispatch(), parameters))
}

/// The clamped accumulators, `[positions, width]`, and their squares.
pub(crate) fn accumulate(
    weights: Tensor<1>,
    words: Tensor<1, Int>,
    parameters: ParameterLayout,
    layout: Layout,
) -> (Tensor<2>, Tensor<2>) {
    let (clamped, squares) =
        Dispatch::accumulate(weights.into_dispatch(), words.into_dispatch(), parameters, layout);
    (Tensor::from_dispatch(clamped), Tensor::from_dispatch(squares))
}

/// The first layer, `[positions, units]`, from what its weights give.
pub(crate) fn first_layer(sums: Tensor<2>, quantised: Tensor<1>, parameters: ParameterLayout) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::first_layer(sums.into_dispatch(), quantised.into_dispatch(), parameters))
}

/// The second layer, `[positions, value_hidden]`.
pub(crate) fn second_layer(first: Tensor<2>, quantised: Tensor<1>, parameters: ParameterLayout) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::second_layer(
        first.into_dispatch(),
        quantised.into_dispatch(),
        parameters,
    ))
}

/// The third layer, `[positions, classes + 1]`.
pub(crate) fn outputs(second: Tensor<2>, quantised: Tensor<1>, parameters: ParameterLayout) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::outputs(second.into_dispatch(), quantised.into_dispatch(), parameters))
}

/// The logits of all legal moves, `[moves, 1]`.
pub(crate) fn policy_logits(
    first: Tensor<2>,
    quantised: Tensor<1>,
    words: Tensor<1, Int>,
    parameters: ParameterLayout,
    layout: Layout,
) -> Tensor<2> {
    let (first, quantised) = (first.into_dispatch(), quantised.into_dispatch());
    Tensor::from_dispatch(Dispatch::policy_logits(
        first,
        quantised,
        words.into_dispatch(),
        parameters,
        layout,
    ))
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
    grad_output: Tensor<2>,
    second: Tensor<2>,
    quantised: Tensor<1>,
    parameters: ParameterLayout,
) -> Tensor<2> {
    let [grad_output, second] = [grad_output, second].map(Tensor::into_dispatch);
    Tensor::from_dispatch(Dispatch::second_gradient(
        grad_output,
        second,
        quantised.into_dispatch(),
        parameters,
    ))
}

/// The derivative by the sums of the first layer, `[positions, units]`.
pub(crate) fn first_gradient(
    grad_second: Tensor<2>,
    grad_logit: Tensor<2>,
    first: Tensor<2>,
    quantised: Tensor<1>,
    words: Tensor<1, Int>,
    parameters: ParameterLayout,
    layout: Layout,
) -> Tensor<2> {
    let [grad_second, grad_logit, first] = [grad_second, grad_logit, first].map(Tensor::into_dispatch);
    let (quantised, words) = (quantised.into_dispatch(), words.into_dispatch());
    Tensor::from_dispatch(Dispatch::first_gradient(
        grad_second,
        grad_logit,
        first,
        quantised,
        words,
        parameters,
        layout,
    ))
}

/// The derivative by the accumulators, `[positions, width]`.
pub(crate) fn accumulator_gradient(grad_activation: Tensor<2>, clamped: Tensor<2>) -> Tensor<2> {
    let [grad_activation, clamped] = [grad_activation, clamped].map(Tensor::into_dispatch);
    Tensor::from_dispatch(Dispatch::accumulator_gradient(grad_activation, clamped))
}

/// The policy loss's derivative by groups of each row's moves and, in the last column, by its bias: `[groups, size + 1]`.
pub(crate) fn row_gradients(
    grad_logit: Tensor<2>,
    first: Tensor<2>,
    words: Tensor<1, Int>,
    parameters: ParameterLayout,
    layout: Layout,
) -> Tensor<2> {
    let [grad_logit, first] = [grad_logit, first].map(Tensor::into_dispatch);
    Tensor::from_dispatch(Dispatch::row_gradients(
        grad_logit,
        first,
        words.into_dispatch(),
        parameters,
        layout,
    ))
}

/// The derivative by groups of each feature's positions: `[groups, width]`.
pub(crate) fn feature_gradients(
    grad_accumulator: Tensor<2>,
    words: Tensor<1, Int>,
    groups: Groups,
) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::feature_gradients(
        grad_accumulator.into_dispatch(),
        words.into_dispatch(),
        groups,
    ))
}

/// The derivatives that are sums over all positions, and the losses, of parts of the batch: `[parts, sums]`; `inputs`
/// is what comes out of each layer but the last.
pub(crate) fn sums_of_positions(
    gradients: LayerGradients,
    inputs: [Tensor<2>; 3],
    losses: Tensor<2>,
    parameters: ParameterLayout,
) -> Tensor<2> {
    let LayerGradients { accumulator, first, second, output } = gradients;
    let [grad_accumulator, grad_first, grad_second, grad_output] =
        [accumulator, first, second, output].map(Tensor::into_dispatch);
    let [activations, first, second] = inputs.map(Tensor::into_dispatch);
    Tensor::from_dispatch(Dispatch::sums_of_positions(
        grad_accumulator,
        activations,
        grad_first,
        first,
        grad_second,
        second,
        grad_output,
        losses.into_dispatch(),
        parameters,
        PART,
    ))
}

/// The gradient as one row, and the losses behind it.
pub(crate) fn gather(
    grad_feature: Tensor<2>,
    grad_row: Tensor<2>,
    parts: Tensor<2>,
    words: Tensor<1, Int>,
    parameters: ParameterLayout,
    layout: Layout,
    learn: Learn,
) -> Tensor<1> {
    let [grad_feature, grad_row, parts] = [grad_feature, grad_row, parts].map(Tensor::into_dispatch);
    let words = words.into_dispatch();
    Tensor::from_dispatch(Dispatch::gather(grad_feature, grad_row, parts, words, parameters, layout, learn))
}

/// The losses that follow a gradient, and the sum of its squares: `[1, 4]`.
pub(crate) fn totals(gradient: Tensor<1>, parameters: ParameterLayout) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::totals(gradient.into_dispatch(), parameters))
}

/// One step of the optimiser: weights, moments and EMA in this order.
pub(crate) fn adam(
    state: [Tensor<1>; 4],
    gradient: Tensor<1>,
    totals: Tensor<2>,
    settings: Tensor<1, Int>,
    update: Update,
    clip: f32,
) -> [Tensor<1>; 4] {
    let [weights, first, second, ema] = state.map(Tensor::into_dispatch);
    let (gradient, totals) = (gradient.into_dispatch(), totals.into_dispatch());
    let settings = settings.into_dispatch();
    let (weights, first, second, ema) =
        Dispatch::adam(weights, first, second, ema, gradient, totals, settings, update, clip);
    [weights, first, second, ema].map(Tensor::from_dispatch)
}
