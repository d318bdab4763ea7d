//! Inference kernels of a net: a scalar one and one per instruction set, equal bit for bit.
//!
//! Its unsafe code is intrinsics and the pointers of their loads and stores. Every vector kernel is the code of
//! `forward` over one implementation of `Vector`; `scalar` is the reference they are tested against.

#![allow(unsafe_code)]
#![cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(dead_code))]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod chunks;
mod forward;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
mod table;
mod vector;
mod weights;

#[cfg(test)]
mod tests;

use std::fmt;

pub(crate) use self::table::{Heads, Scratch};
use self::table::{Table, real};
pub(crate) use self::weights::Weights;
use super::arch::OUTPUTS_MAX;

/// A kernel that this processor can run.
#[derive(Clone, Copy)]
pub struct Kernel(&'static Table);

impl Kernel {
    /// The fastest one.
    pub fn detect() -> Self {
        Self::available()[0]
    }

    /// The plain reference, which every processor can run.
    pub fn scalar() -> Self {
        Self(&scalar::TABLE)
    }

    /// All that this processor can run, the fastest first, `scalar` last.
    pub fn available() -> Vec<Self> {
        let mut kernels = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let known = [
                (avx512::is_vnni_available(), &avx512::VNNI_TABLE),
                (avx512::is_available(), &avx512::TABLE),
                (avx2::is_available(), &avx2::TABLE),
            ];
            kernels
                .extend(known.into_iter().filter(|(available, _)| *available).map(|(_, table)| Self(table)));
        }
        #[cfg(target_arch = "aarch64")]
        kernels.push(Self(&neon::TABLE));
        kernels.push(Self::scalar());
        kernels
    }

    /// The kernel of that name (`scalar`, `avx2`, `avx512`, `avx512vnni`, `neon`); `None` where there is
    /// none or this processor cannot run it.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::available().into_iter().find(|kernel| kernel.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// `to = from + Σ added rows of the embedding - Σ removed rows`.
    ///
    /// # Panics
    /// If a feature is out of range, or a slice is not as long as the net is wide.
    pub(crate) fn accumulate(
        self,
        weights: &Weights,
        from: &[i16],
        to: &mut [i16],
        added: &[u32],
        removed: &[u32],
    ) {
        let arch = &weights.arch;
        assert!(from.len() == arch.width && to.len() == arch.width);
        assert!(added.iter().chain(removed).all(|feature| (*feature as usize) < arch.features));
        // SAFETY: the arguments are checked; a `Kernel` exists only where the processor can run it.
        unsafe { (self.0.accumulate)(weights, from, to, added, removed) }
    }

    /// The value outputs (see [`Arch::outputs`]; zeros behind them) from an accumulator; leaves the
    /// policy vector in `scratch` where `heads` asks for it.
    ///
    /// # Panics
    /// If the accumulator or the scratch is of another architecture.
    pub(crate) fn value(
        self,
        weights: &Weights,
        accumulator: &[i16],
        heads: Heads,
        scratch: &mut Scratch,
    ) -> [f32; OUTPUTS_MAX] {
        let arch = &weights.arch;
        assert!(accumulator.len() == arch.width && scratch.activations.len() == arch.width);
        assert!(scratch.first.len() == arch.hidden + arch.policy);
        assert!(scratch.second.len() == arch.value_hidden);
        // SAFETY: the arguments are checked; a `Kernel` exists only where the processor can run it.
        unsafe { (self.0.value)(weights, accumulator, heads, scratch) }.map(real)
    }

    /// The logits of policy `rows` after [`value`](Kernel::value) with the same scratch.
    ///
    /// # Panics
    /// If a row is out of range, `logits` is not as long as `rows`, or the scratch is of another
    /// architecture.
    pub(crate) fn policy(self, weights: &Weights, scratch: &Scratch, rows: &[u32], logits: &mut [f32]) {
        let arch = &weights.arch;
        let vector = &scratch.first[arch.hidden..];
        assert!(vector.len() == arch.policy && rows.len() == logits.len());
        assert!(rows.iter().all(|row| (*row as usize) < arch.policy_rows));
        // SAFETY: the arguments are checked; a `Kernel` exists only where the processor can run it.
        unsafe { (self.0.policy)(weights, vector, rows, logits) }
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Kernel({})", self.name())
    }
}

impl PartialEq for Kernel {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Kernel {}
