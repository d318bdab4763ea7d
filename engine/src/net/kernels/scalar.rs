//! The reference: the arithmetic as `docs/reference/net-format.md` states it, without any vector instruction.

use super::{
    super::{
        arch::OUTPUTS_MAX,
        tensor::{ACCUMULATOR_ONE, ACTIVATION_MAX},
    },
    table::{Heads, Scratch, Table, real},
    weights::Weights,
};

pub(super) static TABLE: Table = Table { name: "scalar", accumulate, value, policy };

/// Takes a squared accumulator value to the scale of an activation.
const SQUARE_SHIFT: i32 = 11;
/// Takes a sum of weights times activations to the scale of an activation.
const SUM_SHIFT: i32 = 6;

fn accumulate(weights: &Weights, from: &[i16], to: &mut [i16], added: &[u32], removed: &[u32]) {
    let row = |feature: &u32| {
        let at = *feature as usize * width(weights);
        &weights.embedding[at..at + width(weights)]
    };
    to.copy_from_slice(from);
    for feature in added {
        to.iter_mut().zip(row(feature)).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
    }
    for feature in removed {
        to.iter_mut().zip(row(feature)).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
    }
}

fn width(weights: &Weights) -> usize {
    weights.arch.width
}

fn value(weights: &Weights, accumulator: &[i16], heads: Heads, scratch: &mut Scratch) -> [i32; OUTPUTS_MAX] {
    let arch = &weights.arch;
    let Scratch { activations, first, second } = scratch;
    for (activation, sum) in activations.iter_mut().zip(accumulator) {
        let clipped = i32::from(*sum).clamp(0, ACCUMULATOR_ONE);
        let square = (clipped * clipped + (1 << (SQUARE_SHIFT - 1))) >> SQUARE_SHIFT;
        *activation = square.min(ACTIVATION_MAX) as u8;
    }
    let wanted = match heads {
        Heads::Value => arch.hidden,
        Heads::ValueAndPolicy => arch.hidden + arch.policy,
    };
    layer(&weights.l1, &weights.l1_bias, activations, &mut first[..wanted]);
    layer(&weights.l2, &weights.l2_bias, &first[..arch.hidden], second);
    let mut outputs = [0; OUTPUTS_MAX];
    for (output, (row, bias)) in
        weights.l3.chunks_exact(arch.value_hidden).zip(weights.l3_bias.iter()).enumerate()
    {
        outputs[output] = dot(row, second).wrapping_add(*bias);
    }
    outputs
}

fn policy(weights: &Weights, vector: &[u8], rows: &[u32], logits: &mut [f32]) {
    for (logit, row) in logits.iter_mut().zip(rows) {
        let row = *row as usize;
        let row_weights = &weights.policy[row * vector.len()..][..vector.len()];
        *logit = real(dot(row_weights, vector).wrapping_add(weights.policy_bias[row]));
    }
}

/// The first `out.len()` outputs of a layer, clipped to the scale of an activation.
fn layer(weights: &[i8], bias: &[i32], input: &[u8], out: &mut [u8]) {
    for ((clipped, weights), bias) in out.iter_mut().zip(weights.chunks_exact(input.len())).zip(bias) {
        let sum = dot(weights, input).wrapping_add(*bias);
        let rounded = sum.wrapping_add(1 << (SUM_SHIFT - 1)) >> SUM_SHIFT;
        *clipped = rounded.clamp(0, ACTIVATION_MAX) as u8;
    }
}

fn dot(weights: &[i8], values: &[u8]) -> i32 {
    weights
        .iter()
        .zip(values)
        .fold(0, |sum: i32, (weight, value)| sum.wrapping_add(i32::from(*weight) * i32::from(*value)))
}
