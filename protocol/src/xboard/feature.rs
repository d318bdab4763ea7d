//! What an engine declares about itself.

use std::fmt;

/// One `NAME=VALUE` behind `feature`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// Its value: a whole number, or a text, which is written in quotes.
    pub value: String,
}

impl Feature {
    /// Creates a feature; quotes in its value become apostrophes, ends of lines spaces.
    pub fn new(name: &str, value: impl fmt::Display) -> Self {
        let plain = |letter: char| match letter {
            '"' => '\'',
            '\n' | '\r' => ' ',
            _ => letter,
        };
        Self { name: name.to_owned(), value: value.to_string().chars().map(plain).collect() }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value } = self;
        let is_number = value.parse::<i64>().is_ok();
        if is_number { write!(formatter, "{name}={value}") } else { write!(formatter, "{name}=\"{value}\"") }
    }
}
