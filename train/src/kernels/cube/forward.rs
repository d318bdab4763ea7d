//! From features to outputs and logits.

use burn_cubecl::cubecl::{self, prelude::*};

use super::words::{float, number, settings_of};
use crate::parameter_layout::{ONE, ParameterLayout};

#[cube(launch)]
pub(super) fn rounded(
    weights: &Tensor<f32>,
    facts: &Tensor<u32>,
    quantised: &mut Tensor<f32>,
    #[comptime] parameters: ParameterLayout,
) {
    if ABSOLUTE_POS >= quantised.len() {
        terminate!();
    }
    let weight = ABSOLUTE_POS + parameters.l1_bias;
    let one = float(facts, settings_of(facts, weight), ONE);
    quantised[ABSOLUTE_POS] = (weights[weight] * one).round() / one;
}

#[cube(launch)]
pub(super) fn accumulate(
    weights: &Tensor<f32>,
    words: &Tensor<u32>,
    clamped: &mut Tensor<f32>,
    squares: &mut Tensor<f32>,
    starts: usize,
    items: usize,
    #[comptime] parameters: ParameterLayout,
    #[comptime] half: bool,
) {
    if ABSOLUTE_POS >= clamped.len() {
        terminate!();
    }
    let position = ABSOLUTE_POS / parameters.width;
    let column = ABSOLUTE_POS % parameters.width;
    let from = words[starts + position] as usize;
    let to = words[starts + position + 1] as usize;
    let mut sum = weights[parameters.embedding_bias + column];
    for place in from..to {
        sum += weights[number(words, items, place, half) * parameters.width + column];
    }
    let sum = clamp(sum, 0.0, 1.0);
    clamped[ABSOLUTE_POS] = sum;
    squares[ABSOLUTE_POS] = sum * sum;
}

#[cube(launch)]
pub(super) fn first_layer(
    sums: &Tensor<f32>,
    quantised: &Tensor<f32>,
    layer: &mut Tensor<f32>,
    #[comptime] parameters: ParameterLayout,
) {
    if ABSOLUTE_POS >= layer.len() {
        terminate!();
    }
    layer[ABSOLUTE_POS] = clamp(sums[ABSOLUTE_POS] + quantised[ABSOLUTE_POS % parameters.units], 0.0, 1.0);
}

/// A layer with few units: `inputs` of the `stride` columns of `below`, with weights and biases at these offsets of
/// `quantised`.
#[cube(launch)]
pub(super) fn small_layer(
    below: &Tensor<f32>,
    quantised: &Tensor<f32>,
    layer: &mut Tensor<f32>,
    weights: usize,
    bias: usize,
    #[comptime] inputs: usize,
    #[comptime] stride: usize,
    #[comptime] units: usize,
    #[comptime] clamped: bool,
) {
    if ABSOLUTE_POS >= layer.len() {
        terminate!();
    }
    let position = ABSOLUTE_POS / units;
    let unit = ABSOLUTE_POS % units;
    let mut sum = quantised[bias + unit];
    for input in 0..inputs {
        sum += below[position * stride + input] * quantised[weights + unit * inputs + input];
    }
    if clamped {
        sum = clamp(sum, 0.0, 1.0);
    }
    layer[ABSOLUTE_POS] = sum;
}

#[cube(launch)]
pub(super) fn policy_logits(
    first: &Tensor<f32>,
    quantised: &Tensor<f32>,
    words: &Tensor<u32>,
    logits: &mut Tensor<f32>,
    starts: usize,
    items: usize,
    positions: usize,
    #[comptime] parameters: ParameterLayout,
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
    let size = comptime!(parameters.policy_size());
    let row = number(words, items, ABSOLUTE_POS, half);
    let weights = parameters.policy - parameters.l1_bias + row * size;
    let vector = position * parameters.units + parameters.hidden;
    let mut sum = quantised[parameters.policy_bias - parameters.l1_bias + row];
    for column in 0..size {
        sum += quantised[weights + column] * first[vector + column];
    }
    logits[ABSOLUTE_POS] = sum;
}
