//! Numbers of twice the precision: unevaluated sums of two `f64` (Dekker 1971; Hida, Li and Bailey 2001). All of it
//! is `const`, so that tables are computed by the compiler, which rounds as IEEE 754 says, too.

/// `high + low` with `|low|` at most half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Twofold {
    pub(super) high: f64,
    pub(super) low: f64,
}

impl Twofold {
    pub(super) const fn new(high: f64, low: f64) -> Self {
        Self { high, low }
    }

    /// Returns a number of single precision, exactly.
    pub(super) const fn of(high: f64) -> Self {
        Self { high, low: 0.0 }
    }

    /// Returns the exact sum of two numbers (Knuth).
    const fn sum(one: f64, other: f64) -> Self {
        let high = one + other;
        let added = high - one;
        Self { high, low: (one - (high - added)) + (other - added) }
    }

    /// Returns the exact sum where `|large| ≥ |small|` (Dekker).
    const fn quick_sum(large: f64, small: f64) -> Self {
        let high = large + small;
        Self { high, low: small - (high - large) }
    }

    /// Returns the exact product of two numbers whose halves neither overflow nor underflow (Dekker).
    const fn product(one: f64, other: f64) -> Self {
        let high = one * other;
        let ((a, b), (c, d)) = (halves(one), halves(other));
        Self { high, low: ((a * c - high) + a * d + b * c) + b * d }
    }

    /// Returns the sum, with an error of a few 2⁻¹⁰⁶.
    pub(super) const fn plus(self, other: Self) -> Self {
        let (high, low) = (Self::sum(self.high, other.high), Self::sum(self.low, other.low));
        let sum = Self::quick_sum(high.high, high.low + low.high);
        Self::quick_sum(sum.high, sum.low + low.low)
    }

    /// Returns the difference, with an error of a few 2⁻¹⁰⁶.
    pub(super) const fn minus(self, other: Self) -> Self {
        self.plus(Self { high: -other.high, low: -other.low })
    }

    /// Returns the product, with an error of a few 2⁻¹⁰⁴.
    pub(super) const fn times(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        Self::quick_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }

    /// Returns the quotient, with an error of a few 2⁻¹⁰⁴.
    pub(super) const fn over(self, divisor: Self) -> Self {
        let first = self.high / divisor.high;
        let left = self.minus(divisor.times(Self::of(first)));
        let second = left.high / divisor.high;
        let left = left.minus(divisor.times(Self::of(second)));
        Self::quick_sum(first, second).plus(Self::of(left.high / divisor.high))
    }

    /// Returns the product with a power of two, exactly.
    pub(super) const fn scaled(self, power: f64) -> Self {
        Self { high: self.high * power, low: self.low * power }
    }

    /// Returns the value of a polynomial, its coefficients given from the constant on. Those from `precise` on are too
    /// small for their lower parts to matter.
    pub(super) fn polynomial(self, coefficients: &[Self], precise: usize) -> Self {
        let (upper, lower) = coefficients.split_at(precise);
        let tail = lower.iter().rev().fold(0.0, |sum, coefficient| sum * self.high + coefficient.high);
        upper.iter().rev().fold(Self::of(tail), |sum, coefficient| self.times(sum).plus(*coefficient))
    }
}

/// Returns the upper and the lower 26 bits (Veltkamp).
const fn halves(number: f64) -> (f64, f64) {
    const SPLITTER: f64 = 134_217_729.0;
    let spread = number * SPLITTER;
    let upper = spread - (spread - number);
    (upper, number - upper)
}
