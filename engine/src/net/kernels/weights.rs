//! The weights of a net as the kernels read them.

use super::chunks::{Chunks, INTERLEAVE};
use crate::net::{aligned::Aligned, arch::Arch, tensor::Tensors};

/// Quantised weights, aligned for vector loads, with the layouts that the kernels add.
///
/// Row-major, shapes as in [`Tensor`](crate::net::Tensor).
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Weights {
    pub(in crate::net) arch: Arch,
    pub(in crate::net) embedding_bias: Aligned<i16>,
    pub(super) embedding: Aligned<i16>,
    pub(super) l1_bias: Aligned<i32>,
    pub(super) l2_bias: Aligned<i32>,
    pub(super) l3_bias: Aligned<i32>,
    pub(super) l3: Aligned<i8>,
    pub(super) policy_bias: Aligned<i32>,
    pub(super) policy: Aligned<i8>,
    pub(super) l1: Aligned<i8>,
    pub(super) l2: Aligned<i8>,
    /// `[inputs / 4, outputs, 4]`: four consecutive inputs of every output side by side, which is what the four-way dot
    /// products of the vector kernels take.
    pub(super) l1_interleaved: Aligned<i8>,
    /// Likewise.
    pub(super) l2_interleaved: Aligned<i8>,
    pub(super) l1_small: Chunks,
    pub(super) l2_small: Chunks,
}

impl Weights {
    /// Lays out tensors whose lengths are those of `arch`.
    pub(in crate::net) fn new(arch: Arch, tensors: &Tensors) -> Self {
        let l1_interleaved = interleaved(&tensors.l1, arch.width);
        let l2_interleaved = interleaved(&tensors.l2, arch.hidden);
        Self {
            embedding_bias: Aligned::from_slice(&tensors.embedding_bias),
            embedding: Aligned::from_slice(&tensors.embedding),
            l1_bias: Aligned::from_slice(&tensors.l1_bias),
            l2_bias: Aligned::from_slice(&tensors.l2_bias),
            l3_bias: Aligned::from_slice(&tensors.l3_bias),
            l3: Aligned::from_slice(&tensors.l3),
            policy_bias: Aligned::from_slice(&tensors.policy_bias),
            policy: Aligned::from_slice(&tensors.policy),
            l1: Aligned::from_slice(&tensors.l1),
            l2: Aligned::from_slice(&tensors.l2),
            l1_small: Chunks::small(&l1_interleaved, arch.hidden + arch.policy),
            l2_small: Chunks::small(&l2_interleaved, arch.value_hidden),
            l1_interleaved,
            l2_interleaved,
            arch,
        }
    }

    /// Returns the tensors, row-major.
    pub(in crate::net) fn tensors(&self) -> Tensors {
        Tensors {
            embedding_bias: self.embedding_bias.to_vec(),
            embedding: self.embedding.to_vec(),
            l1_bias: self.l1_bias.to_vec(),
            l1: self.l1.to_vec(),
            l2_bias: self.l2_bias.to_vec(),
            l2: self.l2.to_vec(),
            l3_bias: self.l3_bias.to_vec(),
            l3: self.l3.to_vec(),
            policy_bias: self.policy_bias.to_vec(),
            policy: self.policy.to_vec(),
        }
    }
}

fn interleaved(matrix: &[i8], inputs: usize) -> Aligned<i8> {
    let outputs = matrix.len() / inputs;
    let mut out = Aligned::new(matrix.len());
    for (output, row) in matrix.chunks_exact(inputs).enumerate() {
        for (chunk, weights) in row.chunks_exact(INTERLEAVE).enumerate() {
            let at = (chunk * outputs + output) * INTERLEAVE;
            out[at..at + INTERLEAVE].copy_from_slice(weights);
        }
    }
    out
}
