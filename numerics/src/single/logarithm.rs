use super::table;

/// Parts of the table between two powers of two.
const PARTS: usize = 16;
/// The lower bound of the significands of the table: about 0.7.
const FIRST: u32 = 0x3f33_0000;
/// Stored bits of an `f32`'s significand.
const SIGNIFICAND_BITS: u32 = f32::MANTISSA_DIGITS - 1;
const EXPONENT_MASK: u32 = u32::MAX << SIGNIFICAND_BITS;

/// 1/c for a point c near the middle of each part.
const INVERSES: [f64; PARTS] = table([
    0x3ff6_61ec_79f8_f3be,
    0x3ff5_71ed_4aaf_883d,
    0x3ff4_9539_f0f0_10b0,
    0x3ff3_c995_b0b8_0385,
    0x3ff3_0d19_0c88_64a5,
    0x3ff2_5e22_7b0b_8ea0,
    0x3ff1_bb4a_4a1a_343f,
    0x3ff1_2358_f08a_e5ba,
    0x3ff0_953f_4199_00a7,
    0x3ff0_0000_0000_0000,
    0x3fee_608c_fd9a_47ac,
    0x3fec_a4b3_1f02_6aa0,
    0x3feb_2036_576a_fce6,
    0x3fe9_c2d1_63a1_aa2d,
    0x3fe8_86e6_0378_41ed,
    0x3fe7_67dc_f553_4862,
]);
/// ln c of the same points.
const LOGARITHMS: [f64; PARTS] = table([
    0xbfd5_7bf7_808c_aade,
    0xbfd2_bef0_a7c0_6ddb,
    0xbfd0_1eae_7f51_3a67,
    0xbfcb_31d8_a682_24e9,
    0xbfc6_574f_0ac0_7758,
    0xbfc1_aa2b_c79c_8100,
    0xbfba_4e76_ce8c_0e5e,
    0xbfb1_973c_5a61_1ccc,
    0xbfa2_52f4_38e1_0c1e,
    0x0000_0000_0000_0000,
    0x3faa_a5aa_5df2_5984,
    0x3fbc_5e53_aa36_2eb4,
    0x3fc5_26e5_7720_db08,
    0x3fcb_c286_0d22_4770,
    0x3fd1_058b_c8a0_7ee1,
    0x3fd4_0430_57b6_ee09,
]);
/// log₂ c of the same points.
const BINARY_LOGARITHMS: [f64; PARTS] = table([
    0xbfde_fec6_5b96_3019,
    0xbfdb_0b68_32d4_fca4,
    0xbfd7_418b_0a1f_b77b,
    0xbfd3_9de9_1a6d_cf7b,
    0xbfd0_1d9b_f3f2_b631,
    0xbfc9_7c1d_1b3b_7af0,
    0xbfc2_f9e3_93af_3c9f,
    0xbfb9_60cb_bf78_8d5c,
    0xbfaa_6f9d_b647_5fce,
    0x0000_0000_0000_0000,
    0x3fb3_38ca_9f24_f53d,
    0x3fc4_76a9_5438_91ba,
    0x3fce_840b_4ac4_e4d2,
    0x3fd4_0645_f0c6_651c,
    0x3fd8_8e9c_2c1b_9ff8,
    0x3fdc_e0a4_4eb1_7bcc,
]);
/// ln(1 + r) ≈ r + A₂·r² + A₁·r³ + A₀·r⁴.
const POLYNOMIAL: [f64; 3] = table([0xbfd0_0ea3_48b8_8334, 0x3fd5_575b_0be0_0b6a, 0xbfdf_fffe_f20a_4123]);
/// log₂(1 + r) ≈ A₄·r + A₃·r² + A₂·r³ + A₁·r⁴ + A₀·r⁵.
const BINARY_POLYNOMIAL: [f64; 5] = table([
    0x3fd2_7616_c949_6e0b,
    0xbfd7_1969_a075_c67a,
    0x3fde_c70a_6ca7_badd,
    0xbfe7_1547_48be_f6c8,
    0x3ff7_1547_652a_b82b,
]);

/// Returns the natural logarithm. The error is below 0.82 units in the last place.
#[inline]
pub fn ln(x: f32) -> f32 {
    if (f32::MIN_POSITIVE..f32::INFINITY).contains(&x) { ln_of_bits(x.to_bits()) } else { unusual(x) }
}

/// The natural logarithm of what is no normal positive number.
#[cold]
fn unusual(x: f32) -> f32 {
    if x == 0.0 {
        f32::NEG_INFINITY
    } else if x < 0.0 {
        f32::NAN
    } else if x.is_nan() || x == f32::INFINITY {
        x
    } else {
        ln_of_bits(normalised(x))
    }
}

#[inline(always)]
fn ln_of_bits(bits: u32) -> f32 {
    let Split { part, exponent, rest } = Split::of(bits);
    let [quartic, cubic, square] = POLYNOMIAL;
    let whole = LOGARITHMS[part] + f64::from(exponent) * std::f64::consts::LN_2;
    let squared = rest * rest;
    let tail = quartic * squared + (cubic * rest + square);
    (tail * squared + (whole + rest)) as f32
}

/// Returns the binary logarithm of a positive number, given by its bits as [`normalised`] leaves them.
#[inline(always)]
pub(super) fn log2_of_bits(bits: u32) -> f64 {
    let Split { part, exponent, rest } = Split::of(bits);
    let [fifth, fourth, cubic, square, line] = BINARY_POLYNOMIAL;
    let whole = BINARY_LOGARITHMS[part] + f64::from(exponent);
    let squared = rest * rest;
    let upper = fifth * rest + fourth;
    let middle = cubic * rest + square;
    let lower = middle * squared + (line * rest + whole);
    upper * (squared * squared) + lower
}

/// Returns the bits of a positive subnormal number with an exponent below the smallest.
pub(super) fn normalised(x: f32) -> u32 {
    const UP: f32 = (1 << SIGNIFICAND_BITS) as f32;
    (x * UP).to_bits().wrapping_sub(SIGNIFICAND_BITS << SIGNIFICAND_BITS)
}

/// A positive number as 2^exponent · c · (1 + rest), with c from the table.
struct Split {
    part: usize,
    exponent: i32,
    rest: f64,
}

impl Split {
    #[inline(always)]
    fn of(bits: u32) -> Self {
        let above = bits.wrapping_sub(FIRST);
        let part = (above >> (SIGNIFICAND_BITS - PARTS.ilog2())) as usize % PARTS;
        let significand = f32::from_bits(bits.wrapping_sub(above & EXPONENT_MASK));
        Self {
            part,
            exponent: above as i32 >> SIGNIFICAND_BITS,
            rest: f64::from(significand) * INVERSES[part] - 1.0,
        }
    }
}
