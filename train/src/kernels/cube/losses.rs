//! The losses of each position, and their derivatives by what the network says.

use burn_cubecl::cubecl::{self, prelude::*};

use super::words::{float, number};

#[cube(launch)]
pub(super) fn policy_gradient(
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
pub(super) fn value_gradient(
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
