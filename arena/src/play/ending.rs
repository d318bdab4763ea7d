//! How a game of a match ended.

use std::{borrow::Cow, fmt};

use crate::competitor::{Cause, Failure};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules; the text names the rule.
    Rules(Cow<'static, str>),
    /// The match's ply cap made it a draw.
    PlyCap,
    /// The arena ended it, as the match's settings say.
    Adjudication(Grounds),
    /// A competitor gave up, or failed and lost.
    Forfeit {
        /// Its name.
        competitor: String,
        /// What it did.
        failure: Failure,
    },
}

/// What an adjudication rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grounds {
    /// Both competitors said that one of them wins.
    AgreedWin,
    /// Both competitors said that it is level.
    AgreedDraw,
    /// The position is in an endgame table.
    Table,
}

impl Ending {
    /// Returns whether a competitor failed; who gives a game up has not failed.
    pub fn is_failure(&self) -> bool {
        matches!(self, Self::Forfeit { failure, .. } if failure.cause != Cause::Resignation)
    }

    /// Returns the kind of ending, without the details of a failure: equal for equal endings.
    pub fn kind(&self) -> String {
        match self {
            Self::Forfeit { competitor, failure } if failure.cause == Cause::Resignation => {
                format!("{competitor} resigns")
            }
            Self::Forfeit { competitor, failure } => format!("{competitor} forfeits: {}", failure.cause),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(rule) => out.write_str(rule),
            Self::PlyCap => out.write_str("ply cap"),
            Self::Adjudication(grounds) => write!(out, "adjudication: {grounds}"),
            Self::Forfeit { failure, .. } => {
                out.write_str(&self.kind())?;
                if failure.detail.is_empty() { Ok(()) } else { write!(out, ": {}", failure.detail) }
            }
        }
    }
}

impl fmt::Display for Grounds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::AgreedWin => "agreed win",
            Self::AgreedDraw => "agreed draw",
            Self::Table => "endgame table",
        })
    }
}
