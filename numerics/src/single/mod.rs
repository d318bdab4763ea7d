//! Elementary functions of `f32`, computed in `f64` without fused multiply-add.
//!
//! The algorithms, tables and polynomials are those of ARM's optimized routines (`expf.c`, `logf.c`, `powf.c`,
//! `cosf.c`; licence in `numerics/LICENSE-ARM`), which glibc and musl use as well. Where those libraries are compiled
//! without fused multiply-add, the results are equal for every argument. With it, some of the 2³² arguments differ in
//! the last bit: `numerics/tests/system.rs` counts them.

mod cosine;
mod exponential;
mod logarithm;
mod power;
mod softmax;

pub use self::{
    cosine::cos,
    exponential::exp,
    logarithm::ln,
    power::powf,
    softmax::{Normaliser, exponentials, log_softmax, softmax},
};

/// Returns the numbers of the given bits, so that tables can be written as the source has them.
const fn table<const N: usize>(bits: [u64; N]) -> [f64; N] {
    let mut numbers = [0.0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = f64::from_bits(bits[index]);
        index += 1;
    }
    numbers
}
