//! Seeds for parts of a whole that is seeded once.

/// 2⁶⁴ divided by the golden ratio: multiples of it are spread evenly.
const STRIDE: u64 = 0x9E37_79B9_7F4A_7C15;

/// The seed of part `index`; generators hash it further.
pub(crate) fn of_part(seed: u64, index: usize) -> u64 {
    seed.wrapping_add(STRIDE.wrapping_mul(index as u64 + 1))
}
