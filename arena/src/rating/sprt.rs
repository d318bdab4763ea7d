//! The sequential probability ratio test: playing until the answer is clear, and no longer.

use std::{fmt, str::FromStr};

use damier_numerics::double;
use thiserror::Error;

use super::{elo_model::EloModel, likelihood::log_likelihood_ratio, tally::Tally};

/// A pentanomial test of "the difference is `elo1`" against "it is `elo0`".
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
    alpha: f64,
    beta: f64,
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
    /// A text that is no test.
    #[error(
        "SPRT {text:?}: {reason}; a test is ELO0,ELO1[,alpha=0.05][,beta=0.05][,model=normalised|logistic]"
    )]
    Text {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
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
/// Probability of either error by default.
const USUAL_ERROR: f64 = 0.05;

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
    /// The bounds are Wald's. In simulated matches (the example `sprt_errors`) they keep both errors within a
    /// hundredth of 5 % for hypotheses up to 100 Elo apart; beyond, the last pair leaps over the bound and errors
    /// are rarer than promised (2.5 % for 200 Elo, where a match has a dozen pairs).
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
        let (lower, upper) = (double::ln(beta / (1.0 - alpha)), double::ln((1.0 - beta) / alpha));
        Ok(Self { elo0, elo1, lower, upper, alpha, beta, model })
    }

    /// Returns the bounds of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// Returns what its differences are measured in.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// Returns where the test stands after the complete pairs of `tally`.
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

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `ELO0,ELO1`, with `alpha=`, `beta=` and `model=` behind it in any order.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let refused = |reason: String| SprtError::Text { text: text.to_owned(), reason };
        let number = |item: &str| {
            item.trim().parse::<f64>().map_err(|_| refused(format!("{:?} is no number", item.trim())))
        };
        let mut items = text.split(',');
        let (Some(elo0), Some(elo1)) = (items.next(), items.next()) else {
            return Err(refused("two Elo differences are wanted, such as 0,20".to_owned()));
        };
        let (elo0, elo1) = (number(elo0)?, number(elo1)?);
        let (mut alpha, mut beta, mut model) = (None, None, None);
        for item in items {
            let Some((key, value)) = item.split_once('=') else {
                return Err(refused(format!("{:?} is no key=value", item.trim())));
            };
            let given_before = match key.trim() {
                "alpha" => alpha.replace(number(value)?).is_some(),
                "beta" => beta.replace(number(value)?).is_some(),
                "model" => model.replace(value.trim().parse().map_err(refused)?).is_some(),
                other => return Err(refused(format!("unknown key {other:?}"))),
            };
            if given_before {
                return Err(refused(format!("{:?} is given twice", key.trim())));
            }
        }
        let (alpha, beta) = (alpha.unwrap_or(USUAL_ERROR), beta.unwrap_or(USUAL_ERROR));
        Self::new(elo0, elo1, alpha, beta, model.unwrap_or_default())
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model, .. } = self;
        let [alpha, beta] = [alpha, beta].map(|share| 100.0 * share);
        write!(out, "{model} Elo [{elo0}, {elo1}], errors {alpha} % and {beta} %")
    }
}

impl fmt::Display for SprtState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, lower, upper, .. } = self.test;
        let verdict = match self.verdict {
            Verdict::Accepted => format!("passed: {elo1} rather than {elo0}"),
            Verdict::Rejected => format!("failed: {elo0} rather than {elo1}"),
            Verdict::Open => "open".to_owned(),
        };
        write!(out, "LLR {:+.2} ({lower:.2}, {upper:.2}) for {}: {verdict}", self.ratio, self.test)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::simulation::Simulation;

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

    #[test]
    fn reads_texts() {
        let read = |text: &str| text.parse::<Sprt>();
        assert_eq!(read("0,20"), Sprt::new(0.0, 20.0, 0.05, 0.05, EloModel::Normalised));
        let other = Sprt::new(-5.0, 2.5, 0.1, 0.02, EloModel::Logistic);
        assert_eq!(read("-5, 2.5, model=logistic, beta=0.02,alpha=0.1"), other);
        for (text, part) in [
            ("", "two Elo differences"),
            ("5", "two Elo differences"),
            ("a,b", "\"a\" is no number"),
            ("20,0", "has to be below"),
            ("0,20,0.05", "no key=value"),
            ("0,20,alfa=0.05", "unknown key"),
            ("0,20,alpha=0.6", "below 0.5"),
            ("0,20,alpha=nan", "below 0.5"),
            ("0,20,alpha=0.1,alpha=0.1", "twice"),
            ("0,20,model=bayes", "normalised and logistic"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }

    /// Returns the rates of both errors in simulated matches, and the largest of their deviations.
    fn errors(text: &str, draws: f64, bias: f64, tests: u32) -> ([f64; 2], f64) {
        let test: Sprt = text.parse().expect("a test");
        let at =
            |elo: f64, wrong: Verdict| Simulation { test, elo, draws, bias, tests, seed: 9 }.errors(wrong);
        let [one, other] = [at(test.elo0, Verdict::Accepted), at(test.elo1, Verdict::Rejected)];
        ([one.rate, other.rate], one.deviation.max(other.deviation))
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        let (rates, deviation) = errors("0,60,model=logistic,alpha=0.1,beta=0.1", 1.0 / 3.0, 0.0, 400);
        assert!(rates.iter().all(|rate| (rate - 0.1).abs() < 0.01 + 3.0 * deviation), "{rates:?}");
        let (rates, deviation) = errors("0,60,alpha=0.2,beta=0.05", 0.5, 0.0, 400);
        assert!((rates[0] - 0.2).abs() < 0.03 + 3.0 * deviation, "{rates:?}");
        assert!((rates[1] - 0.05).abs() < 0.01 + 3.0 * deviation, "{rates:?}");
    }

    #[test]
    #[ignore = "slow: 100,000 simulated matches"]
    fn errors_are_within_one_per_cent_of_the_nominal_five() {
        for (test, draws, bias) in [
            ("0,20", 0.5, 0.0),
            ("0,60", 0.5, 0.0),
            ("0,20", 0.8, 0.05),
            ("0,20,model=logistic", 0.6, 0.0),
            ("0,60,model=logistic", 0.3, 0.15),
        ] {
            let (rates, _) = errors(test, draws, bias, 10_000);
            assert!(rates.iter().all(|rate| (0.04..=0.06).contains(rate)), "{test}: {rates:?}");
        }
    }
}
