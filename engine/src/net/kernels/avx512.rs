//! x86-64 with AVX-512 (F, BW, VL), and with VNNI where the processor has it.

use std::arch::x86_64::*;

use super::{
    super::{arch::OUTPUTS_MAX, tensor::ACCUMULATOR_ONE},
    avx2::Avx2,
    forward,
    table::{Heads, Scratch, Table},
    vector::Vector,
    weights::Weights,
};

pub(super) static TABLE: Table = Table { name: "avx512", accumulate, value, policy };
pub(super) static VNNI_TABLE: Table = Table { name: "avx512vnni", accumulate, value: value_vnni, policy };

/// Whether this processor has the instructions of the plain kernel.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
}

/// Whether it has those of the other one.
pub(super) fn is_vnni_available() -> bool {
    is_available() && is_x86_feature_detected!("avx512vnni")
}

// SAFETY: a caller of any of these has checked the arguments and `is_available`, or, for `value_vnni`,
// `is_vnni_available`.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
unsafe fn accumulate(weights: &Weights, from: &[i16], to: &mut [i16], added: &[u32], removed: &[u32]) {
    // SAFETY: the caller's promise.
    unsafe { forward::accumulate::<Avx512>(weights, from, to, added, removed) }
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
unsafe fn value(
    weights: &Weights,
    accumulator: &[i16],
    heads: Heads,
    scratch: &mut Scratch,
) -> [i32; OUTPUTS_MAX] {
    // SAFETY: the caller's promise.
    unsafe { forward::value::<Avx512>(weights, accumulator, heads, scratch) }
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512vnni")]
unsafe fn value_vnni(
    weights: &Weights,
    accumulator: &[i16],
    heads: Heads,
    scratch: &mut Scratch,
) -> [i32; OUTPUTS_MAX] {
    // SAFETY: the caller's promise.
    unsafe { forward::value::<Avx512Vnni>(weights, accumulator, heads, scratch) }
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
unsafe fn policy(weights: &Weights, vector: &[u8], rows: &[u32], logits: &mut [f32]) {
    // SAFETY: the caller's promise.
    unsafe { forward::policy::<Avx512>(weights, vector, rows, logits) }
}

/// 512 bits, products by way of 16-bit pairs.
#[derive(Clone, Copy)]
struct Avx512(__m512i);

/// 512 bits, products in one instruction.
#[derive(Clone, Copy)]
struct Avx512Vnni(Avx512);

// SAFETY (all of it): the trait's promise covers the instructions and the pointers.
#[allow(clippy::undocumented_unsafe_blocks, reason = "one reason covers all blocks of the impl")]
impl Vector for Avx512 {
    const LANES: usize = 16;

    #[inline(always)]
    unsafe fn zero() -> Self {
        unsafe { Self(_mm512_setzero_si512()) }
    }

    #[inline(always)]
    unsafe fn load<T>(from: *const T) -> Self {
        unsafe { Self(_mm512_loadu_si512(from.cast())) }
    }

    #[inline(always)]
    unsafe fn store<T>(self, to: *mut T) {
        unsafe { _mm512_storeu_si512(to.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn add_i16(self, other: Self) -> Self {
        unsafe { Self(_mm512_add_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn sub_i16(self, other: Self) -> Self {
        unsafe { Self(_mm512_sub_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn add_i32(self, other: Self) -> Self {
        unsafe { Self(_mm512_add_epi32(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn splat4(from: *const u8) -> Self {
        unsafe { Self(_mm512_set1_epi32(from.cast::<i32>().read_unaligned())) }
    }

    #[inline(always)]
    unsafe fn dot4(self, values: Self, weights: Self) -> Self {
        unsafe {
            let pairs = _mm512_maddubs_epi16(values.0, weights.0);
            Self(_mm512_add_epi32(self.0, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1))))
        }
    }

    #[inline(always)]
    unsafe fn dot4_twice(first: &mut Self, _: &mut Self, values: [Self; 2], weights: [Self; 2]) {
        unsafe {
            let left = _mm512_maddubs_epi16(values[0].0, weights[0].0);
            let right = _mm512_maddubs_epi16(values[1].0, weights[1].0);
            let pairs = _mm512_add_epi16(left, right);
            first.0 = _mm512_add_epi32(first.0, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
        }
    }

    #[inline(always)]
    unsafe fn activate32(from: *const i16, to: *mut u8) -> u64 {
        unsafe {
            let one = _mm512_set1_epi16(ACCUMULATOR_ONE as i16);
            let sums = _mm512_loadu_si512(from.cast());
            let clipped = _mm512_min_epi16(_mm512_max_epi16(sums, _mm512_setzero_si512()), one);
            // (8s · 2s + 2¹⁴) >> 15 = (s² + 2¹⁰) >> 11
            let squares =
                _mm512_mulhrs_epi16(_mm512_slli_epi16::<3>(clipped), _mm512_slli_epi16::<1>(clipped));
            let packed = _mm512_cvtsepi16_epi8(squares);
            _mm256_storeu_si256(to.cast(), packed);
            u64::from(_mm256_test_epi32_mask(packed, packed))
        }
    }

    #[inline(always)]
    unsafe fn clip16(sums: &[Self], to: *mut u8) {
        unsafe {
            let rounded = _mm512_srai_epi32::<6>(_mm512_add_epi32(sums[0].0, _mm512_set1_epi32(32)));
            let bytes = _mm512_cvtsepi32_epi8(rounded);
            _mm_storeu_si128(to.cast(), _mm_max_epi8(bytes, _mm_setzero_si128()));
        }
    }

    #[inline(always)]
    unsafe fn dot_rows(values: *const u8, rows: [*const i8; 4], length: usize) -> [i32; 4] {
        unsafe { Avx2::dot_rows(values, rows, length) }
    }
}

// SAFETY (all of it): the trait's promise covers the instructions and the pointers.
#[allow(clippy::undocumented_unsafe_blocks, reason = "one reason covers all blocks of the impl")]
impl Vector for Avx512Vnni {
    const LANES: usize = Avx512::LANES;

    #[inline(always)]
    unsafe fn zero() -> Self {
        unsafe { Self(Avx512::zero()) }
    }

    #[inline(always)]
    unsafe fn load<T>(from: *const T) -> Self {
        unsafe { Self(Avx512::load(from)) }
    }

    #[inline(always)]
    unsafe fn store<T>(self, to: *mut T) {
        unsafe { self.0.store(to) }
    }

    #[inline(always)]
    unsafe fn add_i16(self, other: Self) -> Self {
        unsafe { Self(self.0.add_i16(other.0)) }
    }

    #[inline(always)]
    unsafe fn sub_i16(self, other: Self) -> Self {
        unsafe { Self(self.0.sub_i16(other.0)) }
    }

    #[inline(always)]
    unsafe fn add_i32(self, other: Self) -> Self {
        unsafe { Self(self.0.add_i32(other.0)) }
    }

    #[inline(always)]
    unsafe fn splat4(from: *const u8) -> Self {
        unsafe { Self(Avx512::splat4(from)) }
    }

    #[inline(always)]
    unsafe fn dot4(self, values: Self, weights: Self) -> Self {
        unsafe { Self(Avx512(_mm512_dpbusd_epi32(self.0.0, values.0.0, weights.0.0))) }
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
        unsafe { Avx512::activate32(from, to) }
    }

    #[inline(always)]
    unsafe fn clip16(sums: &[Self], to: *mut u8) {
        unsafe { Avx512::clip16(&[sums[0].0], to) }
    }

    #[inline(always)]
    unsafe fn dot_rows(values: *const u8, rows: [*const i8; 4], length: usize) -> [i32; 4] {
        unsafe { Avx512::dot_rows(values, rows, length) }
    }
}
