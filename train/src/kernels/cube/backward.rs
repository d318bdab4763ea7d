//! From the derivatives by outputs and logits to those by the weights.

use burn_cubecl::cubecl::{self, prelude::*};

use super::words::number;
use crate::{packed::OFFSET_BITS, parameter_layout::ParameterLayout};

/// Whether a derivative passes what was clamped.
#[cube]
fn passes(clamped: f32) -> bool {
    clamped > 0.0 && clamped < 1.0
}

#[cube(launch)]
pub(super) fn second_gradient(
    grad_output: &Tensor<f32>,
    second: &Tensor<f32>,
    quantised: &Tensor<f32>,
    grad_second: &mut Tensor<f32>,
    #[comptime] parameters: ParameterLayout,
) {
    if ABSOLUTE_POS >= grad_second.len() {
        terminate!();
    }
    let position = ABSOLUTE_POS / parameters.value_hidden;
    let unit = ABSOLUTE_POS % parameters.value_hidden;
    let mut sum = 0.0f32;
    if passes(second[ABSOLUTE_POS]) {
        let weights = parameters.l3 - parameters.l1_bias + unit;
        for output in 0..parameters.outputs {
            sum += grad_output[position * parameters.outputs + output]
                * quantised[weights + output * parameters.value_hidden];
        }
    }
    grad_second[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
pub(super) fn first_gradient(
    grad_second: &Tensor<f32>,
    grad_logit: &Tensor<f32>,
    first: &Tensor<f32>,
    quantised: &Tensor<f32>,
    words: &Tensor<u32>,
    grad_first: &mut Tensor<f32>,
    starts: usize,
    items: usize,
    #[comptime] parameters: ParameterLayout,
    #[comptime] half: bool,
) {
    if ABSOLUTE_POS >= grad_first.len() {
        terminate!();
    }
    let position = ABSOLUTE_POS / parameters.units;
    let unit = ABSOLUTE_POS % parameters.units;
    let mut sum = 0.0f32;
    if passes(first[ABSOLUTE_POS]) {
        if unit < parameters.hidden {
            let weights = parameters.l2 - parameters.l1_bias + unit;
            for above in 0..parameters.value_hidden {
                sum += grad_second[position * parameters.value_hidden + above]
                    * quantised[weights + above * parameters.hidden];
            }
        } else {
            let weights = parameters.policy - parameters.l1_bias + unit - parameters.hidden;
            let from = words[starts + position] as usize;
            let to = words[starts + position + 1] as usize;
            for place in from..to {
                let row = number(words, items, place, half);
                sum += grad_logit[place] * quantised[weights + row * comptime!(parameters.policy_size())];
            }
        }
    }
    grad_first[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
pub(super) fn accumulator_gradient(
    grad_activation: &Tensor<f32>,
    clamped: &Tensor<f32>,
    grad_accumulator: &mut Tensor<f32>,
) {
    if ABSOLUTE_POS >= grad_accumulator.len() {
        terminate!();
    }
    let value = clamped[ABSOLUTE_POS];
    let mut passed = 0.0f32;
    if passes(value) {
        passed = grad_activation[ABSOLUTE_POS] * 2.0 * value;
    }
    grad_accumulator[ABSOLUTE_POS] = passed;
}

#[cube(launch)]
pub(super) fn row_gradients(
    grad_logit: &Tensor<f32>,
    first: &Tensor<f32>,
    words: &Tensor<u32>,
    sums: &mut Tensor<f32>,
    group_starts: usize,
    cells: usize,
    move_starts: usize,
    #[comptime] parameters: ParameterLayout,
) {
    if ABSOLUTE_POS >= sums.len() {
        terminate!();
    }
    let size = comptime!(parameters.policy_size());
    let group = ABSOLUTE_POS / (size + 1);
    let column = ABSOLUTE_POS % (size + 1);
    let from = words[group_starts + group] as usize;
    let to = words[group_starts + group + 1] as usize;
    let mut sum = 0.0f32;
    for place in from..to {
        let cell = words[cells + place];
        let position = (cell >> OFFSET_BITS) as usize;
        let offset = (cell & ((1u32 << OFFSET_BITS) - 1u32)) as usize;
        let scale = grad_logit[words[move_starts + position] as usize + offset];
        if column < size {
            sum += scale * first[position * parameters.units + parameters.hidden + column];
        } else {
            sum += scale;
        }
    }
    sums[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
pub(super) fn feature_gradients(
    grad_accumulator: &Tensor<f32>,
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
        sum += grad_accumulator[number(words, items, place, half) * width + column];
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
    grad_layer: &Tensor<f32>,
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
            sum += grad_layer[row * units + unit] * below[row * stride + input];
        }
    }
    sum
}

#[cube(launch)]
pub(super) fn sums_of_positions(
    grad_accumulator: &Tensor<f32>,
    activations: &Tensor<f32>,
    grad_first: &Tensor<f32>,
    first: &Tensor<f32>,
    grad_second: &Tensor<f32>,
    second: &Tensor<f32>,
    grad_output: &Tensor<f32>,
    losses: &Tensor<f32>,
    sums: &mut Tensor<f32>,
    positions: usize,
    part: usize,
    #[comptime] parameters: ParameterLayout,
) {
    if ABSOLUTE_POS >= sums.len() {
        terminate!();
    }
    let columns = comptime!(parameters.sums());
    let weight = ABSOLUTE_POS % columns + parameters.embedding_bias;
    let from = ABSOLUTE_POS / columns * part;
    let mut to = from + part;
    if to > positions {
        to = positions;
    }
    let ParameterLayout { width, units, hidden, value_hidden, outputs, .. } = comptime!(parameters);
    sums[ABSOLUTE_POS] = if weight < parameters.l1_bias {
        column_sum(grad_accumulator, from, to, weight - parameters.embedding_bias, width)
    } else if weight < parameters.l1 {
        column_sum(grad_first, from, to, weight - parameters.l1_bias, units)
    } else if weight < parameters.l2_bias {
        product(grad_first, activations, from, to, weight - parameters.l1, units, width, width)
    } else if weight < parameters.l2 {
        column_sum(grad_second, from, to, weight - parameters.l2_bias, value_hidden)
    } else if weight < parameters.l3_bias {
        product(grad_second, first, from, to, weight - parameters.l2, value_hidden, hidden, units)
    } else if weight < parameters.l3 {
        column_sum(grad_output, from, to, weight - parameters.l3_bias, outputs)
    } else if weight < parameters.policy_bias {
        product(grad_output, second, from, to, weight - parameters.l3, outputs, value_hidden, value_hidden)
    } else {
        column_sum(
            losses,
            from,
            to,
            weight - parameters.policy_bias,
            comptime!(crate::parameter_layout::LOSSES),
        )
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
    grad_feature: &Tensor<f32>,
    grad_row: &Tensor<f32>,
    parts: &Tensor<f32>,
    words: &Tensor<u32>,
    gradient: &mut Tensor<f32>,
    features: usize,
    rows: usize,
    part_count: usize,
    #[comptime] parameters: ParameterLayout,
    #[comptime] embedding: bool,
) {
    if ABSOLUTE_POS >= gradient.len() {
        terminate!();
    }
    let size = comptime!(parameters.policy_size());
    let columns = comptime!(parameters.sums());
    let weight = ABSOLUTE_POS;
    let mut sum = 0.0f32;
    if weight < parameters.embedding_bias {
        if embedding && weight < parameters.features * parameters.width {
            sum = item_sum(
                grad_feature,
                words,
                features,
                weight / parameters.width,
                weight % parameters.width,
                parameters.width,
            );
        }
    } else if weight < parameters.policy_bias {
        if embedding || weight >= parameters.l1_bias {
            sum = column_sum(parts, 0, part_count, weight - parameters.embedding_bias, columns);
        }
    } else if weight < parameters.policy {
        let row = weight - parameters.policy_bias;
        if row < parameters.policy_rows {
            sum = item_sum(grad_row, words, rows, row, size, comptime!(size + 1));
        }
    } else if weight < parameters.len {
        let row = (weight - parameters.policy) / size;
        if row < parameters.policy_rows {
            sum = item_sum(
                grad_row,
                words,
                rows,
                row,
                (weight - parameters.policy) % size,
                comptime!(size + 1),
            );
        }
    } else {
        // The losses, behind all weights.
        let column = weight - parameters.len + parameters.policy_bias - parameters.embedding_bias;
        sum = column_sum(parts, 0, part_count, column, columns);
    }
    gradient[ABSOLUTE_POS] = sum;
}
