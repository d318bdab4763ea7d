//! The operations on tensors.

use burn::{
    backend::Dispatch,
    tensor::{Int, Tensor},
};

use super::{AdamStep, Kernels, LossWeights, Through};
use crate::packed::{Groups, Layout, Table};

/// Rows of a part of [`tall_product`].
const PART: usize = 256;

/// The clamped accumulators; `table` is `[features, width]`, `bias` `[1, width]`.
pub(crate) fn accumulate(
    table: Tensor<2>,
    bias: Tensor<2>,
    words: Tensor<1, Int>,
    active: Table,
    positions: usize,
) -> Tensor<2> {
    let [table, bias] = [table, bias].map(Tensor::into_dispatch);
    Tensor::from_dispatch(Dispatch::accumulate(table, bias, words.into_dispatch(), active, positions))
}

/// The logits of all legal moves, `[moves, 1]`; `rows` is `[rows, size]`, `bias` `[1, rows]`, `vectors`
/// `[positions, size]`.
pub(crate) fn policy_logits(
    rows: Tensor<2>,
    bias: Tensor<2>,
    vectors: Tensor<2>,
    words: Tensor<1, Int>,
    layout: Layout,
) -> Tensor<2> {
    let [rows, bias, vectors] = [rows, bias, vectors].map(Tensor::into_dispatch);
    Tensor::from_dispatch(Dispatch::policy_logits(rows, bias, vectors, words.into_dispatch(), layout))
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

/// The policy loss's derivative by the vectors, `[positions, size]`, from that by the logits.
pub(crate) fn vector_gradient(
    rows: Tensor<2>,
    gradient: Tensor<2>,
    words: Tensor<1, Int>,
    layout: Layout,
) -> Tensor<2> {
    let [rows, gradient] = [rows, gradient].map(Tensor::into_dispatch);
    Tensor::from_dispatch(Dispatch::vector_gradient(rows, gradient, words.into_dispatch(), layout))
}

/// The policy loss's derivative by the rows and, in the last column, by their biases: `[rows, size + 1]`.
pub(crate) fn row_gradients(
    vectors: Tensor<2>,
    gradient: Tensor<2>,
    words: Tensor<1, Int>,
    layout: Layout,
    rows: usize,
) -> Tensor<2> {
    let [vectors, gradient] = [vectors, gradient].map(Tensor::into_dispatch);
    let words = words.into_dispatch();
    let sums = Dispatch::row_gradients(vectors, gradient, words.clone(), layout);
    Tensor::from_dispatch(Dispatch::sum_by_item(sums, words, layout.by_row, rows))
}

/// The rows of `matrix` that belong to each item, added up: `[items, width]`.
pub(crate) fn sum_by_item(
    matrix: Tensor<2>,
    words: Tensor<1, Int>,
    groups: Groups,
    items: usize,
) -> Tensor<2> {
    let words = words.into_dispatch();
    let sums = Dispatch::sum_groups(matrix.into_dispatch(), words.clone(), groups);
    Tensor::from_dispatch(Dispatch::sum_by_item(sums, words, groups, items))
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

/// `leftᵀ · right` of matrices with many rows and few columns.
pub(crate) fn tall_product(left: Tensor<2>, right: Tensor<2>) -> Tensor<2> {
    let ([rows, height], [_, width]) = (left.dims(), right.dims());
    let [left, right] = [left, right].map(Tensor::into_dispatch);
    let parts = Dispatch::tall_products(left, right, PART);
    Tensor::<2>::from_dispatch(Dispatch::sum_rows(parts, rows.div_ceil(PART).max(1))).reshape([height, width])
}

/// The sum of all rows, `[1, columns]`: in two rounds, so that many threads have a part.
pub(crate) fn column_sums(matrix: Tensor<2>) -> Tensor<2> {
    let [rows, _] = matrix.dims();
    let part = rows.isqrt().max(1);
    let sums = Dispatch::sum_rows(matrix.into_dispatch(), part);
    Tensor::from_dispatch(Dispatch::sum_rows(sums, rows.div_ceil(part).max(1)))
}

/// See [`Through`].
pub(crate) fn through(gradient: Tensor<2>, clamped: Tensor<2>, way: Through) -> Tensor<2> {
    let [gradient, clamped] = [gradient, clamped].map(Tensor::into_dispatch);
    Tensor::from_dispatch(Dispatch::through(gradient, clamped, way))
}

/// To the nearest multiples of `1 / one`.
pub(crate) fn rounded(matrix: Tensor<2>, one: f32) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::rounded(matrix.into_dispatch(), one))
}

/// The sum of the squares of all tensors, `[1, 1]`.
pub(crate) fn squares<'t>(tensors: impl IntoIterator<Item = &'t Tensor<2>>) -> Tensor<2> {
    let of_each = tensors.into_iter().map(|tensor| Dispatch::squares(tensor.clone().into_dispatch()));
    column_sums(Tensor::cat(of_each.map(Tensor::from_dispatch).collect(), 0))
}

/// One step of the optimiser: weights, moments and averaged weights in this order.
pub(crate) fn adam(
    state: [Tensor<2>; 4],
    gradient: Tensor<2>,
    squares: Tensor<2>,
    step: AdamStep,
) -> [Tensor<2>; 4] {
    let [weights, first, second, average] = state.map(Tensor::into_dispatch);
    let [gradient, squares] = [gradient, squares].map(Tensor::into_dispatch);
    let (weights, first, second, average) =
        Dispatch::adam(weights, first, second, average, gradient, squares, step);
    [weights, first, second, average].map(Tensor::from_dispatch)
}
