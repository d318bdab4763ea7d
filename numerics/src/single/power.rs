use super::{
    exponential::exp2,
    logarithm::{log2_of_bits, normalised},
};

/// Returns x^y. The error is below 0.83 units in the last place; signs, zeros, infinities and NaN are those of
/// [`f32::powf`] (IEEE 754 `pow`).
pub fn powf(x: f32, y: f32) -> f32 {
    if y == 0.0 || x == 1.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() {
        return f32::NAN;
    }
    if y.is_infinite() {
        return to_infinity(x, y);
    }
    let negative = x.is_sign_negative();
    let parity = Parity::of(y);
    let sign = if negative && parity == Parity::Odd { -1.0 } else { 1.0 };
    if x == 0.0 || x.is_infinite() {
        let grows = (x == 0.0) == (y < 0.0);
        return sign * if grows { f32::INFINITY } else { 0.0 };
    }
    if negative && parity == Parity::Fraction {
        return f32::NAN;
    }
    sign * of_positive(x.abs(), y)
}

/// Returns x^±∞.
fn to_infinity(x: f32, y: f32) -> f32 {
    if x.abs() == 1.0 {
        1.0
    } else if (x.abs() > 1.0) == (y > 0.0) {
        f32::INFINITY
    } else {
        0.0
    }
}

fn of_positive(x: f32, y: f32) -> f32 {
    /// Above it the power is no `f32`.
    const OVERFLOW: f64 = f64::from_bits(0x405f_ffff_ffd1_d571);
    /// From here on the power rounds to 0.
    const UNDERFLOW: f64 = -150.0;
    let bits = if x < f32::MIN_POSITIVE { normalised(x) } else { x.to_bits() };
    let exponent = f64::from(y) * log2_of_bits(bits);
    if exponent > OVERFLOW {
        f32::INFINITY
    } else if exponent <= UNDERFLOW {
        0.0
    } else {
        exp2(exponent)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Parity {
    Even,
    Odd,
    Fraction,
}

impl Parity {
    /// The parity of a finite number; every `f32` from 2²⁴ on is even.
    fn of(y: f32) -> Self {
        const ALL_EVEN: f32 = (1 << f32::MANTISSA_DIGITS) as f32;
        if y.abs() >= ALL_EVEN {
            return Self::Even;
        }
        match (y == y.trunc(), y as i32 % 2 == 0) {
            (false, _) => Self::Fraction,
            (true, true) => Self::Even,
            (true, false) => Self::Odd,
        }
    }
}
