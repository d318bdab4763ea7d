//! Elo differences and how sure they are.
//!
//! The games of a pair start from the same opening and depend on one another, so the unit of the statistics
//! is the pair: five results from 0 to 2 points. Where no pair is complete, games stand for themselves
//! (three results).

use super::{
    normal::{self, HALF_WIDTH_OF_95_PERCENT},
    tally::Tally,
};
use damier_numerics::double;

/// Elo points for each factor of ten in the odds.
const ELO_PER_DECADE: f64 = 400.0;

/// A value and the bounds of its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// The confidence of the bounds.
    pub const CONFIDENCE: f64 = 0.95;

    /// Returns the mean of values that come in groups, as `(sum, count)` of each group; groups are independent, the
    /// values within one need not be.
    pub fn of_mean(groups: &[(f64, f64)]) -> Self {
        let count: f64 = groups.iter().map(|(_, count)| count).sum();
        if count == 0.0 {
            return Self { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let value = groups.iter().map(|(sum, _)| sum).sum::<f64>() / count;
        let squares: f64 = groups.iter().map(|(sum, count)| double::powi(sum - value * count, 2)).sum();
        let freedom = (groups.len() as f64 - 1.0).max(1.0) / groups.len() as f64;
        let deviation = (squares / freedom).sqrt() / count;
        let margin = HALF_WIDTH_OF_95_PERCENT * deviation;
        Self { value, low: value - margin, high: value + margin }
    }

    /// Returns it with `by` added.
    pub fn shifted(self, by: f64) -> Self {
        self.map(|value| value + by)
    }

    fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Self { value: change(self.value), low: change(self.low), high: change(self.high) }
    }
}

/// What a match says about the strength of the first competitor against the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Expected share of the points, 0..=1.
    pub score: Interval,
    /// The difference in logistic Elo; infinite where every game was won or lost.
    pub elo: Interval,
    /// The likelihood that the first is the stronger one, 0..=1.
    pub superiority: f64,
}

impl Estimate {
    /// From the results so far; `None` before the first game.
    ///
    /// The interval of the score is Wilson's, for the variance that the sample shows relative to the largest
    /// possible one. One imaginary result of the largest variance keeps it honest for tiny samples and for
    /// those that show no variance at all; it fades with the number of results.
    pub fn of(tally: &Tally) -> Option<Self> {
        let sample = if tally.paired() > 0 {
            Sample::of(&tally.pairs)
        } else if tally.played() > 0 {
            Sample::of(&tally.games)
        } else {
            return None;
        };
        let score = sample.wilson(HALF_WIDTH_OF_95_PERCENT);
        let deviation = (sample.dispersion() * LARGEST_VARIANCE_AT_EVEN / sample.count).sqrt();
        Some(Self {
            score,
            elo: score.map(elo_of_score),
            superiority: normal::cumulative((sample.mean - 0.5) / deviation),
        })
    }
}

/// The variance of a result that is 0 or 1 with equal probability.
const LARGEST_VARIANCE_AT_EVEN: f64 = 0.25;

/// Returns the Elo difference that an expected score stands for.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        ELO_PER_DECADE * double::log10(score / (1.0 - score))
    }
}

/// Returns the expected score at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + double::exp10(-elo / ELO_PER_DECADE))
}

/// Independent results on an even scale from 0 to 1.
struct Sample {
    count: f64,
    mean: f64,
    variance: f64,
}

impl Sample {
    fn of(counts: &[u64]) -> Self {
        let steps = (counts.len() - 1) as f64;
        let count = counts.iter().sum::<u64>() as f64;
        let moment = |from: f64, power: i32| {
            let terms = counts.iter().enumerate();
            terms
                .map(|(step, count)| *count as f64 * double::powi(step as f64 / steps - from, power))
                .sum::<f64>()
                / count
        };
        let mean = moment(0.0, 1);
        Self { count, mean, variance: moment(mean, 2) }
    }

    /// Returns the variance as a share of the largest that results in 0..=1 of this mean can have, with one imaginary
    /// result of the largest.
    fn dispersion(&self) -> f64 {
        let largest = self.mean * (1.0 - self.mean);
        let seen = if largest > 0.0 { self.variance / largest } else { 1.0 };
        (seen * self.count + 1.0) / (self.count + 1.0)
    }

    /// Returns the means that differ from the sample's by at most `z` standard deviations of their own.
    fn wilson(&self, z: f64) -> Interval {
        let weight = self.dispersion() * z * z / self.count;
        let centre = (self.mean + weight / 2.0) / (1.0 + weight);
        let margin = (weight * (self.mean * (1.0 - self.mean) + weight / 4.0)).sqrt() / (1.0 + weight);
        Interval { value: self.mean, low: (centre - margin).max(0.0), high: (centre + margin).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: [u64; 5]) -> Tally {
        Tally { pairs, games: [0, 1, 0], drawn_pairs: 0 }
    }

    fn close(left: f64, right: f64, tolerance: f64) -> bool {
        (left - right).abs() <= tolerance
    }

    /// Pull requests 87 of rektdie/Eleanor, 334 of Yoshie2000/PlentyChess and 39 of paulsonkoly/chess-3,
    /// as OpenBench printed them: counts, Elo, half the width of its interval.
    #[test]
    fn agrees_with_published_matches() {
        for (counts, elo, margin) in [
            ([74, 450, 987, 580, 85], 12.14, 6.38),
            ([5, 942, 2469, 1050, 5], 4.20, 3.43),
            ([214, 8992, 19871, 9102, 235], 0.69, 1.25),
            ([78, 64, 64, 14, 4], -164.92, 30.04),
        ] {
            let estimate = Estimate::of(&pairs(counts)).expect("there are games").elo;
            assert!(close(estimate.value, elo, 0.005), "{estimate:?}");
            assert!(close((estimate.high - estimate.low) / 2.0, margin, 0.05 * margin), "{estimate:?}");
        }
    }

    #[test]
    fn is_symmetric() {
        let tally = pairs([3, 10, 30, 25, 9]);
        let (one, other) =
            (Estimate::of(&tally).expect("games"), Estimate::of(&tally.reversed()).expect("games"));
        assert!(close(one.elo.value, -other.elo.value, 1e-9));
        assert!(close(one.elo.low, -other.elo.high, 1e-9));
        assert!(close(one.superiority, 1.0 - other.superiority, 1e-9));
    }

    #[test]
    fn intervals_shrink_with_the_root_of_the_number() {
        let width = |factor: u64| {
            let elo =
                Estimate::of(&pairs([30, 100, 200, 110, 40].map(|count| count * factor))).expect("games").elo;
            elo.high - elo.low
        };
        assert!(close(width(1) / width(100), 10.0, 0.05));
    }

    #[test]
    fn one_sided_matches_have_a_finite_bound() {
        let all_won = Estimate::of(&pairs([0, 0, 0, 0, 20])).expect("games");
        assert!(all_won.elo.value.is_infinite() && all_won.elo.low.is_finite() && all_won.elo.low > 100.0);
        assert!(all_won.superiority > 0.999);
        let all_drawn = Estimate::of(&pairs([0, 0, 3, 0, 0])).expect("games");
        assert_eq!(all_drawn.elo.value, 0.0);
        assert!(all_drawn.elo.high > 50.0 && close(all_drawn.superiority, 0.5, 1e-9));
    }

    #[test]
    fn without_pairs_games_count_by_themselves() {
        let single = Tally { games: [10, 20, 30], ..Tally::default() };
        let estimate = Estimate::of(&single).expect("games");
        assert!(close(estimate.score.value, 40.0 / 60.0, 1e-12));
        assert_eq!(Estimate::of(&Tally::default()), None);
    }

    #[test]
    fn scores_and_elo_are_inverse() {
        for elo in [-700.0, -12.5, 0.0, 3.0, 250.0] {
            assert!(close(elo_of_score(score_of_elo(elo)), elo, 1e-9));
        }
        assert!(close(elo_of_score(0.75), 190.85, 0.01));
        // Not −0, which tables would print so.
        assert_eq!(format!("{:+.0}", elo_of_score(0.5)), "+0");
    }
}
