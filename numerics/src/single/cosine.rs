use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

use super::table;

/// cos x ≈ 1 + C₁·x² + C₂·x⁴ + C₃·x⁶ + C₄·x⁸ for |x| ≤ π/4.
const COSINE: [f64; 4] =
    table([0xbfdf_ffff_fd0c_621c, 0x3fa5_5553_e106_8f19, 0xbf56_c087_e89a_359d, 0x3ef9_9343_027b_f8c3]);
/// sin x ≈ x + S₁·x³ + S₂·x⁵ + S₃·x⁷ for |x| ≤ π/4.
const SINE: [f64; 3] = table([0xbfc5_5554_5995_a603, 0x3f81_1076_0523_0bc4, 0xbf29_94eb_3774_cf24]);
/// Below it π/2 as an `f64` reduces angles exactly enough.
const LARGE: f32 = 120.0;

/// Returns the cosine of an angle in radians. The error is below 0.57 units in the last place.
pub fn cos(x: f32) -> f32 {
    if !x.is_finite() {
        return f32::NAN;
    }
    let (quadrant, rest) = if x.abs() < LARGE { reduced(x) } else { reduced_large(x) };
    match quadrant & 3 {
        0 => cosine(rest),
        1 => sine(-rest),
        2 => -cosine(rest),
        _ => sine(rest),
    }
}

/// Returns the nearest multiple of π/2, by its number, and what is left.
fn reduced(x: f32) -> (i32, f64) {
    const FRACTION_BITS: i32 = 24;
    const SCALE: f64 = FRAC_2_PI * (1 << FRACTION_BITS) as f64;
    let x = f64::from(x);
    let quadrant = ((x * SCALE) as i32 + (1 << (FRACTION_BITS - 1))) >> FRACTION_BITS;
    (quadrant, x - f64::from(quadrant) * FRAC_PI_2)
}

/// The same for |x| ≥ 2 in integers: the significand times those bits of 4/π that matter (Payne and Hanek). The
/// sign is dropped, which the cosine does not see.
fn reduced_large(x: f32) -> (i32, f64) {
    /// The first 192 bits of 4/π behind 24 zeros.
    const BITS: [u8; 27] = [
        0x00, 0x00, 0x00, 0xa2, 0xf9, 0x83, 0x6e, 0x4e, 0x44, 0x15, 0x29, 0xfc, 0x27, 0x57, 0xd1, 0xf5, 0x34,
        0xdd, 0xc0, 0xdb, 0x62, 0x95, 0x99, 0x3c, 0x43, 0x90, 0x41,
    ];
    /// π · 2⁻⁶³
    const UNIT: f64 = f64::from_bits(0x3c19_21fb_5444_2d18);
    let bits = x.to_bits();
    let first = (bits >> 26 & 15) as usize;
    let word = |at: usize| u32::from_be_bytes([BITS[at], BITS[at + 1], BITS[at + 2], BITS[at + 3]]);
    let significand = (bits & 0x00ff_ffff | 0x0080_0000) << (bits >> 23 & 7);
    let product = |at: usize| u64::from(significand) * u64::from(word(at));
    let high = u64::from(significand.wrapping_mul(word(first))) << 32;
    let turns = (high | product(first + 8) >> 32).wrapping_add(product(first + 4));
    let quadrant = turns.wrapping_add(1 << 61) >> 62;
    let rest = turns.wrapping_sub(quadrant << 62) as i64;
    (quadrant as i32, rest as f64 * UNIT)
}

fn cosine(x: f64) -> f32 {
    let [square, fourth, sixth, eighth] = COSINE;
    let squared = x * x;
    let to_fourth = squared * squared;
    let tail = sixth + squared * eighth;
    let head = (1.0 + squared * square) + to_fourth * fourth;
    (head + to_fourth * squared * tail) as f32
}

fn sine(x: f64) -> f32 {
    let [cubic, fifth, seventh] = SINE;
    let squared = x * x;
    let cubed = x * squared;
    let tail = fifth + squared * seventh;
    ((x + cubed * cubic) + cubed * squared * tail) as f32
}
