//! How a game of a match ended.

use std::fmt;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules; the text names the rule.
    Rules(&'static str),
    /// The match's ply cap made it a draw.
    PlyCap,
    /// A competitor failed and lost.
    Forfeit {
        /// Its name.
        competitor: String,
        /// What it did.
        reason: String,
    },
}

impl fmt::Display for Ending {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(rule) => out.write_str(rule),
            Self::PlyCap => out.write_str("ply cap"),
            Self::Forfeit { competitor, reason } => write!(out, "{competitor} forfeits: {reason}"),
        }
    }
}
