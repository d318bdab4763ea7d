//! The options an engine has.

use std::fmt;

use super::words::Words;

/// `option name … type …`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDeclaration {
    /// Its name.
    pub name: String,
    /// What values it takes.
    pub kind: Kind,
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The least value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value at the start.
        default: String,
        /// The values.
        values: Vec<String>,
    },
    /// Something to do.
    Button,
    /// Any text; empty is written `<empty>`.
    Text {
        /// The value at the start.
        default: String,
    },
}

const EMPTY: &str = "<empty>";

/// The words that end a value.
fn is_key(word: &str) -> bool {
    matches!(word, "type" | "default" | "min" | "max" | "var")
}

impl OptionDeclaration {
    pub(super) fn read(words: &mut Words<'_>) -> Option<Self> {
        words.until(|word| word == "name");
        words.next()?;
        let name = words.until(|word| word == "type").join(" ");
        words.next()?;
        let kind = words.next()?;
        let (mut default, mut min, mut max, mut values) = (String::new(), None, None, Vec::new());
        while let Some(word) = words.next() {
            match word {
                "default" => default = words.until(is_key).join(" "),
                "min" => min = words.read(),
                "max" => max = words.read(),
                "var" => values.push(words.until(is_key).join(" ")),
                _ => {}
            }
        }
        let kind = match kind {
            "check" => Kind::Check { default: default == "true" },
            "spin" => Kind::Spin { default: default.parse().ok()?, min: min?, max: max? },
            "combo" => Kind::Combo { default, values },
            "button" => Kind::Button,
            "string" => Kind::Text { default: if default == EMPTY { String::new() } else { default } },
            _ => return None,
        };
        Some(Self { name, kind })
    }
}

impl fmt::Display for OptionDeclaration {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Check { default } => write!(formatter, "check default {default}"),
            Kind::Spin { default, min, max } => {
                write!(formatter, "spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, values } => {
                write!(formatter, "combo default {default}")?;
                values.iter().try_for_each(|value| write!(formatter, " var {value}"))
            }
            Kind::Button => formatter.write_str("button"),
            Kind::Text { default } => {
                write!(formatter, "string default {}", if default.is_empty() { EMPTY } else { default })
            }
        }
    }
}
