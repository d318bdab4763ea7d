//! The sequential probability ratio test: playing until the answer is clear, and no longer.

use std::fmt;

use thiserror::Error;

use super::{likelihood::log_likelihood_ratio, tally::Tally};

/// What an Elo difference is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// Distance of the score from one half in standard deviations of a game, scaled to be Elo where half of
    /// the games are drawn or so. The number of games that a test takes hardly depends on the draw ratio.
    #[default]
    Normalised,
    /// Elo as everywhere else: by the expected score alone.
    Logistic,
}

/// A pentanomial test of "the difference is `elo1`" against "it is `elo0`".
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
    model: EloModel,
}

/// Why there is no such test.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SprtError {
    /// The hypotheses are the wrong way round, or not numbers.
    #[error("SPRT: elo0 = {elo0} has to be below elo1 = {elo1}, both within ±{LARGEST_ELO}")]
    Hypotheses {
        /// The null hypothesis.
        elo0: f64,
        /// The alternative.
        elo1: f64,
    },
    /// An error probability that is none.
    #[error("SPRT: {name} = {value} has to be above 0 and below 0.5")]
    Probability {
        /// `alpha` or `beta`.
        name: &'static str,
        /// Its value.
        value: f64,
    },
}

const LARGEST_ELO: f64 = 1000.0;

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is `elo1` rather than `elo0`.
    Accepted,
    /// The difference is `elo0` rather than `elo1`.
    Rejected,
    /// It takes more games.
    Open,
}

/// A test and where it stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// The test.
    pub test: Sprt,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// The verdict.
    pub verdict: Verdict,
}

impl Sprt {
    /// A test that accepts a difference of `elo0` with probability `alpha` and rejects one of `elo1` with
    /// probability `beta`.
    ///
    /// # Errors
    /// Unless `elo0 < elo1` and both probabilities lie between 0 and ½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        if !(elo0 < elo1 && elo0.abs() <= LARGEST_ELO && elo1.abs() <= LARGEST_ELO) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Probability { name, value });
            }
        }
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        Ok(Self { elo0, elo1, lower, upper, model })
    }

    /// The bounds of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// Where the test stands after the complete pairs of `tally`.
    pub fn state(&self, tally: &Tally) -> SprtState {
        let ratio = if tally.paired() == 0 {
            0.0
        } else {
            log_likelihood_ratio(&tally.pairs, self.model, self.elo0, self.elo1)
        };
        let verdict = if ratio >= self.upper {
            Verdict::Accepted
        } else if ratio <= self.lower {
            Verdict::Rejected
        } else {
            Verdict::Open
        };
        SprtState { test: *self, ratio, verdict }
    }
}

impl fmt::Display for SprtState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, lower, upper, model } = self.test;
        let model = match model {
            EloModel::Normalised => "normalised",
            EloModel::Logistic => "logistic",
        };
        let verdict = match self.verdict {
            Verdict::Accepted => format!("passed: {elo1} rather than {elo0}"),
            Verdict::Rejected => format!("failed: {elo0} rather than {elo1}"),
            Verdict::Open => "open".to_owned(),
        };
        write!(
            out,
            "LLR {:+.2} ({lower:.2}, {upper:.2}) for {model} Elo [{elo0}, {elo1}]: {verdict}",
            self.ratio
        )
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::statistics::{GamePoint, elo::score_of_elo};

    #[test]
    fn bounds_are_those_of_wald() {
        let (lower, upper) = Sprt::new(0.0, 2.0, 0.05, 0.05, EloModel::Normalised).expect("valid").bounds();
        assert!((upper - 2.944_438_979).abs() < 1e-9 && (lower + upper).abs() < 1e-9);
    }

    #[test]
    fn impossible_tests_are_refused() {
        for (elo0, elo1, alpha, beta) in [
            (5.0, 0.0, 0.05, 0.05),
            (0.0, f64::NAN, 0.05, 0.05),
            (0.0, f64::INFINITY, 0.05, 0.05),
            (0.0, 5.0, 0.0, 0.05),
            (0.0, 5.0, 0.05, 0.5),
            (0.0, 5.0, f64::NAN, 0.05),
        ] {
            assert!(Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic).is_err());
        }
    }

    /// The share of simulated matches between players `elo` apart, a third of the games drawn, that a test
    /// of 0 against 60 Elo accepts.
    fn acceptance(elo: f64) -> f64 {
        const MATCHES: usize = 400;
        const DRAWS: f64 = 1.0 / 3.0;
        let test = Sprt::new(0.0, 60.0, 0.1, 0.1, EloModel::Logistic).expect("valid");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
        let wins = score_of_elo(elo) - DRAWS / 2.0;
        let mut game = || match random.random::<f64>() {
            dice if dice < wins => GamePoint::Win,
            dice if dice < wins + DRAWS => GamePoint::Draw,
            _ => GamePoint::Loss,
        };
        let mut accepted = 0;
        for _ in 0..MATCHES {
            let mut tally = Tally::default();
            loop {
                tally.add_pair([game(), game()]);
                match test.state(&tally).verdict {
                    Verdict::Open => {}
                    verdict => {
                        accepted += usize::from(verdict == Verdict::Accepted);
                        break;
                    }
                }
            }
        }
        accepted as f64 / MATCHES as f64
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        // The promised rate is 0.1; 0.14 is about 2.7 deviations of the simulation above it.
        assert!(acceptance(0.0) < 0.14);
        assert!(acceptance(60.0) > 0.86);
    }
}
