//! From a gradient to new weights.

use burn_cubecl::cubecl::{self, prelude::*};

use super::words::{float, settings_of};
use crate::{
    optimizer::EPSILON,
    parameter_layout::{DECAYS, LIMIT, LOSSES},
};

/// Threads that add up what [`squares`] gives.
pub(super) const ADDERS: usize = 256;

/// Thread `t` takes the values `t`, `t + threads` and so on, so that neighbours read neighbours.
#[cube(launch)]
pub(super) fn squares(gradient: &Tensor<f32>, sums: &mut Tensor<f32>, len: usize) {
    let units = sums.len();
    if ABSOLUTE_POS >= units {
        terminate!();
    }
    let mut sum = 0.0f32;
    let mut index = ABSOLUTE_POS;
    while index < len {
        sum += gradient[index] * gradient[index];
        index += units;
    }
    sums[ABSOLUTE_POS] = sum;
}

/// One cube of [`ADDERS`] threads.
#[cube(launch)]
pub(super) fn totals(squares: &Tensor<f32>, gradient: &Tensor<f32>, totals: &mut Tensor<f32>, len: usize) {
    let mut sums = Shared::new_slice(ADDERS);
    let unit = UNIT_POS as usize;
    let mut sum = 0.0f32;
    let mut index = unit;
    while index < squares.len() {
        sum += squares[index];
        index += ADDERS;
    }
    sums[unit] = sum;
    sync_cube();
    if unit < LOSSES {
        totals[unit] = gradient[len + unit];
    }
    if unit == LOSSES {
        let mut whole = 0.0f32;
        for other in 0..ADDERS {
            whole += sums[other];
        }
        totals[unit] = whole;
    }
}

#[cube(launch)]
pub(super) fn adam(
    weights: &Tensor<f32>,
    first: &Tensor<f32>,
    second: &Tensor<f32>,
    ema: &Tensor<f32>,
    gradient: &Tensor<f32>,
    totals: &Tensor<f32>,
    facts: &Tensor<u32>,
    new_weights: &mut Tensor<f32>,
    new_first: &mut Tensor<f32>,
    new_second: &mut Tensor<f32>,
    new_ema: &mut Tensor<f32>,
    learn: usize,
    decay: f32,
    rate: f32,
    beta1: f32,
    beta2: f32,
    correction1: f32,
    correction2: f32,
    clip: f32,
    ema_rate: f32,
) {
    if ABSOLUTE_POS >= new_weights.len() {
        terminate!();
    }
    let norm = totals[LOSSES].sqrt();
    let mut scale = 1.0f32;
    if norm > clip {
        scale = clip / norm;
    }
    let its = settings_of(facts, ABSOLUTE_POS);
    let limit = float(facts, its, LIMIT);
    let shrink = 1.0 - decay * float(facts, its, DECAYS + learn);
    let by = gradient[ABSOLUTE_POS] * scale;
    let mean = first[ABSOLUTE_POS] * beta1 + by * (1.0 - beta1);
    let spread = second[ABSOLUTE_POS] * beta2 + by * by * (1.0 - beta2);
    let root = (spread * correction2).sqrt() + EPSILON;
    let moved = weights[ABSOLUTE_POS] * shrink - mean * correction1 / root * rate;
    let weight = clamp(moved, -limit, limit);
    new_weights[ABSOLUTE_POS] = weight;
    new_first[ABSOLUTE_POS] = mean;
    new_second[ABSOLUTE_POS] = spread;
    new_ema[ABSOLUTE_POS] = ema[ABSOLUTE_POS] + (weight - ema[ABSOLUTE_POS]) * ema_rate;
}
