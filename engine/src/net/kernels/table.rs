//! What every kernel offers: the functions of its table, and the buffers that they share.

use super::weights::Weights;
use crate::net::{
    aligned::Aligned,
    arch::{Arch, OUTPUTS_MAX},
    tensor::SUM_ONE,
};

/// What a call of [`Kernel::value`](super::Kernel::value) prepares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heads {
    /// The value alone.
    Value,
    /// The policy vector too.
    ValueAndPolicy,
}

/// The buffers of one evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    /// Of the accumulator, `[width]`.
    pub(super) activations: Aligned<u8>,
    /// Of the first layer: `[hidden + policy]`.
    pub(super) first: Aligned<u8>,
    /// Of the second value layer: `[value_hidden]`.
    pub(super) second: Aligned<u8>,
}

impl Scratch {
    /// For nets of this architecture.
    pub(crate) fn new(arch: &Arch) -> Self {
        Self {
            activations: Aligned::new(arch.width),
            first: Aligned::new(arch.hidden + arch.policy),
            second: Aligned::new(arch.value_hidden),
        }
    }
}

/// The functions of a kernel. Their arguments are checked by the methods of [`Kernel`](super::Kernel): all slices have
/// the lengths that the net asks for, all features and policy rows are in range.
///
/// # Safety
/// Of each function: the arguments are as above and the processor has the kernel's instructions.
pub(super) struct Table {
    pub(super) name: &'static str,
    /// `to = from + Σ added rows of the embedding - Σ removed rows`, wrapping.
    pub(super) accumulate: Accumulate,
    /// The value outputs, zeros behind them; fills the scratch.
    pub(super) value: Value,
    /// One sum per row from the policy vector.
    pub(super) policy: Policy,
}

pub(super) type Accumulate =
    unsafe fn(&Weights, from: &[i16], to: &mut [i16], added: &[u32], removed: &[u32]);
pub(super) type Value = unsafe fn(&Weights, accumulator: &[i16], Heads, &mut Scratch) -> [i32; OUTPUTS_MAX];
pub(super) type Policy = unsafe fn(&Weights, vector: &[u8], rows: &[u32], logits: &mut [f32]);

/// A sum in real units, rounded once to the nearest `f32`.
pub(super) fn real(sum: i32) -> f32 {
    const UNIT: f32 = 1.0 / SUM_ONE as f32;
    sum as f32 * UNIT
}
