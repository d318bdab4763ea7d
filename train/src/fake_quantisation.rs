//! The numbers that a quantised weight can be.
//!
//! Everything behind the accumulator learns with its weights rounded to what the exported net will have:
//! the rounded weights judge, and the derivative is applied to the exact ones (the straight-through
//! estimator). The exported net therefore is the one that was trained, not a rounded copy of it. The
//! accumulator's grid is too fine to matter while training; it is rounded when the net is exported.

use damier_engine::net::{FloatNet, Tensor};
use rayon::prelude::*;

use crate::vectorised::vectorised;

/// Values that one thread rounds: chess has two million of them in every step.
const PER_TASK: usize = 1 << 14;

/// The value on the tensor's grid that is nearest to each value, ties to even.
pub fn rounded(net: &FloatNet, tensor: Tensor) -> Vec<f32> {
    let one = tensor.storage().one() as f32;
    // The limit itself need not lie on the grid.
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

/// The whole net on its grid: quantising it changes no weight.
pub fn round_net(net: &FloatNet) -> FloatNet {
    let mut on_grid = net.clone();
    for tensor in Tensor::ALL {
        *on_grid.tensor_mut(tensor) = rounded(net, tensor);
    }
    on_grid
}
