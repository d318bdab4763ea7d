//! The operations as kernels of every device that CubeCL knows.

mod backward;
mod forward;
mod losses;
mod optimiser;
mod words;

use burn::{
    backend::{
        Cube, TensorMetadata,
        tensor::{FloatTensor, IntTensor},
    },
    tensor::{DType, Shape},
};
use burn_cubecl::{
    cubecl::{calculate_cube_count_elemwise, prelude::*},
    kernel::into_contiguous,
    ops::numeric::empty_device_contiguous_dtype,
    tensor::CubeTensor,
};
use damier_engine::net::arch::MOVES_LEFT_UNIT;
use damier_records::quantised::ONE;

use super::{Kernels, LossWeights};
use crate::{
    config::Learn,
    optimizer::Update,
    packed::{Groups, Layout, Table},
    parameter_layout::{LOSSES, ParameterLayout},
};

/// Values per thread of a sum of squares.
const SQUARES_PER_UNIT: usize = 256;

/// A matrix beside another tensor, with anything in it.
fn matrix(beside: &CubeTensor, rows: usize, columns: usize) -> CubeTensor {
    empty(beside, Shape::from([rows, columns]))
}

/// A row beside another tensor, with anything in it.
fn row(beside: &CubeTensor, len: usize) -> CubeTensor {
    empty(beside, Shape::from([len]))
}

fn empty(beside: &CubeTensor, shape: Shape) -> CubeTensor {
    empty_device_contiguous_dtype(beside.client.clone(), beside.device.clone(), shape, DType::F32)
}

/// Starts a kernel with one thread for each of `units` results.
macro_rules! start {
    ($kernel:path, $on:expr, $units:expr; $($argument:expr),* $(,)?) => {{
        use $kernel as kernel;
        let client = $on.client.clone();
        let units = $units;
        if units > 0 {
            let cube = CubeDim::new(&client, units);
            let count = calculate_cube_count_elemwise(&client, units, cube);
            kernel::launch(&client, count, cube, $($argument),*);
        }
    }};
}

fn input(tensor: &CubeTensor) -> TensorArg {
    tensor.clone().into_tensor_arg()
}

impl Kernels for Cube {
    fn rounded(
        weights: FloatTensor<Self>,
        settings: IntTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self> {
        let quantised = row(&weights, parameters.len - parameters.l1_bias);
        start!(forward::rounded, quantised, parameters.len - parameters.l1_bias;
            input(&weights), input(&settings), input(&quantised), parameters);
        quantised
    }

    fn accumulate(
        weights: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let [clamped, squares] = [(); 2].map(|()| matrix(&weights, layout.positions, parameters.width));
        let Table { starts, items, half } = layout.active;
        start!(forward::accumulate, clamped, layout.positions * parameters.width;
            input(&weights), input(&words), input(&clamped), input(&squares), starts, items, parameters, half);
        (clamped, squares)
    }

    fn first_layer(
        sums: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self> {
        let sums = into_contiguous(sums);
        let [positions, _] = sums.shape().dims();
        let layer = matrix(&sums, positions, parameters.units);
        start!(forward::first_layer, layer, positions * parameters.units;
            input(&sums), input(&quantised), input(&layer), parameters);
        layer
    }

    fn second_layer(
        first: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self> {
        let [positions, _] = first.shape().dims();
        let layer = matrix(&first, positions, parameters.value_hidden);
        start!(forward::small_layer, layer, positions * parameters.value_hidden;
            input(&first), input(&quantised), input(&layer), parameters.l2 - parameters.l1_bias, parameters.l2_bias - parameters.l1_bias,
            parameters.hidden, parameters.units, parameters.value_hidden, true);
        layer
    }

    fn outputs(
        second: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self> {
        let [positions, _] = second.shape().dims();
        let layer = matrix(&second, positions, parameters.outputs);
        start!(forward::small_layer, layer, positions * parameters.outputs;
            input(&second), input(&quantised), input(&layer), parameters.l3 - parameters.l1_bias, parameters.l3_bias - parameters.l1_bias,
            parameters.value_hidden, parameters.value_hidden, parameters.outputs, false);
        layer
    }

    fn policy_logits(
        first: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let logits = matrix(&first, layout.moves, 1);
        let Table { starts, items, half } = layout.legal;
        start!(forward::policy_logits, logits, layout.moves;
            input(&first), input(&quantised), input(&words), input(&logits),
            starts, items, layout.positions, parameters, half);
        logits
    }

    fn policy_gradient(
        logits: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
        weight: f32,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let gradient = matrix(&logits, layout.moves, 1);
        let losses = matrix(&logits, layout.positions, 1);
        start!(losses::policy_gradient, losses, layout.positions;
            input(&logits), input(&words), input(&gradient), input(&losses),
            layout.legal.starts, layout.shares, layout.has_policy, weight, 1.0 / f32::from(ONE));
        (gradient, losses)
    }

    fn value_gradient(
        outputs: FloatTensor<Self>,
        policy: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
        weights: LossWeights,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let gradient = matrix(&outputs, layout.positions, layout.classes + 1);
        let losses = matrix(&outputs, layout.positions, LOSSES);
        let per_position = 1.0 / layout.positions as f32;
        start!(losses::value_gradient, losses, layout.positions;
            input(&outputs), input(&policy), input(&words), input(&gradient), input(&losses),
            layout.value, layout.plies, layout.counts,
            weights.value * per_position, weights.moves_left * per_position, weights.threshold,
            1.0 / MOVES_LEFT_UNIT, layout.classes);
        (gradient, losses)
    }

    fn second_gradient(
        grad_output: FloatTensor<Self>,
        second: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        parameters: ParameterLayout,
    ) -> FloatTensor<Self> {
        let [positions, _] = second.shape().dims();
        let grad_second = matrix(&second, positions, parameters.value_hidden);
        start!(backward::second_gradient, grad_second, positions * parameters.value_hidden;
            input(&grad_output), input(&second), input(&quantised), input(&grad_second), parameters);
        grad_second
    }

    fn first_gradient(
        grad_second: FloatTensor<Self>,
        grad_logit: FloatTensor<Self>,
        first: FloatTensor<Self>,
        quantised: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let grad_first = matrix(&first, layout.positions, parameters.units);
        let Table { starts, items, half } = layout.legal;
        start!(backward::first_gradient, grad_first, layout.positions * parameters.units;
            input(&grad_second), input(&grad_logit), input(&first), input(&quantised), input(&words), input(&grad_first),
            starts, items, parameters, half);
        grad_first
    }

    fn accumulator_gradient(
        grad_activation: FloatTensor<Self>,
        clamped: FloatTensor<Self>,
    ) -> FloatTensor<Self> {
        let grad_activation = into_contiguous(grad_activation);
        let [positions, width] = clamped.shape().dims();
        let grad_accumulator = matrix(&clamped, positions, width);
        start!(backward::accumulator_gradient, grad_accumulator, positions * width;
            input(&grad_activation), input(&clamped), input(&grad_accumulator));
        grad_accumulator
    }

    fn row_gradients(
        grad_logit: FloatTensor<Self>,
        first: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let groups = layout.by_row;
        let columns = parameters.policy_size() + 1;
        let sums = matrix(&first, groups.count, columns);
        start!(backward::row_gradients, sums, groups.count * columns;
            input(&grad_logit), input(&first), input(&words), input(&sums),
            groups.table.starts, groups.table.items, layout.legal.starts, parameters);
        sums
    }

    fn feature_gradients(
        grad_accumulator: FloatTensor<Self>,
        words: IntTensor<Self>,
        groups: Groups,
    ) -> FloatTensor<Self> {
        let [_, width] = grad_accumulator.shape().dims();
        let sums = matrix(&grad_accumulator, groups.count, width);
        let Table { starts, items, half } = groups.table;
        start!(backward::feature_gradients, sums, groups.count * width;
            input(&grad_accumulator), input(&words), input(&sums), starts, items, width, half);
        sums
    }

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
    ) -> FloatTensor<Self> {
        let [positions, _] = first.shape().dims();
        let parts = positions.div_ceil(part);
        let sums = matrix(&first, parts, parameters.sums());
        start!(backward::sums_of_positions, sums, parts * parameters.sums();
            input(&grad_accumulator), input(&activations), input(&grad_first), input(&first), input(&grad_second),
            input(&second), input(&grad_output), input(&losses), input(&sums), positions, part, parameters);
        sums
    }

    fn gather(
        grad_feature: FloatTensor<Self>,
        grad_row: FloatTensor<Self>,
        parts: FloatTensor<Self>,
        words: IntTensor<Self>,
        parameters: ParameterLayout,
        layout: Layout,
        learn: Learn,
    ) -> FloatTensor<Self> {
        let [part_count, _] = parts.shape().dims();
        let gradient = row(&parts, parameters.len + LOSSES);
        start!(backward::gather, gradient, parameters.len + LOSSES;
            input(&grad_feature), input(&grad_row), input(&parts), input(&words), input(&gradient),
            layout.by_feature.first, layout.by_row.first, part_count, parameters, learn == Learn::All);
        gradient
    }

    fn totals(gradient: FloatTensor<Self>, parameters: ParameterLayout) -> FloatTensor<Self> {
        let units = parameters.len.div_ceil(SQUARES_PER_UNIT);
        let squares = row(&gradient, units);
        start!(optimiser::squares, squares, units; input(&gradient), input(&squares), parameters.len);
        let totals = matrix(&gradient, 1, LOSSES + 1);
        let cube = CubeDim::new_1d(optimiser::ADDERS as u32);
        optimiser::totals::launch(
            &gradient.client,
            CubeCount::new_single(),
            cube,
            input(&squares),
            input(&gradient),
            input(&totals),
            parameters.len,
        );
        totals
    }

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
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let [len] = weights.shape().dims();
        let new: [CubeTensor; 4] = std::array::from_fn(|_| row(&weights, len));
        start!(optimiser::adam, weights, len;
            input(&weights), input(&first), input(&second), input(&ema), input(&gradient), input(&totals),
            input(&settings), input(&new[0]), input(&new[1]), input(&new[2]), input(&new[3]),
            update.learn as usize, update.decay, update.rate, update.beta1, update.beta2, update.correction1,
            update.correction2, clip, update.ema_rate.unwrap_or(0.0));
        let [weights, first, second, ema] = new;
        (weights, first, second, ema)
    }
}
