//! The dense middle of the network: from activations to the value outputs and the policy vector, and back.

use damier_engine::net::{FloatNet, Tensor as Name};

use crate::{
    fake_quantisation,
    matrix::{View, column_sums, product},
};

/// The weights of the middle, rounded to their grid.
#[derive(Clone, Debug)]
pub struct Dense {
    l1_bias: Vec<f32>,
    l1: Vec<f32>,
    l2_bias: Vec<f32>,
    l2: Vec<f32>,
    l3_bias: Vec<f32>,
    l3: Vec<f32>,
    hidden: usize,
}

/// What the middle computes for a batch.
#[derive(Clone, Debug)]
pub struct Middle {
    /// The sums of the first layer before they are clamped, `[positions, hidden + policy]`.
    first_sums: Vec<f32>,
    /// The first layer, `[positions, hidden + policy]`.
    first: Vec<f32>,
    /// The sums of the second layer before they are clamped, `[positions, value_hidden]`.
    second_sums: Vec<f32>,
    /// The second layer, `[positions, value_hidden]`.
    second: Vec<f32>,
    /// `[positions, classes + 1]`: logits of the value's classes, moves left.
    pub outputs: Vec<f32>,
}

/// The derivatives of a loss by the weights of the middle, and by what goes into it.
#[derive(Clone, Debug)]
pub struct Gradients {
    /// By the weights, in the order of [`Dense::NAMES`].
    pub weights: [Vec<f32>; 6],
    /// By the activations, `[positions, width]`.
    pub activations: Option<Vec<f32>>,
}

impl Dense {
    /// Which tensors of the network these are.
    pub const NAMES: [Name; 6] = [Name::L1Bias, Name::L1, Name::L2Bias, Name::L2, Name::L3Bias, Name::L3];

    /// Copies the weights of a net, rounded to their grid.
    pub fn of(net: &FloatNet) -> Self {
        let [l1_bias, l1, l2_bias, l2, l3_bias, l3] =
            Self::NAMES.map(|name| fake_quantisation::rounded(net, name));
        Self { l1_bias, l1, l2_bias, l2, l3_bias, l3, hidden: net.arch.hidden }
    }

    /// From `[positions, width]` activations; the first `hidden` units of the first layer are the value's.
    pub fn forward(&self, activations: &[f32]) -> Middle {
        let width = self.l1.len() / self.units();
        let first_sums = layer(View::new(activations, width), &self.l1, &self.l1_bias);
        let first = clamped(&first_sums);
        let value = View::new(&first, self.units()).first_columns(self.hidden);
        let second_sums = layer(value, &self.l2, &self.l2_bias);
        let second = clamped(&second_sums);
        let outputs = layer(View::new(&second, self.l2_bias.len()), &self.l3, &self.l3_bias);
        Middle { first_sums, first, second_sums, second, outputs }
    }

    /// The part of the first layer that the policy rows are multiplied with, `[positions, policy]`.
    pub fn policy_vectors(&self, middle: &Middle) -> Vec<f32> {
        let rows = middle.first.chunks_exact(self.units());
        rows.flat_map(|row| &row[self.hidden..]).copied().collect()
    }

    /// Takes a loss's derivatives by the policy vectors, `[positions, policy]`, and by the outputs back; without the latter
    /// nothing is learned but the policy, and there is no derivative by the activations.
    pub fn backward(
        &self,
        middle: &Middle,
        activations: &[f32],
        grad_policy: &[f32],
        grad_output: Option<&[f32]>,
    ) -> Gradients {
        let (units, value_hidden, outputs) = (self.units(), self.l2_bias.len(), self.l3_bias.len());
        let width = self.l1.len() / units;
        let value = grad_output.map(|grad_output| {
            let grad_output = View::new(grad_output, outputs);
            let mut grad_second = product(grad_output, View::new(&self.l3, value_hidden));
            stop_clamped(&mut grad_second, &middle.second_sums);
            let l3 = product(grad_output.transposed(), View::new(&middle.second, value_hidden));
            (grad_second, l3)
        });
        let grad_value = value.as_ref().map(|(grad_second, _)| {
            product(View::new(grad_second, value_hidden), View::new(&self.l2, self.hidden))
        });
        let mut grad_first = vec![0.0; middle.first.len()];
        let policy = units - self.hidden;
        for (position, row) in grad_first.chunks_exact_mut(units).enumerate() {
            if let Some(grad_value) = &grad_value {
                row[..self.hidden].copy_from_slice(&grad_value[position * self.hidden..][..self.hidden]);
            }
            row[self.hidden..].copy_from_slice(&grad_policy[position * policy..][..policy]);
        }
        stop_clamped(&mut grad_first, &middle.first_sums);

        let grad_first_view = View::new(&grad_first, units);
        let l1 = product(grad_first_view.transposed(), View::new(activations, width));
        let l1_bias = column_sums(&grad_first, units);
        let activations = grad_output.map(|_| product(grad_first_view, View::new(&self.l1, width)));
        let [l2_bias, l2, l3_bias, l3] = match value.zip(grad_output) {
            Some(((grad_second, l3), grad_output)) => {
                let below = View::new(&middle.first, units).first_columns(self.hidden);
                let l2 = product(View::new(&grad_second, value_hidden).transposed(), below);
                [column_sums(&grad_second, value_hidden), l2, column_sums(grad_output, outputs), l3]
            }
            None => [&self.l2_bias, &self.l2, &self.l3_bias, &self.l3].map(|tensor| vec![0.0; tensor.len()]),
        };
        Gradients { weights: [l1_bias, l1, l2_bias, l2, l3_bias, l3], activations }
    }

    /// Units of the first layer: those of the value and those of the policy.
    fn units(&self) -> usize {
        self.l1_bias.len()
    }
}

/// `input · weightsᵀ + bias`, where `weights` are `[units, inputs]`.
fn layer(input: View<'_>, weights: &[f32], bias: &[f32]) -> Vec<f32> {
    let units = bias.len();
    let mut sums = product(input, View::new(weights, weights.len() / units).transposed());
    for row in sums.chunks_exact_mut(units) {
        for (sum, bias) in row.iter_mut().zip(bias) {
            *sum += bias;
        }
    }
    sums
}

fn clamped(sums: &[f32]) -> Vec<f32> {
    sums.iter().map(|sum| sum.clamp(0.0, 1.0)).collect()
}

/// Clears the derivatives by sums that were clamped.
fn stop_clamped(gradient: &mut [f32], sums: &[f32]) {
    for (gradient, sum) in gradient.iter_mut().zip(sums) {
        if !(0.0..=1.0).contains(sum) {
            *gradient = 0.0;
        }
    }
}
