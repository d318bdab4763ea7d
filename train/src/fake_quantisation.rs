//! Fake quantisation (Jacob et al. 2018): training with weights rounded as the exported net stores them.
//!
//! All layers behind the accumulator run with rounded weights; the gradient updates the exact ones (straight-through
//! estimator, Bengio et al. 2013). So the exported net is the trained one. The accumulator's steps are too fine to
//! matter: it is rounded at export.

use damier_engine::net::{FloatNet, Tensor};
use rayon::prelude::*;

use crate::vectorised::vectorised;

/// Values that one task rounds.
const PER_TASK: usize = 1 << 14;

/// Returns a tensor's values rounded to its quantisation steps, ties to even.
pub fn rounded(net: &FloatNet, tensor: Tensor) -> Vec<f32> {
    let one = tensor.storage().one() as f32;
    // The limit itself need not be a multiple of the step.
    let most = (tensor.limit() * one).floor();
    let exact = net.tensor(tensor);
    let mut on_grid = vec![0.0; exact.len()];
    let tasks = exact.par_chunks(PER_TASK).zip(on_grid.par_chunks_mut(PER_TASK));
    tasks.for_each(|(exact, on_grid)| round_all(exact, on_grid, one, most));
    on_grid
}

vectorised! {
    fn round_all<'a>(exact: &'a [f32], on_grid: &'a mut [f32], one: f32, most: f32) {
        for (exact, on_grid) in exact.iter().zip(on_grid) {
            *on_grid = (exact * one).round_ties_even().clamp(-most, most) / one;
        }
    }
}

/// Returns the net with all weights rounded: quantising it changes no weight.
pub fn round_net(net: &FloatNet) -> FloatNet {
    let mut on_grid = net.clone();
    for tensor in Tensor::ALL {
        *on_grid.tensor_mut(tensor) = rounded(net, tensor);
    }
    on_grid
}
