use super::table;

/// Steps of the table between two powers of two.
const STEPS: u64 = 32;
const STEP_BITS: u32 = STEPS.ilog2();
/// Bits of the significand of an `f64` that are stored.
const SIGNIFICAND_BITS: u32 = f64::MANTISSA_DIGITS - 1;
/// The bits of 2^(i/32), rounded to nearest.
const POWERS: [u64; STEPS as usize] = [
    0x3ff0_0000_0000_0000,
    0x3ff0_59b0_d315_8574,
    0x3ff0_b558_6cf9_890f,
    0x3ff1_1301_d012_5b51,
    0x3ff1_72b8_3c7d_517b,
    0x3ff1_d487_3168_b9aa,
    0x3ff2_387a_6e75_6238,
    0x3ff2_9e9d_f51f_dee1,
    0x3ff3_06fe_0a31_b715,
    0x3ff3_71a7_373a_a9cb,
    0x3ff3_dea6_4c12_3422,
    0x3ff4_4e08_6061_892d,
    0x3ff4_bfda_d536_2a27,
    0x3ff5_342b_569d_4f82,
    0x3ff5_ab07_dd48_5429,
    0x3ff6_247e_b03a_5585,
    0x3ff6_a09e_667f_3bcd,
    0x3ff7_1f75_e8ec_5f74,
    0x3ff7_a114_73eb_0187,
    0x3ff8_2589_994c_ce13,
    0x3ff8_ace5_422a_a0db,
    0x3ff9_3737_b0cd_c5e5,
    0x3ff9_c491_82a3_f090,
    0x3ffa_5503_b23e_255d,
    0x3ffa_e89f_995a_d3ad,
    0x3ffb_7f76_f2fb_5e47,
    0x3ffc_199b_dd85_529c,
    0x3ffc_b720_dcef_9069,
    0x3ffd_5818_dcfb_a487,
    0x3ffd_fc97_337b_9b5f,
    0x3ffe_a4af_a2a4_90da,
    0x3fff_5076_5b6e_4540,
];
/// 2^r ≈ 1 + C₂·r + C₁·r² + C₀·r³ for |r| ≤ 1/64.
const POLYNOMIAL: [f64; 3] = table([0x3fac_6af8_4b91_2394, 0x3fce_bfce_50fa_c4f3, 0x3fe6_2e42_ff0c_52d6]);
/// Added and subtracted, it rounds a number below 2⁵¹ to the nearest integer.
const SHIFT: f64 = 6_755_399_441_055_744.0;
/// Between this and its negative e^x is a normal `f32`.
const UNUSUAL: f32 = 87.0;
/// Above it e^x is no `f32`: ln 2¹²⁸.
const OVERFLOW: f32 = f32::from_bits(0x42b1_7217);
/// Below it e^x rounds to 0: ln 2⁻¹⁵⁰.
const UNDERFLOW: f32 = f32::from_bits(0xc2cf_f1b4);

/// Returns e^x. The error is below 0.51 units in the last place.
#[inline]
pub fn exp(x: f32) -> f32 {
    const SCALE: f64 = std::f64::consts::LOG2_E * STEPS as f64;
    const SCALED: [f64; 3] = {
        let [cube, square, line] = POLYNOMIAL;
        let steps = STEPS as f64;
        [cube / steps / steps / steps, square / steps / steps, line / steps]
    };
    if !(-UNUSUAL..UNUSUAL).contains(&x)
        && let Some(result) = unusual(x)
    {
        return result;
    }
    // x / ln 2 · 32 = whole + rest, |rest| ≤ 1/2
    let scaled = SCALE * f64::from(x);
    let shifted = scaled + SHIFT;
    let rest = scaled - (shifted - SHIFT);
    power_of_two(shifted.to_bits(), rest, SCALED)
}

/// Returns e^x where that is no positive finite `f32`.
#[cold]
fn unusual(x: f32) -> Option<f32> {
    if x.is_nan() {
        Some(x)
    } else if x > OVERFLOW {
        Some(f32::INFINITY)
    } else if x < UNDERFLOW {
        Some(0.0)
    } else {
        None
    }
}

/// Returns 2^x for |x| ≤ 1021.
#[inline(always)]
pub(super) fn exp2(x: f64) -> f32 {
    const FINE_SHIFT: f64 = SHIFT / STEPS as f64;
    let shifted = x + FINE_SHIFT;
    let rest = x - (shifted - FINE_SHIFT);
    power_of_two(shifted.to_bits(), rest, POLYNOMIAL)
}

/// Returns 2^(steps/32) times the polynomial's value at `rest`.
#[inline(always)]
fn power_of_two(steps: u64, rest: f64, [cube, square, line]: [f64; 3]) -> f32 {
    let power = POWERS[(steps % STEPS) as usize];
    // Whole powers of two are added to the exponent.
    let scale = f64::from_bits(power.wrapping_add((steps & !(STEPS - 1)) << (SIGNIFICAND_BITS - STEP_BITS)));
    let upper = cube * rest + square;
    let lower = line * rest + 1.0;
    ((upper * (rest * rest) + lower) * scale) as f32
}
