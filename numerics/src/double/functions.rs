use super::twofold::Twofold;

const LN_2: Twofold = Twofold::new(std::f64::consts::LN_2, 2.3190468138462996e-17);
const LN_10: Twofold = Twofold::new(std::f64::consts::LN_10, -2.1707562233822494e-16);
const LOG10_E: Twofold = Twofold::new(std::f64::consts::LOG10_E, 1.098319650216765e-17);
/// Beyond these exponents e^x is infinite or 0.
const LARGEST_EXPONENT: f64 = 710.0;
const SMALLEST_EXPONENT: f64 = -746.0;

/// Returns e^x.
pub fn exp(x: f64) -> f64 {
    out_of_range(x).unwrap_or_else(|| exp_of(Twofold::of(x)))
}

/// Returns 10^x.
pub fn exp10(x: f64) -> f64 {
    let exponent = x * LN_10.high;
    out_of_range(exponent).unwrap_or_else(|| exp_of(Twofold::of(x).times(LN_10)))
}

/// Returns the natural logarithm.
pub fn ln(x: f64) -> f64 {
    rare_logarithm(x).unwrap_or_else(|| ln_of(x).high)
}

/// Returns the decimal logarithm.
pub fn log10(x: f64) -> f64 {
    rare_logarithm(x).unwrap_or_else(|| ln_of(x).times(LOG10_E).high)
}

/// Returns `base` to an integer power by repeated squaring, which rounds at each step.
pub const fn powi(base: f64, exponent: i32) -> f64 {
    let (mut power, mut square, mut rest) = (1.0, base, exponent.unsigned_abs());
    loop {
        if rest & 1 == 1 {
            power *= square;
        }
        rest >>= 1;
        if rest == 0 {
            break;
        }
        square *= square;
    }
    if exponent < 0 { 1.0 / power } else { power }
}

fn out_of_range(exponent: f64) -> Option<f64> {
    if exponent.is_nan() {
        Some(f64::NAN)
    } else if exponent > LARGEST_EXPONENT {
        Some(f64::INFINITY)
    } else if exponent < SMALLEST_EXPONENT {
        Some(0.0)
    } else {
        None
    }
}

fn rare_logarithm(x: f64) -> Option<f64> {
    if x == 0.0 {
        Some(f64::NEG_INFINITY)
    } else if x < 0.0 || x.is_nan() {
        Some(f64::NAN)
    } else if x == f64::INFINITY {
        Some(x)
    } else {
        None
    }
}

/// Terms of the series of e^x − 1, and of those the ones that need both parts.
const EXPONENTIAL_TERMS: usize = 12;
const PRECISE_EXPONENTIAL_TERMS: usize = 7;
/// 1/1!, 1/2!, …
const INVERSE_FACTORIALS: [Twofold; EXPONENTIAL_TERMS] = {
    let mut inverses = [Twofold::of(1.0); EXPONENTIAL_TERMS];
    let mut term = 1;
    while term < EXPONENTIAL_TERMS {
        inverses[term] = inverses[term - 1].over(Twofold::of((term + 1) as f64));
        term += 1;
    }
    inverses
};

/// e^x = 2^k · (e^r)^32 with x = k · ln 2 + 32 · r, and the Taylor series for e^r − 1, which keeps the bits that a
/// number near 1 would lose.
fn exp_of(x: Twofold) -> f64 {
    const HALVINGS: i32 = 5;
    let whole = (x.high * std::f64::consts::LOG2_E).round();
    let rest = x.minus(LN_2.times(Twofold::of(whole))).scaled(powi(0.5, HALVINGS));
    let mut above_one = rest.times(rest.polynomial(&INVERSE_FACTORIALS, PRECISE_EXPONENTIAL_TERMS));
    for _ in 0..HALVINGS {
        above_one = above_one.scaled(2.0).plus(above_one.times(above_one));
    }
    let power = Twofold::of(1.0).plus(above_one);
    // In two steps, since neither factor may leave the range of numbers that the result is in.
    let half = whole as i32 / 2;
    power.high * power_of_two(half) * power_of_two(whole as i32 - half)
}

/// 2^exponent, which is a normal number.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + BIAS) as u64) << STORED_BITS)
}

/// Terms of the series of artanh x / x in x², and of those the ones that need both parts.
const LOGARITHM_TERMS: usize = 22;
const PRECISE_LOGARITHM_TERMS: usize = 11;
/// 1/1, 1/3, 1/5, …
const INVERSE_ODDS: [Twofold; LOGARITHM_TERMS] = {
    let mut inverses = [Twofold::of(1.0); LOGARITHM_TERMS];
    let mut term = 1;
    while term < LOGARITHM_TERMS {
        inverses[term] = Twofold::of(1.0).over(Twofold::of((2 * term + 1) as f64));
        term += 1;
    }
    inverses
};

/// ln x = k · ln 2 + 2 · artanh((m − 1) / (m + 1)) with x = 2^k · m and m between √½ and √2.
fn ln_of(x: f64) -> Twofold {
    let (exponent, significand) = split(x);
    let one = Twofold::of(1.0);
    let significand = Twofold::of(significand);
    let ratio = significand.minus(one).over(significand.plus(one));
    let series = ratio.times(ratio).polynomial(&INVERSE_ODDS, PRECISE_LOGARITHM_TERMS);
    LN_2.times(Twofold::of(f64::from(exponent))).plus(ratio.times(series).scaled(2.0))
}

const STORED_BITS: u32 = f64::MANTISSA_DIGITS - 1;
const BIAS: i32 = f64::MAX_EXP - 1;

/// A positive number as 2^exponent times a significand between √½ and √2.
fn split(x: f64) -> (i32, f64) {
    if x < f64::MIN_POSITIVE {
        let (exponent, significand) = split(x * powi(2.0, f64::MANTISSA_DIGITS as i32));
        return (exponent - f64::MANTISSA_DIGITS as i32, significand);
    }
    let bits = x.to_bits();
    let exponent = (bits >> STORED_BITS) as i32 - BIAS;
    let significand = f64::from_bits(bits & ((1 << STORED_BITS) - 1) | 1.0_f64.to_bits());
    if significand > std::f64::consts::SQRT_2 {
        (exponent + 1, significand / 2.0)
    } else {
        (exponent, significand)
    }
}
