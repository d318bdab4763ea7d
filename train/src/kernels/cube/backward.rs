//! From the derivatives by outputs and logits to those by the weights.

use burn_cubecl::cubecl::{self, prelude::*};

use super::words::number;
use crate::{packed::OFFSET_BITS, plan::Plan};

/// Whether a derivative passes what was clamped.
#[cube]
fn passes(clamped: f32) -> bool {
    clamped > 0.0 && clamped < 1.0
}

#[cube(launch)]
pub(super) fn second_gradient(
    by_output: &Tensor<f32>,
    second: &Tensor<f32>,
    grid: &Tensor<f32>,
    by_second: &mut Tensor<f32>,
    #[comptime] plan: Plan,
) {
    if ABSOLUTE_POS >= by_second.len() {
        terminate!();
    }
    let position = ABSOLUTE_POS / plan.value_hidden;
    let unit = ABSOLUTE_POS % plan.value_hidden;
    let mut sum = 0.0f32;
    if passes(second[ABSOLUTE_POS]) {
        let weights = plan.l3 - plan.l1_bias + unit;
        for output in 0..plan.outputs {
            sum += by_output[position * plan.outputs + output] * grid[weights + output * plan.value_hidden];
        }
    }
    by_second[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
pub(super) fn first_gradient(
    by_second: &Tensor<f32>,
    by_logit: &Tensor<f32>,
    first: &Tensor<f32>,
    grid: &Tensor<f32>,
    words: &Tensor<u32>,
    by_first: &mut Tensor<f32>,
    starts: usize,
    items: usize,
    #[comptime] plan: Plan,
    #[comptime] half: bool,
) {
    if ABSOLUTE_POS >= by_first.len() {
        terminate!();
    }
    let position = ABSOLUTE_POS / plan.units;
    let unit = ABSOLUTE_POS % plan.units;
    let mut sum = 0.0f32;
    if passes(first[ABSOLUTE_POS]) {
        if unit < plan.hidden {
            let weights = plan.l2 - plan.l1_bias + unit;
            for above in 0..plan.value_hidden {
                sum += by_second[position * plan.value_hidden + above] * grid[weights + above * plan.hidden];
            }
        } else {
            let weights = plan.policy - plan.l1_bias + unit - plan.hidden;
            let from = words[starts + position] as usize;
            let to = words[starts + position + 1] as usize;
            for place in from..to {
                let row = number(words, items, place, half);
                sum += by_logit[place] * grid[weights + row * comptime!(plan.policy_size())];
            }
        }
    }
    by_first[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
pub(super) fn accumulator_gradient(
    by_activation: &Tensor<f32>,
    clamped: &Tensor<f32>,
    by_accumulator: &mut Tensor<f32>,
) {
    if ABSOLUTE_POS >= by_accumulator.len() {
        terminate!();
    }
    let value = clamped[ABSOLUTE_POS];
    let mut passed = 0.0f32;
    if passes(value) {
        passed = by_activation[ABSOLUTE_POS] * 2.0 * value;
    }
    by_accumulator[ABSOLUTE_POS] = passed;
}

#[cube(launch)]
pub(super) fn row_gradients(
    by_logit: &Tensor<f32>,
    first: &Tensor<f32>,
    words: &Tensor<u32>,
    sums: &mut Tensor<f32>,
    group_starts: usize,
    cells: usize,
    move_starts: usize,
    #[comptime] plan: Plan,
) {
    if ABSOLUTE_POS >= sums.len() {
        terminate!();
    }
    let size = comptime!(plan.policy_size());
    let group = ABSOLUTE_POS / (size + 1);
    let column = ABSOLUTE_POS % (size + 1);
    let from = words[group_starts + group] as usize;
    let to = words[group_starts + group + 1] as usize;
    let mut sum = 0.0f32;
    for place in from..to {
        let cell = words[cells + place];
        let position = (cell >> OFFSET_BITS) as usize;
        let offset = (cell & ((1u32 << OFFSET_BITS) - 1u32)) as usize;
        let scale = by_logit[words[move_starts + position] as usize + offset];
        if column < size {
            sum += scale * first[position * plan.units + plan.hidden + column];
        } else {
            sum += scale;
        }
    }
    sums[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
pub(super) fn feature_gradients(
    by_accumulator: &Tensor<f32>,
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
        sum += by_accumulator[number(words, items, place, half) * width + column];
    }
    sums[ABSOLUTE_POS] = sum;
}

/// The sum of a column of some rows; zero behind the last one, where there is nothing between two tensors.
#[cube]
fn column_sum(
    matrix: &Tensor<f32>,
    from: usize,
    to: usize,
    column: usize,
    #[comptime] columns: usize,
) -> f32 {
    let mut sum = 0.0f32;
    if column < columns {
        for row in from..to {
            sum += matrix[row * columns + column];
        }
    }
    sum
}

/// The derivative by a weight of a layer: `index` counts its weights row by row, `inputs` are those columns of what goes
/// into the layer that it looks at. Zero behind the last one.
#[cube]
fn product(
    by_layer: &Tensor<f32>,
    below: &Tensor<f32>,
    from: usize,
    to: usize,
    index: usize,
    #[comptime] units: usize,
    #[comptime] inputs: usize,
    #[comptime] stride: usize,
) -> f32 {
    let unit = index / inputs;
    let mut sum = 0.0f32;
    if unit < units {
        let input = index % inputs;
        for row in from..to {
            sum += by_layer[row * units + unit] * below[row * stride + input];
        }
    }
    sum
}

#[cube(launch)]
pub(super) fn sums_of_positions(
    by_accumulator: &Tensor<f32>,
    activations: &Tensor<f32>,
    by_first: &Tensor<f32>,
    first: &Tensor<f32>,
    by_second: &Tensor<f32>,
    second: &Tensor<f32>,
    by_output: &Tensor<f32>,
    losses: &Tensor<f32>,
    sums: &mut Tensor<f32>,
    positions: usize,
    part: usize,
    #[comptime] plan: Plan,
) {
    if ABSOLUTE_POS >= sums.len() {
        terminate!();
    }
    let columns = comptime!(plan.sums());
    let weight = ABSOLUTE_POS % columns + plan.embedding_bias;
    let from = ABSOLUTE_POS / columns * part;
    let mut to = from + part;
    if to > positions {
        to = positions;
    }
    let Plan { width, units, hidden, value_hidden, outputs, .. } = comptime!(plan);
    sums[ABSOLUTE_POS] = if weight < plan.l1_bias {
        column_sum(by_accumulator, from, to, weight - plan.embedding_bias, width)
    } else if weight < plan.l1 {
        column_sum(by_first, from, to, weight - plan.l1_bias, units)
    } else if weight < plan.l2_bias {
        product(by_first, activations, from, to, weight - plan.l1, units, width, width)
    } else if weight < plan.l2 {
        column_sum(by_second, from, to, weight - plan.l2_bias, value_hidden)
    } else if weight < plan.l3_bias {
        product(by_second, first, from, to, weight - plan.l2, value_hidden, hidden, units)
    } else if weight < plan.l3 {
        column_sum(by_output, from, to, weight - plan.l3_bias, outputs)
    } else if weight < plan.policy_bias {
        product(by_output, second, from, to, weight - plan.l3, outputs, value_hidden, value_hidden)
    } else {
        column_sum(losses, from, to, weight - plan.policy_bias, comptime!(crate::plan::LOSSES))
    };
}

/// The sum of the groups of an item.
#[cube]
fn item_sum(
    groups: &Tensor<f32>,
    words: &Tensor<u32>,
    first: usize,
    item: usize,
    column: usize,
    #[comptime] columns: usize,
) -> f32 {
    let from = words[first + item] as usize;
    let to = words[first + item + 1] as usize;
    column_sum(groups, from, to, column, columns)
}

#[cube(launch)]
pub(super) fn gather(
    by_feature: &Tensor<f32>,
    by_row: &Tensor<f32>,
    parts: &Tensor<f32>,
    words: &Tensor<u32>,
    gradient: &mut Tensor<f32>,
    features: usize,
    rows: usize,
    part_count: usize,
    #[comptime] plan: Plan,
    #[comptime] embedding: bool,
) {
    if ABSOLUTE_POS >= gradient.len() {
        terminate!();
    }
    let size = comptime!(plan.policy_size());
    let columns = comptime!(plan.sums());
    let weight = ABSOLUTE_POS;
    let mut sum = 0.0f32;
    if weight < plan.embedding_bias {
        if embedding && weight < plan.features * plan.width {
            sum = item_sum(by_feature, words, features, weight / plan.width, weight % plan.width, plan.width);
        }
    } else if weight < plan.policy_bias {
        if embedding || weight >= plan.l1_bias {
            sum = column_sum(parts, 0, part_count, weight - plan.embedding_bias, columns);
        }
    } else if weight < plan.policy {
        let row = weight - plan.policy_bias;
        if row < plan.policy_rows {
            sum = item_sum(by_row, words, rows, row, size, comptime!(size + 1));
        }
    } else if weight < plan.len {
        let row = (weight - plan.policy) / size;
        if row < plan.policy_rows {
            sum = item_sum(by_row, words, rows, row, (weight - plan.policy) % size, comptime!(size + 1));
        }
    } else {
        // The losses, behind all weights.
        let column = weight - plan.len + plan.policy_bias - plan.embedding_bias;
        sum = column_sum(parts, 0, part_count, column, columns);
    }
    gradient[ABSOLUTE_POS] = sum;
}
