//! Measures of Elo.

use std::{fmt, str::FromStr};

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

impl fmt::Display for EloModel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Normalised => "normalised",
            Self::Logistic => "logistic",
        })
    }
}

impl FromStr for EloModel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "normalised" => Ok(Self::Normalised),
            "logistic" => Ok(Self::Logistic),
            _ => Err(format!("{text:?} is no measure of Elo; there are normalised and logistic")),
        }
    }
}
