//! 64-bit Arm, where NEON is always there.

use std::arch::aarch64::*;

use super::{
    super::{arch::OUTPUTS_MAX, tensor::ACCUMULATOR_ONE},
    forward,
    table::{Heads, Scratch, Table},
    vector::Vector,
    weights::Weights,
};

pub(super) static TABLE: Table = Table { name: "neon", accumulate, value, policy };

// SAFETY: a caller of any of the three has checked the arguments; every aarch64 processor has NEON.
unsafe fn accumulate(weights: &Weights, from: &[i16], to: &mut [i16], added: &[u32], removed: &[u32]) {
    // SAFETY: the caller's promise.
    unsafe { forward::accumulate::<Neon>(weights, from, to, added, removed) }
}

unsafe fn value(
    weights: &Weights,
    accumulator: &[i16],
    heads: Heads,
    scratch: &mut Scratch,
) -> [i32; OUTPUTS_MAX] {
    // SAFETY: the caller's promise.
    unsafe { forward::value::<Neon>(weights, accumulator, heads, scratch) }
}

unsafe fn policy(weights: &Weights, vector: &[u8], rows: &[u32], logits: &mut [f32]) {
    // SAFETY: the caller's promise.
    unsafe { forward::policy::<Neon>(weights, vector, rows, logits) }
}

/// 128 bits.
#[derive(Clone, Copy)]
struct Neon(int8x16_t);

// SAFETY (all of it): the trait's promise covers the pointers; every aarch64 processor has NEON.
#[allow(clippy::undocumented_unsafe_blocks, reason = "one reason covers all blocks of the impl")]
impl Vector for Neon {
    const LANES: usize = 4;

    #[inline(always)]
    unsafe fn zero() -> Self {
        unsafe { Self(vdupq_n_s8(0)) }
    }

    #[inline(always)]
    unsafe fn load<T>(from: *const T) -> Self {
        unsafe { Self(vld1q_s8(from.cast())) }
    }

    #[inline(always)]
    unsafe fn store<T>(self, to: *mut T) {
        unsafe { vst1q_s8(to.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn add_i16(self, other: Self) -> Self {
        unsafe {
            let sums = vaddq_s16(vreinterpretq_s16_s8(self.0), vreinterpretq_s16_s8(other.0));
            Self(vreinterpretq_s8_s16(sums))
        }
    }

    #[inline(always)]
    unsafe fn sub_i16(self, other: Self) -> Self {
        unsafe {
            let differences = vsubq_s16(vreinterpretq_s16_s8(self.0), vreinterpretq_s16_s8(other.0));
            Self(vreinterpretq_s8_s16(differences))
        }
    }

    #[inline(always)]
    unsafe fn add_i32(self, other: Self) -> Self {
        unsafe { Self(vreinterpretq_s8_s32(vaddq_s32(self.i32(), other.i32()))) }
    }

    #[inline(always)]
    unsafe fn splat4(from: *const u8) -> Self {
        unsafe { Self(vreinterpretq_s8_s32(vdupq_n_s32(from.cast::<i32>().read_unaligned()))) }
    }

    #[inline(always)]
    unsafe fn dot4(self, values: Self, weights: Self) -> Self {
        unsafe {
            let low = vmull_s8(vget_low_s8(values.0), vget_low_s8(weights.0));
            let high = vmull_high_s8(values.0, weights.0);
            // Two products of at most 127 · 128 fit 16 bits together.
            Self(vreinterpretq_s8_s32(vpadalq_s16(self.i32(), vpaddq_s16(low, high))))
        }
    }

    #[inline(always)]
    unsafe fn dot4_twice(first: &mut Self, second: &mut Self, values: [Self; 2], weights: [Self; 2]) {
        unsafe {
            *first = first.dot4(values[0], weights[0]);
            *second = second.dot4(values[1], weights[1]);
        }
    }

    #[inline(always)]
    unsafe fn activate32(from: *const i16, to: *mut u8) -> u64 {
        unsafe {
            let low = vcombine_s8(activate(vld1q_s16(from)), activate(vld1q_s16(from.add(8))));
            let high = vcombine_s8(activate(vld1q_s16(from.add(16))), activate(vld1q_s16(from.add(24))));
            vst1q_s8(to.cast(), low);
            vst1q_s8(to.add(16).cast(), high);
            const BITS: [u8; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
            let nonzero = vcombine_u16(nonzero4(low), nonzero4(high));
            u64::from(vaddv_u8(vand_u8(vmovn_u16(nonzero), vld1_u8(BITS.as_ptr()))))
        }
    }

    #[inline(always)]
    unsafe fn clip16(sums: &[Self], to: *mut u8) {
        unsafe {
            let low = vcombine_s16(rounded(sums[0]), rounded(sums[1]));
            let high = vcombine_s16(rounded(sums[2]), rounded(sums[3]));
            let bytes = vcombine_s8(vqmovn_s16(low), vqmovn_s16(high));
            vst1q_s8(to.cast(), vmaxq_s8(bytes, vdupq_n_s8(0)));
        }
    }

    #[inline(always)]
    unsafe fn dot_rows(values: *const u8, rows: [*const i8; 4], length: usize) -> [i32; 4] {
        unsafe {
            let mut sums = [Self::zero(); 4];
            let mut at = 0;
            while at < length {
                let values = Self::load(values.add(at));
                for (sum, row) in sums.iter_mut().zip(rows) {
                    *sum = sum.dot4(values, Self::load(row.add(at)));
                }
                at += 16;
            }
            let [a, b, c, d] = sums.map(|sum| sum.i32());
            let whole = vpaddq_s32(vpaddq_s32(a, b), vpaddq_s32(c, d));
            let mut out = [0; 4];
            vst1q_s32(out.as_mut_ptr(), whole);
            out
        }
    }
}

impl Neon {
    /// As lanes of 32 bits.
    #[inline(always)]
    unsafe fn i32(self) -> int32x4_t {
        // SAFETY: every aarch64 processor has NEON.
        unsafe { vreinterpretq_s32_s8(self.0) }
    }
}

/// The activations of eight accumulator values.
#[inline(always)]
unsafe fn activate(sums: int16x8_t) -> int8x8_t {
    // SAFETY: every aarch64 processor has NEON.
    unsafe {
        let one = vdupq_n_s16(ACCUMULATOR_ONE as i16);
        let clipped = vminq_s16(vmaxq_s16(sums, vdupq_n_s16(0)), one);
        // (2 · 8s · 2s + 2¹⁵) >> 16 = (s² + 2¹⁰) >> 11; 128 narrows to 127.
        vqmovn_s16(vqrdmulhq_s16(vshlq_n_s16::<3>(clipped), vshlq_n_s16::<1>(clipped)))
    }
}

/// All ones in each of four lanes whose four bytes are not all zero.
#[inline(always)]
unsafe fn nonzero4(bytes: int8x16_t) -> uint16x4_t {
    // SAFETY: every aarch64 processor has NEON.
    unsafe {
        let lanes = vreinterpretq_u32_s8(bytes);
        vmovn_u32(vtstq_u32(lanes, lanes))
    }
}

/// Takes four sums to the scale of activations. The addition wraps as in the reference, which the
/// rounding shift of NEON would not.
#[inline(always)]
unsafe fn rounded(sums: Neon) -> int16x4_t {
    // SAFETY: every aarch64 processor has NEON.
    unsafe { vqmovn_s32(vshrq_n_s32::<6>(vaddq_s32(sums.i32(), vdupq_n_s32(32)))) }
}
