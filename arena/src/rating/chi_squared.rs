//! Pearson's test of homogeneity: whether several groups have outcomes of the same distribution.

use damier_numerics::double;

use super::normal::cumulative;

/// The result of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChiSquared {
    /// The statistic.
    pub statistic: f64,
    /// Its degrees of freedom, 1 or more.
    pub degrees: u32,
}

impl ChiSquared {
    /// Compares the counts of groups, one row each. Columns without any count are left out.
    ///
    /// Returns `None` where nothing can be compared: fewer than two groups with counts, or one kind of outcome.
    pub fn of<const KINDS: usize>(groups: &[[u64; KINDS]]) -> Option<Self> {
        let sums: Vec<f64> = groups.iter().map(|group| group.iter().sum::<u64>() as f64).collect();
        let kinds: Vec<f64> =
            (0..KINDS).map(|kind| groups.iter().map(|group| group[kind]).sum::<u64>() as f64).collect();
        let total: f64 = sums.iter().sum();
        let many = |counts: &[f64]| counts.iter().filter(|count| **count > 0.0).count() as u32;
        let degrees = many(&sums).checked_sub(1)? * many(&kinds).checked_sub(1)?;
        let mut statistic = 0.0;
        for (group, sum) in groups.iter().zip(&sums) {
            for (count, kind) in group.iter().zip(&kinds) {
                let expected = sum * kind / total;
                if expected > 0.0 {
                    let difference = *count as f64 - expected;
                    statistic += difference * difference / expected;
                }
            }
        }
        (degrees > 0).then_some(Self { statistic, degrees })
    }

    /// Returns the probability of a statistic at least as large where all groups have the same distribution.
    ///
    /// The upper incomplete gamma function by its recurrence from ½ or 1 on: Abramowitz and Stegun, 26.4.4 and 26.4.5.
    pub fn probability(&self) -> f64 {
        let half = self.statistic / 2.0;
        let (mut order, mut sum, mut term) = if self.degrees.is_multiple_of(2) {
            (1.0, double::exp(-half), half * double::exp(-half))
        } else {
            const SQRT_PI: f64 = 1.772_453_850_905_516;
            let root = self.statistic.sqrt();
            (0.5, 2.0 * cumulative(-root), double::exp(-half) * half.sqrt() / (SQRT_PI / 2.0))
        };
        while 2.0 * order + 0.5 < f64::from(self.degrees) {
            sum += term;
            order += 1.0;
            term *= half / order;
        }
        sum.clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of Abramowitz and Stegun, table 26.8.
    #[test]
    fn probabilities() {
        for (degrees, statistic, probability) in [
            (1, 3.841_46, 0.05),
            (1, 6.634_90, 0.01),
            (2, 5.991_47, 0.05),
            (3, 7.814_73, 0.05),
            (4, 9.487_73, 0.05),
            (5, 15.086_3, 0.01),
            (7, 6.345_81, 0.5),
            (10, 18.307_0, 0.05),
            (30, 43.772_9, 0.05),
        ] {
            let found = ChiSquared { statistic, degrees }.probability();
            assert!((found - probability).abs() < 2e-6, "{degrees} {statistic}: {found}");
        }
        assert_eq!(ChiSquared { statistic: 0.0, degrees: 4 }.probability(), 1.0);
    }

    #[test]
    fn the_statistic_compares_with_what_all_have_in_common() {
        // By hand: all expected counts are 15, and differ by 5.
        let test = ChiSquared::of(&[[10, 20], [20, 10]]).expect("two groups");
        assert!((test.statistic - 4.0 * 25.0 / 15.0).abs() < 1e-12 && test.degrees == 1);
        let equal = ChiSquared::of(&[[5, 10, 5], [10, 20, 10], [0, 0, 0]]).expect("two groups");
        assert_eq!((equal.statistic, equal.degrees), (0.0, 2));
        assert_eq!(ChiSquared::of(&[[3, 0, 7], [5, 0, 1]]).map(|test| test.degrees), Some(1));
        for nothing in [&[[1, 2]][..], &[[1, 0], [7, 0]], &[[0, 0], [0, 0]], &[]] {
            assert_eq!(ChiSquared::of(nothing), None);
        }
    }
}
