//! Simulated matches that show how often a sequential test is wrong.

use damier_numerics::seed::Seed;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::{EloModel, GamePoint, Sprt, Tally, Verdict, elo::score_of_elo, likelihood::ELO_PER_UNIT};

/// Matches at a known difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Simulation {
    /// The test that ends them.
    pub test: Sprt,
    /// The difference, in the test's own measure.
    pub elo: f64,
    /// The share of drawn games, 0..1.
    pub draws: f64,
    /// How much better than over the whole match the first competitor scores in one game of each pair, and
    /// worse in the other: the openings are unbalanced.
    pub bias: f64,
    /// How many matches.
    pub tests: u32,
    /// What they are drawn from; the same seed gives the same matches.
    pub seed: u64,
}

/// How often a test was wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Errors {
    /// The share of matches with the wrong verdict.
    pub rate: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How many pairs a match took.
    pub mean_pairs: f64,
}

impl Simulation {
    /// Plays all matches and counts the `wrong` verdicts.
    ///
    /// # Panics
    /// If no games can have that difference, draw ratio and bias.
    pub fn errors(&self, wrong: Verdict) -> Errors {
        let mean = self.mean_score();
        let [strong, weak] = [1.0, -1.0].map(|sign| mean + sign * self.bias - self.draws / 2.0);
        assert!(weak >= 0.0 && strong + self.draws <= 1.0, "such games cannot be: {self:?}");
        let ends: Vec<(Verdict, u64)> = (0..self.tests as usize)
            .into_par_iter()
            .map(|index| self.play([strong, weak], Seed::new(self.seed).part(index as u64).number()))
            .collect();
        let tests = ends.len() as f64;
        let rate = ends.iter().filter(|(verdict, _)| *verdict == wrong).count() as f64 / tests;
        Errors {
            rate,
            deviation: (rate * (1.0 - rate) / tests).sqrt(),
            mean_pairs: ends.iter().map(|(_, pairs)| *pairs as f64).sum::<f64>() / tests,
        }
    }

    /// Returns the score that has the difference.
    fn mean_score(&self) -> f64 {
        match self.test.model() {
            EloModel::Logistic => score_of_elo(self.elo),
            // The distance from one half in deviations of a game, as a pair shows them: both games of a pair vary
            // about means of their own.
            EloModel::Normalised => {
                let distance = self.elo / ELO_PER_UNIT;
                let variance_at_even = (1.0 - self.draws) / 4.0 - self.bias * self.bias;
                0.5 + distance * (variance_at_even / (1.0 + distance * distance)).sqrt()
            }
        }
    }

    /// The end of one match, and its pairs; `wins` are the probabilities in the two games of a pair.
    fn play(&self, wins: [f64; 2], seed: u64) -> (Verdict, u64) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut tally = Tally::default();
        loop {
            tally.add_pair(wins.map(|wins| match random.random::<f64>() {
                dice if dice < wins => GamePoint::Win,
                dice if dice < wins + self.draws => GamePoint::Draw,
                _ => GamePoint::Loss,
            }));
            match self.test.state(&tally).verdict {
                Verdict::Open => {}
                verdict => return (verdict, tally.paired()),
            }
        }
    }
}
