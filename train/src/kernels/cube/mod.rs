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
use damier_selfplay::quantised::ONE;

use super::{Kernels, LossWeights};
use crate::{
    config::Learn,
    optimizer::Update,
    packed::{Groups, Layout, Table},
    plan::{LOSSES, Plan},
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
    fn rounded(weights: FloatTensor<Self>, settings: IntTensor<Self>, plan: Plan) -> FloatTensor<Self> {
        let grid = row(&weights, plan.len - plan.l1_bias);
        start!(forward::rounded, grid, plan.len - plan.l1_bias;
            input(&weights), input(&settings), input(&grid), plan);
        grid
    }

    fn accumulate(
        weights: FloatTensor<Self>,
        words: IntTensor<Self>,
        plan: Plan,
        layout: Layout,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let [clamped, squares] = [(); 2].map(|()| matrix(&weights, layout.positions, plan.width));
        let Table { starts, items, half } = layout.active;
        start!(forward::accumulate, clamped, layout.positions * plan.width;
            input(&weights), input(&words), input(&clamped), input(&squares), starts, items, plan, half);
        (clamped, squares)
    }

    fn first_layer(sums: FloatTensor<Self>, grid: FloatTensor<Self>, plan: Plan) -> FloatTensor<Self> {
        let sums = into_contiguous(sums);
        let [positions, _] = sums.shape().dims();
        let layer = matrix(&sums, positions, plan.units);
        start!(forward::first_layer, layer, positions * plan.units;
            input(&sums), input(&grid), input(&layer), plan);
        layer
    }

    fn second_layer(first: FloatTensor<Self>, grid: FloatTensor<Self>, plan: Plan) -> FloatTensor<Self> {
        let [positions, _] = first.shape().dims();
        let layer = matrix(&first, positions, plan.value_hidden);
        start!(forward::small_layer, layer, positions * plan.value_hidden;
            input(&first), input(&grid), input(&layer), plan.l2 - plan.l1_bias, plan.l2_bias - plan.l1_bias,
            plan.hidden, plan.units, plan.value_hidden, true);
        layer
    }

    fn outputs(second: FloatTensor<Self>, grid: FloatTensor<Self>, plan: Plan) -> FloatTensor<Self> {
        let [positions, _] = second.shape().dims();
        let layer = matrix(&second, positions, plan.outputs);
        start!(forward::small_layer, layer, positions * plan.outputs;
            input(&second), input(&grid), input(&layer), plan.l3 - plan.l1_bias, plan.l3_bias - plan.l1_bias,
            plan.value_hidden, plan.value_hidden, plan.outputs, false);
        layer
    }

    fn policy_logits(
        first: FloatTensor<Self>,
        grid: FloatTensor<Self>,
        words: IntTensor<Self>,
        plan: Plan,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let logits = matrix(&first, layout.moves, 1);
        let Table { starts, items, half } = layout.legal;
        start!(forward::policy_logits, logits, layout.moves;
            input(&first), input(&grid), input(&words), input(&logits),
            starts, items, layout.positions, plan, half);
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
        by_output: FloatTensor<Self>,
        second: FloatTensor<Self>,
        grid: FloatTensor<Self>,
        plan: Plan,
    ) -> FloatTensor<Self> {
        let [positions, _] = second.shape().dims();
        let by_second = matrix(&second, positions, plan.value_hidden);
        start!(backward::second_gradient, by_second, positions * plan.value_hidden;
            input(&by_output), input(&second), input(&grid), input(&by_second), plan);
        by_second
    }

    fn first_gradient(
        by_second: FloatTensor<Self>,
        by_logit: FloatTensor<Self>,
        first: FloatTensor<Self>,
        grid: FloatTensor<Self>,
        words: IntTensor<Self>,
        plan: Plan,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let by_first = matrix(&first, layout.positions, plan.units);
        let Table { starts, items, half } = layout.legal;
        start!(backward::first_gradient, by_first, layout.positions * plan.units;
            input(&by_second), input(&by_logit), input(&first), input(&grid), input(&words), input(&by_first),
            starts, items, plan, half);
        by_first
    }

    fn accumulator_gradient(
        by_activation: FloatTensor<Self>,
        clamped: FloatTensor<Self>,
    ) -> FloatTensor<Self> {
        let by_activation = into_contiguous(by_activation);
        let [positions, width] = clamped.shape().dims();
        let by_accumulator = matrix(&clamped, positions, width);
        start!(backward::accumulator_gradient, by_accumulator, positions * width;
            input(&by_activation), input(&clamped), input(&by_accumulator));
        by_accumulator
    }

    fn row_gradients(
        by_logit: FloatTensor<Self>,
        first: FloatTensor<Self>,
        words: IntTensor<Self>,
        plan: Plan,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let groups = layout.by_row;
        let columns = plan.policy_size() + 1;
        let sums = matrix(&first, groups.count, columns);
        start!(backward::row_gradients, sums, groups.count * columns;
            input(&by_logit), input(&first), input(&words), input(&sums),
            groups.table.starts, groups.table.items, layout.legal.starts, plan);
        sums
    }

    fn feature_gradients(
        by_accumulator: FloatTensor<Self>,
        words: IntTensor<Self>,
        groups: Groups,
    ) -> FloatTensor<Self> {
        let [_, width] = by_accumulator.shape().dims();
        let sums = matrix(&by_accumulator, groups.count, width);
        let Table { starts, items, half } = groups.table;
        start!(backward::feature_gradients, sums, groups.count * width;
            input(&by_accumulator), input(&words), input(&sums), starts, items, width, half);
        sums
    }

    fn sums_of_positions(
        by_accumulator: FloatTensor<Self>,
        activations: FloatTensor<Self>,
        by_first: FloatTensor<Self>,
        first: FloatTensor<Self>,
        by_second: FloatTensor<Self>,
        second: FloatTensor<Self>,
        by_output: FloatTensor<Self>,
        losses: FloatTensor<Self>,
        plan: Plan,
        part: usize,
    ) -> FloatTensor<Self> {
        let [positions, _] = first.shape().dims();
        let parts = positions.div_ceil(part);
        let sums = matrix(&first, parts, plan.sums());
        start!(backward::sums_of_positions, sums, parts * plan.sums();
            input(&by_accumulator), input(&activations), input(&by_first), input(&first), input(&by_second),
            input(&second), input(&by_output), input(&losses), input(&sums), positions, part, plan);
        sums
    }

    fn gather(
        by_feature: FloatTensor<Self>,
        by_row: FloatTensor<Self>,
        parts: FloatTensor<Self>,
        words: IntTensor<Self>,
        plan: Plan,
        layout: Layout,
        learn: Learn,
    ) -> FloatTensor<Self> {
        let [part_count, _] = parts.shape().dims();
        let gradient = row(&parts, plan.len + LOSSES);
        start!(backward::gather, gradient, plan.len + LOSSES;
            input(&by_feature), input(&by_row), input(&parts), input(&words), input(&gradient),
            layout.by_feature.first, layout.by_row.first, part_count, plan, learn == Learn::All);
        gradient
    }

    fn totals(gradient: FloatTensor<Self>, plan: Plan) -> FloatTensor<Self> {
        let units = plan.len.div_ceil(SQUARES_PER_UNIT);
        let squares = row(&gradient, units);
        start!(optimiser::squares, squares, units; input(&gradient), input(&squares), plan.len);
        let totals = matrix(&gradient, 1, LOSSES + 1);
        let cube = CubeDim::new_1d(optimiser::ADDERS as u32);
        optimiser::totals::launch(
            &gradient.client,
            CubeCount::new_single(),
            cube,
            input(&squares),
            input(&gradient),
            input(&totals),
            plan.len,
        );
        totals
    }

    fn adam(
        weights: FloatTensor<Self>,
        first: FloatTensor<Self>,
        second: FloatTensor<Self>,
        average: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        totals: FloatTensor<Self>,
        settings: IntTensor<Self>,
        update: Update,
        clip: f32,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let [len] = weights.shape().dims();
        let new: [CubeTensor; 4] = std::array::from_fn(|_| row(&weights, len));
        start!(optimiser::adam, weights, len;
            input(&weights), input(&first), input(&second), input(&average), input(&gradient), input(&totals),
            input(&settings), input(&new[0]), input(&new[1]), input(&new[2]), input(&new[3]),
            update.learn as usize, update.decay, update.rate, update.beta1, update.beta2, update.correction1,
            update.correction2, clip, update.averaging.unwrap_or(0.0));
        let [weights, first, second, average] = new;
        (weights, first, second, average)
    }
}
