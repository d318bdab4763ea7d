//! Sets of squares.

use std::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr},
};

/// A set of squares as the bits of an integer; see [`Geometry`](super::geometry::Geometry) for which bit is
/// which square.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No square.
    const EMPTY: Self;
    /// The number of bits.
    const SIZE: u32;

    /// The set of one bit, which has to be below [`SIZE`](Bits::SIZE).
    fn one(bit: u32) -> Self;
    /// All bits below `bit`, which has to be below [`SIZE`](Bits::SIZE).
    fn below(bit: u32) -> Self;
    /// The low bits of `mask`.
    fn from_mask(mask: u128) -> Self;
    /// The set as the low bits of a wide one.
    fn to_mask(self) -> u128;
    /// Whether there is no square.
    fn is_empty(self) -> bool;
    /// The number of squares.
    fn count(self) -> u32;
    /// The lowest bit of a set that is not empty.
    fn lowest(self) -> u32;
    /// The highest bit of a set that is not empty.
    fn highest(self) -> u32;
    /// The bit of a set of one; `None` for other sets.
    fn lowest_if_alone(self) -> Option<u32> {
        (!self.is_empty() && self.without_lowest().is_empty()).then(|| self.lowest())
    }
    /// The set without its lowest bit; the empty set stays empty.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The bits in reverse order, bit 0 exchanged with the highest.
    #[must_use]
    fn reversed(self) -> Self;
    /// The bits `from` and `from + 1` as a number below 4.
    fn pair_at(self, from: u32) -> usize;
    /// The set mixed with others into a hash: see [`fold`].
    fn mix(self, seed: u64) -> u64;

    /// The squares, lowest first.
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Multiplies to 128 bits and folds the halves: every bit of the product depends on many of both factors.
#[inline]
pub(super) fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    (product >> 64) as u64 ^ product as u64
}

/// The squares of a set, lowest bit first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let lowest = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(lowest)
    }
}

macro_rules! integer {
    ($integer:ty, $mix:expr) => {
        impl Bits for $integer {
            const EMPTY: Self = 0;
            const SIZE: u32 = <$integer>::BITS;

            #[inline(always)]
            fn one(bit: u32) -> Self {
                // The mask tells the compiler that the shift cannot overflow.
                1 << (bit & (Self::SIZE - 1))
            }

            #[inline(always)]
            fn below(bit: u32) -> Self {
                Self::one(bit) - 1
            }

            #[inline(always)]
            fn from_mask(mask: u128) -> Self {
                mask as $integer
            }

            #[inline(always)]
            fn to_mask(self) -> u128 {
                u128::from(self)
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn highest(self) -> u32 {
                self.ilog2()
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }

            #[inline(always)]
            fn pair_at(self, from: u32) -> usize {
                ((self >> (from & (Self::SIZE - 1))) & 3) as usize
            }

            #[inline(always)]
            fn mix(self, seed: u64) -> u64 {
                $mix(self, seed)
            }
        }
    };
}

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

integer!(u64, |bits: u64, seed: u64| fold(bits ^ seed, MULTIPLIER ^ seed.rotate_left(32)));
integer!(u128, |bits: u128, seed: u64| {
    fold(bits as u64 ^ seed, (bits >> 64) as u64 ^ MULTIPLIER ^ seed.rotate_left(32))
});
