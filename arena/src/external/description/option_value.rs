//! The values of options.

use std::fmt;

use serde::Deserialize;

/// The value of an option.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// `true` or `false`.
    Switch(bool),
    /// A whole number.
    Whole(i64),
    /// A number.
    Real(f64),
    /// A text; empty presses a button.
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(value) => value.fmt(out),
            Self::Whole(value) => value.fmt(out),
            Self::Real(value) => value.fmt(out),
            Self::Text(value) => out.write_str(value),
        }
    }
}
