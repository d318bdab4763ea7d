//! The standard normal distribution.

use damier_numerics::double;

/// Half the width of the interval that holds 95 % of the distribution.
pub(super) const HALF_WIDTH_OF_95_PERCENT: f64 = 1.959_963_984_540_054;
/// Further out there is less than half a unit in the last place of 1.
const FARTHEST: f64 = 8.3;

/// Returns the probability of values up to `x`, with an error below 10⁻¹⁵.
///
/// Φ(x) = ½ + φ(x) · (x + x³/3 + x⁵/(3·5) + …): Marsaglia, "Evaluating the normal distribution" (Transcript of
/// Statistical Software 11, 2004).
pub(super) fn cumulative(x: f64) -> f64 {
    const SQRT_2_PI: f64 = 2.506_628_274_631_000_7;
    if x.is_nan() {
        return x;
    }
    if x.abs() > FARTHEST {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    loop {
        odd += 2.0;
        term *= x * x / odd;
        let next = sum + term;
        if next == sum {
            return 0.5 + sum * double::exp(-0.5 * x * x) / SQRT_2_PI;
        }
        sum = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::Interval;

    /// Values of Abramowitz and Stegun, table 26.1.
    #[test]
    fn probabilities() {
        for (x, probability) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (1.5, 0.933_192_798_731_142),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_37),
            (5.0, 0.999_999_713_348_428),
        ] {
            assert!((cumulative(x) - probability).abs() < 2e-15, "{x}");
            assert!((cumulative(-x) - (1.0 - probability)).abs() < 2e-15, "-{x}");
        }
        assert_eq!([cumulative(-1e9), cumulative(1e9)], [0.0, 1.0]);
        assert!((cumulative(8.2) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn the_interval_has_its_confidence() {
        let inside = cumulative(HALF_WIDTH_OF_95_PERCENT) - cumulative(-HALF_WIDTH_OF_95_PERCENT);
        assert!((inside - Interval::CONFIDENCE).abs() < 1e-15);
    }
}
