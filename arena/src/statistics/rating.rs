//! Ratings of several competitors from comparisons of two: the model of Bradley and Terry on Elo's scale.
//!
//! Hunter: MM algorithms for generalized Bradley–Terry models (Annals of Statistics 32, 2004).

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Interval;

/// Two competitors (by number) in one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// One.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// 1 where the first was better, 0 where the second was, 0.5 where they were even.
    pub score: f64,
}

/// Ratings with their 95 % intervals.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Elo by competitor; the mean is 0.
    pub elo: Vec<Interval>,
}

/// Resamplings behind an interval.
const RESAMPLINGS: usize = 400;
/// Share of the resamplings that lies below an interval, and above it.
const TAIL: f64 = 0.025;
/// Steps of the algorithm; it is monotone and converges long before.
const STEPS: usize = 200;
/// Even comparisons added between every two competitors, so that nobody is infinitely better.
const PRIOR: f64 = 0.5;
/// Elo per unit of the natural logarithm of the odds.
const ELO_PER_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

impl Ratings {
    /// The most likely ratings of `competitors`; intervals by resampling whole `rounds` with replacement, so
    /// that games of one round need not be independent. The same seed gives the same intervals.
    pub fn of(competitors: usize, rounds: &[Vec<Comparison>], seed: u64) -> Self {
        let all: Vec<usize> = (0..rounds.len()).collect();
        let values = fit(competitors, rounds, &all);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut samples = vec![Vec::with_capacity(RESAMPLINGS); competitors];
        if !rounds.is_empty() {
            for _ in 0..RESAMPLINGS {
                let drawn: Vec<usize> = all.iter().map(|_| random.random_range(0..rounds.len())).collect();
                for (sample, value) in samples.iter_mut().zip(fit(competitors, rounds, &drawn)) {
                    sample.push(value);
                }
            }
        }
        let elo = values.into_iter().zip(samples).map(|(value, mut sample)| {
            sample.sort_by(f64::total_cmp);
            let at = |share: f64| {
                let index = (share * sample.len() as f64) as usize;
                sample.get(index.min(sample.len().saturating_sub(1))).copied().unwrap_or(value)
            };
            Interval { value, low: at(TAIL), high: at(1.0 - TAIL) }
        });
        Self { elo: elo.collect() }
    }
}

/// The Elo of each competitor from the rounds `chosen`.
fn fit(competitors: usize, rounds: &[Vec<Comparison>], chosen: &[usize]) -> Vec<f64> {
    // Nobody is compared with itself, so what stands there is never read.
    let mut games = vec![vec![PRIOR; competitors]; competitors];
    let mut points = vec![PRIOR / 2.0 * competitors.saturating_sub(1) as f64; competitors];
    for comparison in chosen.iter().flat_map(|round| &rounds[*round]) {
        let Comparison { first, second, score } = *comparison;
        games[first][second] += 1.0;
        games[second][first] += 1.0;
        points[first] += score;
        points[second] += 1.0 - score;
    }
    let mut strength = vec![1.0_f64; competitors];
    for _ in 0..STEPS {
        for one in 0..competitors {
            let weight: f64 = (0..competitors)
                .filter(|other| *other != one)
                .map(|other| games[one][other] / (strength[one] + strength[other]))
                .sum();
            strength[one] = points[one] / weight;
        }
        let mean = strength.iter().map(|strength| strength.ln()).sum::<f64>() / competitors as f64;
        strength.iter_mut().for_each(|strength| *strength /= mean.exp());
    }
    strength.iter().map(|strength| ELO_PER_LOG_ODDS * strength.ln()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(scores: &[(usize, usize, f64)]) -> Vec<Comparison> {
        scores
            .iter()
            .map(|(first, second, score)| Comparison { first: *first, second: *second, score: *score })
            .collect()
    }

    #[test]
    fn three_in_four_is_about_191_elo() {
        let rounds = vec![round(&[(0, 1, 1.0), (1, 0, 0.0), (0, 1, 1.0), (0, 1, 0.0)]); 100];
        let ratings = Ratings::of(2, &rounds, 1);
        let difference = ratings.elo[0].value - ratings.elo[1].value;
        assert!((difference - 190.8).abs() < 1.5, "{difference}");
    }

    #[test]
    fn intervals_hold_the_value_and_shrink() {
        let one = |index: usize| {
            round(&[(0, 1, f64::from(u8::from(!index.is_multiple_of(3)))), (1, 2, 0.5), (0, 2, 1.0)])
        };
        let few: Vec<_> = (0..12).map(one).collect();
        let many: Vec<_> = (0..1200).map(one).collect();
        let (few, many) = (Ratings::of(3, &few, 1), Ratings::of(3, &many, 1));
        for (wide, narrow) in few.elo.iter().zip(&many.elo) {
            assert!(wide.low <= wide.value && wide.value <= wide.high);
            assert!(narrow.high - narrow.low < wide.high - wide.low);
        }
        assert!(many.elo[0].low > many.elo[1].high);
        let sum: f64 = many.elo.iter().map(|elo| elo.value).sum();
        assert!(sum.abs() < 1e-6);
    }

    #[test]
    fn without_games_all_are_even() {
        assert!(Ratings::of(3, &[], 1).elo.iter().all(|elo| elo.value.abs() < 1e-9 && elo.low == elo.value));
    }
}
