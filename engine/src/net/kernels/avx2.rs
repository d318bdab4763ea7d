//! x86-64 with AVX2.

use std::arch::x86_64::*;

use super::{
    super::{
        arch::OUTPUTS_MAX,
        tensor::{ACCUMULATOR_ONE, ACTIVATION_MAX},
    },
    forward,
    table::{Heads, Scratch, Table},
    vector::Vector,
    weights::Weights,
};

pub(super) static TABLE: Table = Table { name: "avx2", accumulate, value, policy };

/// Whether this processor has the instructions.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
}

// SAFETY: a caller of any of the three has checked the arguments and `is_available`.
#[target_feature(enable = "avx2")]
unsafe fn accumulate(weights: &Weights, from: &[i16], to: &mut [i16], added: &[u32], removed: &[u32]) {
    // SAFETY: the caller's promise.
    unsafe { forward::accumulate::<Avx2>(weights, from, to, added, removed) }
}

#[target_feature(enable = "avx2")]
unsafe fn value(
    weights: &Weights,
    accumulator: &[i16],
    heads: Heads,
    scratch: &mut Scratch,
) -> [i32; OUTPUTS_MAX] {
    // SAFETY: the caller's promise.
    unsafe { forward::value::<Avx2>(weights, accumulator, heads, scratch) }
}

#[target_feature(enable = "avx2")]
unsafe fn policy(weights: &Weights, vector: &[u8], rows: &[u32], logits: &mut [f32]) {
    // SAFETY: the caller's promise.
    unsafe { forward::policy::<Avx2>(weights, vector, rows, logits) }
}

/// 256 bits.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// The order of the 64-bit parts that undoes the interleaving of the lane-wise packing instructions.
const UNPACK: i32 = 0b11_01_10_00;

// SAFETY (all of it): the trait's promise covers the instructions and the pointers.
#[allow(clippy::undocumented_unsafe_blocks, reason = "one reason covers all blocks of the impl")]
impl Vector for Avx2 {
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn zero() -> Self {
        unsafe { Self(_mm256_setzero_si256()) }
    }

    #[inline(always)]
    unsafe fn load<T>(from: *const T) -> Self {
        unsafe { Self(_mm256_loadu_si256(from.cast())) }
    }

    #[inline(always)]
    unsafe fn store<T>(self, to: *mut T) {
        unsafe { _mm256_storeu_si256(to.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn add_i16(self, other: Self) -> Self {
        unsafe { Self(_mm256_add_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn sub_i16(self, other: Self) -> Self {
        unsafe { Self(_mm256_sub_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn add_i32(self, other: Self) -> Self {
        unsafe { Self(_mm256_add_epi32(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn splat4(from: *const u8) -> Self {
        unsafe { Self(_mm256_set1_epi32(from.cast::<i32>().read_unaligned())) }
    }

    #[inline(always)]
    unsafe fn dot4(self, values: Self, weights: Self) -> Self {
        unsafe {
            let pairs = _mm256_maddubs_epi16(values.0, weights.0);
            Self(_mm256_add_epi32(self.0, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))))
        }
    }

    #[inline(always)]
    unsafe fn dot4_twice(first: &mut Self, _: &mut Self, values: [Self; 2], weights: [Self; 2]) {
        unsafe {
            let left = _mm256_maddubs_epi16(values[0].0, weights[0].0);
            let right = _mm256_maddubs_epi16(values[1].0, weights[1].0);
            let pairs = _mm256_add_epi16(left, right);
            first.0 = _mm256_add_epi32(first.0, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
        }
    }

    #[inline(always)]
    unsafe fn activate32(from: *const i16, to: *mut u8) -> u64 {
        unsafe {
            let low = activate(_mm256_loadu_si256(from.cast()));
            let high = activate(_mm256_loadu_si256(from.add(16).cast()));
            let packed = _mm256_permute4x64_epi64::<UNPACK>(_mm256_packs_epi16(low, high));
            _mm256_storeu_si256(to.cast(), packed);
            let zeros = _mm256_cmpeq_epi32(packed, _mm256_setzero_si256());
            u64::from(!_mm256_movemask_ps(_mm256_castsi256_ps(zeros)) as u8)
        }
    }

    #[inline(always)]
    unsafe fn clip16(sums: &[Self], to: *mut u8) {
        unsafe {
            let pair = _mm256_packs_epi32(rounded(sums[0].0), rounded(sums[1].0));
            let words = _mm256_permute4x64_epi64::<UNPACK>(pair);
            let bytes = _mm_packs_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
            _mm_storeu_si128(to.cast(), _mm_max_epi8(bytes, _mm_setzero_si128()));
        }
    }

    #[inline(always)]
    unsafe fn dot_rows(values: *const u8, rows: [*const i8; 4], length: usize) -> [i32; 4] {
        unsafe {
            let mut sums = [Self::zero(); 4];
            let mut at = 0;
            while at + 32 <= length {
                let values = Self::load(values.add(at));
                for (sum, row) in sums.iter_mut().zip(rows) {
                    *sum = sum.dot4(values, Self::load(row.add(at)));
                }
                at += 32;
            }
            if at < length {
                let values = load_half(values.add(at));
                for (sum, row) in sums.iter_mut().zip(rows) {
                    *sum = sum.dot4(values, load_half(row.add(at).cast()));
                }
            }
            let [a, b, c, d] = sums.map(|sum| sum.0);
            let halves = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
            let low = _mm256_castsi256_si128(halves);
            let whole = _mm_add_epi32(low, _mm256_extracti128_si256::<1>(halves));
            let mut out = [0; 4];
            _mm_storeu_si128(out.as_mut_ptr().cast(), whole);
            out
        }
    }
}

/// Sixteen bytes and as many zeros.
#[inline(always)]
unsafe fn load_half(from: *const u8) -> Avx2 {
    // SAFETY: the caller is a method of the trait; `from` is valid for 16 bytes.
    unsafe { Avx2(_mm256_zextsi128_si256(_mm_loadu_si128(from.cast()))) }
}

/// Clips and squares 16 accumulator values; 1.0 becomes 128, which the packing afterwards makes 127.
#[inline(always)]
unsafe fn activate(sums: __m256i) -> __m256i {
    // SAFETY: the caller is a method of the trait.
    unsafe {
        let one = _mm256_set1_epi16(ACCUMULATOR_ONE as i16);
        let clipped = _mm256_min_epi16(_mm256_max_epi16(sums, _mm256_setzero_si256()), one);
        // (8s · 2s + 2¹⁴) >> 15 = (s² + 2¹⁰) >> 11
        _mm256_mulhrs_epi16(_mm256_slli_epi16::<3>(clipped), _mm256_slli_epi16::<1>(clipped))
    }
}

/// Takes sums to the scale of activations.
#[inline(always)]
unsafe fn rounded(sums: __m256i) -> __m256i {
    // SAFETY: the caller is a method of the trait.
    unsafe { _mm256_srai_epi32::<6>(_mm256_add_epi32(sums, _mm256_set1_epi32(32))) }
}

const _: () = assert!(ACTIVATION_MAX == i8::MAX as i32, "the packing instructions clip there");
