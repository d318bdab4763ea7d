//! The operations as kernels of every device that CubeCL knows.

use burn::{
    backend::{
        Cube, TensorMetadata,
        tensor::{FloatTensor, IntTensor},
    },
    tensor::{DType, Shape},
};
use burn_cubecl::{
    cubecl::{self, calculate_cube_count_elemwise, prelude::*},
    kernel::into_contiguous,
    ops::numeric::empty_device_contiguous_dtype,
    tensor::CubeTensor,
};
use damier_engine::net::arch::MOVES_LEFT_UNIT;
use damier_selfplay::quantised::ONE;

use super::{AdamStep, Kernels, LossWeights, Through};
use crate::{
    optimizer::EPSILON,
    packed::{Groups, Layout, OFFSET_BITS, Table},
};

/// Values per thread of a sum of squares.
const SQUARES_PER_UNIT: usize = 256;

/// A number of a table; see [`number`](crate::packed::number).
#[cube]
fn number(words: &Tensor<u32>, base: usize, index: usize, #[comptime] half: bool) -> usize {
    if half {
        let word = words[base + index / 2];
        ((word >> (16u32 * (index % 2) as u32)) & 0xFFFFu32) as usize
    } else {
        words[base + index] as usize
    }
}

#[cube]
fn float(words: &Tensor<u32>, base: usize, index: usize) -> f32 {
    f32::reinterpret(words[base + index])
}

#[cube(launch)]
fn accumulate(
    table: &Tensor<f32>,
    bias: &Tensor<f32>,
    words: &Tensor<u32>,
    clamped: &mut Tensor<f32>,
    starts: usize,
    items: usize,
    #[comptime] width: usize,
    #[comptime] half: bool,
) {
    if ABSOLUTE_POS >= clamped.len() {
        terminate!();
    }
    let position = ABSOLUTE_POS / width;
    let column = ABSOLUTE_POS % width;
    let from = words[starts + position] as usize;
    let to = words[starts + position + 1] as usize;
    let mut sum = bias[column];
    for place in from..to {
        sum += table[number(words, items, place, half) * width + column];
    }
    clamped[ABSOLUTE_POS] = clamp(sum, 0.0, 1.0);
}

#[cube(launch)]
fn policy_logits(
    rows: &Tensor<f32>,
    bias: &Tensor<f32>,
    vectors: &Tensor<f32>,
    words: &Tensor<u32>,
    logits: &mut Tensor<f32>,
    starts: usize,
    items: usize,
    positions: usize,
    #[comptime] size: usize,
    #[comptime] half: bool,
) {
    if ABSOLUTE_POS >= logits.len() {
        terminate!();
    }
    // The last position whose moves begin at this one or before.
    let mut position = 0usize;
    let mut beyond = positions;
    while position + 1 < beyond {
        let middle = (position + beyond) / 2;
        if words[starts + middle] as usize <= ABSOLUTE_POS {
            position = middle;
        } else {
            beyond = middle;
        }
    }
    let row = number(words, items, ABSOLUTE_POS, half);
    let mut sum = bias[row];
    for column in 0..size {
        sum += rows[row * size + column] * vectors[position * size + column];
    }
    logits[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
fn policy_gradient(
    logits: &Tensor<f32>,
    words: &Tensor<u32>,
    gradient: &mut Tensor<f32>,
    losses: &mut Tensor<f32>,
    starts: usize,
    shares: usize,
    has_policy: usize,
    weight: f32,
    unit: f32,
) {
    if ABSOLUTE_POS >= losses.len() {
        terminate!();
    }
    let from = words[starts + ABSOLUTE_POS] as usize;
    let to = words[starts + ABSOLUTE_POS + 1] as usize;
    let mut largest = f32::new(-1e30);
    for place in from..to {
        if logits[place] > largest {
            largest = logits[place];
        }
    }
    let mut sum = 0.0f32;
    for place in from..to {
        sum += (logits[place] - largest).exp();
    }
    let log_sum = sum.ln() + largest;
    let scale = weight * float(words, has_policy, ABSOLUTE_POS);
    let mut loss = 0.0f32;
    for place in from..to {
        let target = number(words, shares, place, true) as f32 * unit;
        loss += target * (log_sum - logits[place]);
        gradient[place] = scale * ((logits[place] - largest).exp() / sum - target);
    }
    losses[ABSOLUTE_POS] = loss;
}

#[cube(launch)]
fn vector_gradient(
    rows: &Tensor<f32>,
    gradient: &Tensor<f32>,
    words: &Tensor<u32>,
    sums: &mut Tensor<f32>,
    starts: usize,
    items: usize,
    #[comptime] size: usize,
    #[comptime] half: bool,
) {
    if ABSOLUTE_POS >= sums.len() {
        terminate!();
    }
    let position = ABSOLUTE_POS / size;
    let column = ABSOLUTE_POS % size;
    let from = words[starts + position] as usize;
    let to = words[starts + position + 1] as usize;
    let mut sum = 0.0f32;
    for place in from..to {
        sum += gradient[place] * rows[number(words, items, place, half) * size + column];
    }
    sums[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
fn row_gradients(
    vectors: &Tensor<f32>,
    gradient: &Tensor<f32>,
    words: &Tensor<u32>,
    sums: &mut Tensor<f32>,
    group_starts: usize,
    cells: usize,
    move_starts: usize,
    #[comptime] size: usize,
) {
    if ABSOLUTE_POS >= sums.len() {
        terminate!();
    }
    let group = ABSOLUTE_POS / (size + 1);
    let column = ABSOLUTE_POS % (size + 1);
    let from = words[group_starts + group] as usize;
    let to = words[group_starts + group + 1] as usize;
    let mut sum = 0.0f32;
    for place in from..to {
        let cell = words[cells + place];
        let position = (cell >> OFFSET_BITS) as usize;
        let offset = (cell & ((1u32 << OFFSET_BITS) - 1u32)) as usize;
        let scale = gradient[words[move_starts + position] as usize + offset];
        if column < size {
            sum += scale * vectors[position * size + column];
        } else {
            sum += scale;
        }
    }
    sums[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
fn sum_groups(
    matrix: &Tensor<f32>,
    words: &Tensor<u32>,
    sums: &mut Tensor<f32>,
    starts: usize,
    items: usize,
    #[comptime] width: usize,
    #[comptime] half: bool,
) {
    if ABSOLUTE_POS >= sums.len() {
        terminate!();
    }
    let group = ABSOLUTE_POS / width;
    let column = ABSOLUTE_POS % width;
    let from = words[starts + group] as usize;
    let to = words[starts + group + 1] as usize;
    let mut sum = 0.0f32;
    for place in from..to {
        sum += matrix[number(words, items, place, half) * width + column];
    }
    sums[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
fn sum_by_item(
    sums: &Tensor<f32>,
    words: &Tensor<u32>,
    by_item: &mut Tensor<f32>,
    first: usize,
    #[comptime] width: usize,
) {
    if ABSOLUTE_POS >= by_item.len() {
        terminate!();
    }
    let item = ABSOLUTE_POS / width;
    let column = ABSOLUTE_POS % width;
    let from = words[first + item] as usize;
    let to = words[first + item + 1] as usize;
    let mut sum = 0.0f32;
    for group in from..to {
        sum += sums[group * width + column];
    }
    by_item[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
fn value_gradient(
    outputs: &Tensor<f32>,
    policy: &Tensor<f32>,
    words: &Tensor<u32>,
    gradient: &mut Tensor<f32>,
    losses: &mut Tensor<f32>,
    value: usize,
    plies: usize,
    counts: usize,
    value_weight: f32,
    plies_weight: f32,
    threshold: f32,
    plies_unit: f32,
    #[comptime] classes: usize,
) {
    let position = ABSOLUTE_POS;
    if position * 3 >= losses.len() {
        terminate!();
    }
    let first = position * (classes + 1);
    let mut largest = f32::new(-1e30);
    for class in 0..classes {
        if outputs[first + class] > largest {
            largest = outputs[first + class];
        }
    }
    let mut sum = 0.0f32;
    let mut whole = 0.0f32;
    for class in 0..classes {
        sum += (outputs[first + class] - largest).exp();
        whole += float(words, value, position * classes + class);
    }
    let log_sum = sum.ln() + largest;
    let mut loss = 0.0f32;
    for class in 0..classes {
        let target = float(words, value, position * classes + class);
        let output = outputs[first + class];
        loss += target * (log_sum - output);
        gradient[first + class] = value_weight * ((output - largest).exp() / sum * whole - target);
    }
    let error = outputs[first + classes] - float(words, plies, position) * plies_unit;
    let mut size = error;
    let mut sign = f32::new(1.0);
    if error < 0.0 {
        size = -error;
        sign = f32::new(-1.0);
    }
    let mut near = size;
    if size > threshold {
        near = threshold;
    }
    let count = float(words, counts, position);
    gradient[first + classes] = plies_weight * count * near * sign;
    losses[position * 3] = loss;
    losses[position * 3 + 1] = policy[position];
    losses[position * 3 + 2] = count * (0.5 * near * near + (size - near) * threshold);
}

#[cube(launch)]
fn tall_products(
    left: &Tensor<f32>,
    right: &Tensor<f32>,
    products: &mut Tensor<f32>,
    rows: usize,
    part: usize,
    #[comptime] height: usize,
    #[comptime] width: usize,
) {
    if ABSOLUTE_POS >= products.len() {
        terminate!();
    }
    let column = ABSOLUTE_POS % width;
    let line = (ABSOLUTE_POS / width) % height;
    let from = ABSOLUTE_POS / (width * height) * part;
    let mut to = from + part;
    if to > rows {
        to = rows;
    }
    let mut sum = 0.0f32;
    for row in from..to {
        sum += left[row * height + line] * right[row * width + column];
    }
    products[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
fn sum_rows(
    matrix: &Tensor<f32>,
    sums: &mut Tensor<f32>,
    rows: usize,
    part: usize,
    #[comptime] width: usize,
) {
    if ABSOLUTE_POS >= sums.len() {
        terminate!();
    }
    let column = ABSOLUTE_POS % width;
    let from = ABSOLUTE_POS / width * part;
    let mut to = from + part;
    if to > rows {
        to = rows;
    }
    let mut sum = 0.0f32;
    for row in from..to {
        sum += matrix[row * width + column];
    }
    sums[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
fn through(
    gradient: &Tensor<f32>,
    clamped: &Tensor<f32>,
    result: &mut Tensor<f32>,
    #[comptime] squared: bool,
) {
    if ABSOLUTE_POS >= result.len() {
        terminate!();
    }
    let value = clamped[ABSOLUTE_POS];
    let mut passed = 0.0f32;
    if value > 0.0 && value < 1.0 {
        passed = gradient[ABSOLUTE_POS];
        if squared {
            passed *= 2.0 * value;
        }
    }
    result[ABSOLUTE_POS] = passed;
}

#[cube(launch)]
fn rounded(matrix: &Tensor<f32>, result: &mut Tensor<f32>, one: f32) {
    if ABSOLUTE_POS >= result.len() {
        terminate!();
    }
    result[ABSOLUTE_POS] = (matrix[ABSOLUTE_POS] * one).round() / one;
}

/// Thread `t` takes the values `t`, `t + threads` and so on, so that neighbours read neighbours.
#[cube(launch)]
fn squares(matrix: &Tensor<f32>, sums: &mut Tensor<f32>, len: usize) {
    let units = sums.len();
    if ABSOLUTE_POS >= units {
        terminate!();
    }
    let mut sum = 0.0f32;
    let mut index = ABSOLUTE_POS;
    while index < len {
        sum += matrix[index] * matrix[index];
        index += units;
    }
    sums[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
fn adam(
    weights: &Tensor<f32>,
    first: &Tensor<f32>,
    second: &Tensor<f32>,
    average: &Tensor<f32>,
    gradient: &Tensor<f32>,
    squares: &Tensor<f32>,
    new_weights: &mut Tensor<f32>,
    new_first: &mut Tensor<f32>,
    new_second: &mut Tensor<f32>,
    new_average: &mut Tensor<f32>,
    shrink: f32,
    rate: f32,
    beta1: f32,
    beta2: f32,
    correction1: f32,
    correction2: f32,
    limit: f32,
    clip: f32,
    averaging: f32,
    epsilon: f32,
) {
    if ABSOLUTE_POS >= new_weights.len() {
        terminate!();
    }
    let norm = squares[0].sqrt();
    let mut scale = 1.0f32;
    if norm > clip {
        scale = clip / norm;
    }
    let by = gradient[ABSOLUTE_POS] * scale;
    let mean = first[ABSOLUTE_POS] * beta1 + by * (1.0 - beta1);
    let spread = second[ABSOLUTE_POS] * beta2 + by * by * (1.0 - beta2);
    let root = (spread * correction2).sqrt() + epsilon;
    let mut weight = weights[ABSOLUTE_POS] * shrink - mean * correction1 / root * rate;
    if weight > limit {
        weight = limit;
    }
    if weight < -limit {
        weight = -limit;
    }
    new_weights[ABSOLUTE_POS] = weight;
    new_first[ABSOLUTE_POS] = mean;
    new_second[ABSOLUTE_POS] = spread;
    new_average[ABSOLUTE_POS] = average[ABSOLUTE_POS] + (weight - average[ABSOLUTE_POS]) * averaging;
}

/// A matrix beside another one, with anything in it.
fn empty(like: &CubeTensor, rows: usize, columns: usize) -> CubeTensor {
    let shape = Shape::from([rows, columns]);
    empty_device_contiguous_dtype(like.client.clone(), like.device.clone(), shape, DType::F32)
}

fn dims(tensor: &CubeTensor) -> [usize; 2] {
    tensor.shape().dims()
}

/// Starts a kernel with one thread for each of `units` results.
macro_rules! start {
    ($kernel:ident, $on:expr, $units:expr; $($argument:expr),* $(,)?) => {{
        let client = $on.client.clone();
        let units = $units;
        if units > 0 {
            let cube = CubeDim::new(&client, units);
            let count = calculate_cube_count_elemwise(&client, units, cube);
            $kernel::launch(&client, count, cube, $($argument),*);
        }
    }};
}

fn input(tensor: &CubeTensor) -> TensorArg {
    tensor.clone().into_tensor_arg()
}

impl Kernels for Cube {
    fn accumulate(
        table: FloatTensor<Self>,
        bias: FloatTensor<Self>,
        words: IntTensor<Self>,
        active: Table,
        positions: usize,
    ) -> FloatTensor<Self> {
        let [table, bias] = [table, bias].map(into_contiguous);
        let [_, width] = dims(&table);
        let clamped = empty(&table, positions, width);
        start!(accumulate, clamped, positions * width;
            input(&table), input(&bias), input(&words), input(&clamped),
            active.starts, active.items, width, active.half);
        clamped
    }

    fn policy_logits(
        rows: FloatTensor<Self>,
        bias: FloatTensor<Self>,
        vectors: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let [rows, bias, vectors] = [rows, bias, vectors].map(into_contiguous);
        let [_, size] = dims(&rows);
        let logits = empty(&rows, layout.moves, 1);
        start!(policy_logits, logits, layout.moves;
            input(&rows), input(&bias), input(&vectors), input(&words), input(&logits),
            layout.legal.starts, layout.legal.items, layout.positions, size, layout.legal.half);
        logits
    }

    fn policy_gradient(
        logits: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
        weight: f32,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let logits = into_contiguous(logits);
        let gradient = empty(&logits, layout.moves, 1);
        let losses = empty(&logits, layout.positions, 1);
        start!(policy_gradient, losses, layout.positions;
            input(&logits), input(&words), input(&gradient), input(&losses),
            layout.legal.starts, layout.shares, layout.has_policy, weight, 1.0 / f32::from(ONE));
        (gradient, losses)
    }

    fn vector_gradient(
        rows: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let [rows, gradient] = [rows, gradient].map(into_contiguous);
        let [_, size] = dims(&rows);
        let sums = empty(&rows, layout.positions, size);
        start!(vector_gradient, sums, layout.positions * size;
            input(&rows), input(&gradient), input(&words), input(&sums),
            layout.legal.starts, layout.legal.items, size, layout.legal.half);
        sums
    }

    fn row_gradients(
        vectors: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
    ) -> FloatTensor<Self> {
        let [vectors, gradient] = [vectors, gradient].map(into_contiguous);
        let [_, size] = dims(&vectors);
        let groups = layout.by_row;
        let sums = empty(&vectors, groups.count, size + 1);
        start!(row_gradients, sums, groups.count * (size + 1);
            input(&vectors), input(&gradient), input(&words), input(&sums),
            groups.table.starts, groups.table.items, layout.legal.starts, size);
        sums
    }

    fn sum_groups(matrix: FloatTensor<Self>, words: IntTensor<Self>, groups: Groups) -> FloatTensor<Self> {
        let matrix = into_contiguous(matrix);
        let [_, width] = dims(&matrix);
        let sums = empty(&matrix, groups.count, width);
        let Table { starts, items, half } = groups.table;
        start!(sum_groups, sums, groups.count * width;
            input(&matrix), input(&words), input(&sums), starts, items, width, half);
        sums
    }

    fn sum_by_item(
        sums: FloatTensor<Self>,
        words: IntTensor<Self>,
        groups: Groups,
        items: usize,
    ) -> FloatTensor<Self> {
        let [_, width] = dims(&sums);
        let by_item = empty(&sums, items, width);
        start!(sum_by_item, by_item, items * width;
            input(&sums), input(&words), input(&by_item), groups.first, width);
        by_item
    }

    fn value_gradient(
        outputs: FloatTensor<Self>,
        policy: FloatTensor<Self>,
        words: IntTensor<Self>,
        layout: Layout,
        weights: LossWeights,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let [outputs, policy] = [outputs, policy].map(into_contiguous);
        let gradient = empty(&outputs, layout.positions, layout.classes + 1);
        let losses = empty(&outputs, layout.positions, 3);
        let per_position = 1.0 / layout.positions as f32;
        start!(value_gradient, losses, layout.positions;
            input(&outputs), input(&policy), input(&words), input(&gradient), input(&losses),
            layout.value, layout.plies, layout.counts,
            weights.value * per_position, weights.moves_left * per_position, weights.threshold,
            1.0 / MOVES_LEFT_UNIT, layout.classes);
        (gradient, losses)
    }

    fn tall_products(left: FloatTensor<Self>, right: FloatTensor<Self>, part: usize) -> FloatTensor<Self> {
        let [left, right] = [left, right].map(into_contiguous);
        let ([rows, height], [_, width]) = (dims(&left), dims(&right));
        let parts = rows.div_ceil(part);
        let products = empty(&left, parts, height * width);
        start!(tall_products, products, parts * height * width;
            input(&left), input(&right), input(&products), rows, part, height, width);
        products
    }

    fn sum_rows(matrix: FloatTensor<Self>, part: usize) -> FloatTensor<Self> {
        let matrix = into_contiguous(matrix);
        let [rows, width] = dims(&matrix);
        let parts = rows.div_ceil(part);
        let sums = empty(&matrix, parts, width);
        start!(sum_rows, sums, parts * width; input(&matrix), input(&sums), rows, part, width);
        sums
    }

    fn through(gradient: FloatTensor<Self>, clamped: FloatTensor<Self>, way: Through) -> FloatTensor<Self> {
        let [gradient, clamped] = [gradient, clamped].map(into_contiguous);
        let [rows, columns] = dims(&gradient);
        let result = empty(&gradient, rows, columns);
        start!(through, result, rows * columns;
            input(&gradient), input(&clamped), input(&result), way == Through::ClampSquared);
        result
    }

    fn rounded(matrix: FloatTensor<Self>, one: f32) -> FloatTensor<Self> {
        let matrix = into_contiguous(matrix);
        let [rows, columns] = dims(&matrix);
        let result = empty(&matrix, rows, columns);
        start!(rounded, result, rows * columns; input(&matrix), input(&result), one);
        result
    }

    fn squares(matrix: FloatTensor<Self>) -> FloatTensor<Self> {
        let matrix = into_contiguous(matrix);
        let [rows, columns] = dims(&matrix);
        let len = rows * columns;
        let units = len.div_ceil(SQUARES_PER_UNIT);
        let sums = empty(&matrix, units, 1);
        start!(squares, sums, units; input(&matrix), input(&sums), len);
        sums
    }

    fn adam(
        weights: FloatTensor<Self>,
        first: FloatTensor<Self>,
        second: FloatTensor<Self>,
        average: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        squares: FloatTensor<Self>,
        step: AdamStep,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let old = [weights, first, second, average, gradient, squares].map(into_contiguous);
        let [rows, columns] = dims(&old[0]);
        let new: [CubeTensor; 4] = std::array::from_fn(|_| empty(&old[0], rows, columns));
        start!(adam, new[0], rows * columns;
            input(&old[0]), input(&old[1]), input(&old[2]), input(&old[3]), input(&old[4]), input(&old[5]),
            input(&new[0]), input(&new[1]), input(&new[2]), input(&new[3]),
            step.shrink, step.rate, step.beta1, step.beta2, step.correction1, step.correction2, step.limit,
            step.clip, step.averaging, EPSILON);
        let [weights, first, second, average] = new;
        (weights, first, second, average)
    }
}
