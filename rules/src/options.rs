//! Options of a game, and the identity that tells them.
//!
//! A game's identity is its name, followed by the options that differ from their defaults:
//! `chinese-checkers` or `chinese-checkers:players=3,hop=equidistant`. Files carry it, and every command
//! takes it.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

use crate::text_error::TextError;

/// What an error calls a text that names a game.
const WHAT: &str = "game";
/// Ends the name.
pub(crate) const NAME_END: char = ':';
/// Stands between two options.
const SEPARATOR: char = ',';
/// Stands between an option and its value.
const EQUALS: char = '=';

/// An option of a game, for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOption {
    /// Its name, e.g. `players`.
    pub name: &'static str,
    /// The values it takes, e.g. `2, 3, 4, 6`.
    pub values: &'static str,
    /// The value it has where it is not given.
    pub default: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
}

/// The options that the text of an identity gives; a game takes out those it knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    text: String,
    given: Vec<Given>,
}

/// One option as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Given {
    name: String,
    value: String,
    /// Where it begins in the text.
    offset: usize,
}

impl Options {
    /// No option at all.
    pub fn none() -> Self {
        Self { text: String::new(), given: Vec::new() }
    }

    /// Splits an identity into the game's name and its options.
    ///
    /// # Errors
    /// An option without a value, or one that is given twice.
    pub fn parse(identity: &str) -> Result<(&str, Self), TextError> {
        let (name, list) = match identity.split_once(NAME_END) {
            None => return Ok((identity, Self { text: identity.to_owned(), given: Vec::new() })),
            Some(parts) => parts,
        };
        let mut given: Vec<Given> = Vec::new();
        let mut offset = name.len() + NAME_END.len_utf8();
        for item in list.split(SEPARATOR) {
            let refuse = |reason: String| Err(TextError::new(WHAT, identity, offset, reason));
            let Some((option, value)) = item.split_once(EQUALS) else {
                return refuse(format!("{item:?} is not of the form option=value"));
            };
            if given.iter().any(|other| other.name == option) {
                return refuse(format!("the option {option} is given twice"));
            }
            given.push(Given { name: option.to_owned(), value: value.to_owned(), offset });
            offset += item.len() + SEPARATOR.len_utf8();
        }
        Ok((name, Self { text: identity.to_owned(), given }))
    }

    /// Takes the option `name` out: one of `choices`, or `default` where it is not given.
    ///
    /// # Errors
    /// Another value.
    pub fn choice<T: Copy>(&mut self, name: &str, choices: &[(&str, T)], default: T) -> Result<T, TextError> {
        let Some(given) = self.take(name) else {
            return Ok(default);
        };
        match choices.iter().find(|(value, _)| *value == given.value) {
            Some((_, choice)) => Ok(*choice),
            None => {
                let names: Vec<_> = choices.iter().map(|(value, _)| *value).collect();
                self.refuse(&given, format!("{name} is one of {}", names.join(", ")))
            }
        }
    }

    /// Takes the option `name` out: a number within `range`, or `default` where it is not given.
    ///
    /// # Errors
    /// Another value.
    pub fn number<T: Copy + FromStr + PartialOrd + Display>(
        &mut self,
        name: &str,
        range: RangeInclusive<T>,
        default: T,
    ) -> Result<T, TextError> {
        let Some(given) = self.take(name) else {
            return Ok(default);
        };
        match given.value.parse() {
            Ok(value) if range.contains(&value) => Ok(value),
            _ => {
                let reason = format!("{name} is a number from {} to {}", range.start(), range.end());
                self.refuse(&given, reason)
            }
        }
    }

    /// Takes the option `name` out and hands its value to `read`; `default` where it is not given.
    ///
    /// # Errors
    /// The reason that `read` gives.
    pub fn value<T>(
        &mut self,
        name: &str,
        default: T,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, TextError> {
        match self.take(name) {
            None => Ok(default),
            Some(given) => read(&given.value).or_else(|reason| self.refuse(&given, reason)),
        }
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// An option is left that the game does not have; `known` lists those it has.
    pub fn finish(self, known: &[GameOption]) -> Result<(), TextError> {
        let Some(given) = self.given.first() else {
            return Ok(());
        };
        let names: Vec<_> = known.iter().map(|option| option.name).collect();
        let remedy = match names.as_slice() {
            [] => "this game has no options".to_owned(),
            names => format!("the options are {}", names.join(", ")),
        };
        self.refuse(given, format!("there is no option {:?}; {remedy}", given.name))
    }

    fn take(&mut self, name: &str) -> Option<Given> {
        let index = self.given.iter().position(|given| given.name == name)?;
        Some(self.given.remove(index))
    }

    fn refuse<T>(&self, given: &Given, reason: String) -> Result<T, TextError> {
        Err(TextError::new(WHAT, &self.text, given.offset, reason))
    }
}

/// Returns the name in an identity, which comes before its options: `renju` of `renju:size=9`.
pub fn name_of(identity: &str) -> &str {
    identity.split_once(NAME_END).map_or(identity, |(name, _)| name)
}

/// The identity of the game `name` whose options are `(option, value, default)`: those with another value
/// than the default are part of it, in the order given.
pub fn identity(name: &str, options: &[(&str, String, &str)]) -> String {
    let told: Vec<_> = options
        .iter()
        .filter(|(_, value, default)| value != default)
        .map(|(option, value, _)| format!("{option}{EQUALS}{value}"))
        .collect();
    if told.is_empty() { name.to_owned() } else { format!("{name}{NAME_END}{}", told.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [GameOption; 1] =
        [GameOption { name: "size", values: "9–22", default: "15", summary: "points on a side" }];

    #[test]
    fn options_are_taken_by_name() {
        let (name, mut options) = Options::parse("game:size=9,mode=fast").expect("well formed");
        assert_eq!([name_of("game:size=9,mode=fast"), name_of("game")], [name, name]);
        assert_eq!(name, "game");
        assert_eq!(options.choice("mode", &[("slow", 0), ("fast", 1)], 0), Ok(1));
        assert_eq!(options.number("size", 9..=22, 15), Ok(9));
        assert_eq!(options.number("other", 1..=2, 2), Ok(2));
        assert_eq!(options.finish(&KNOWN), Ok(()));
    }

    #[test]
    fn wrong_options_are_refused_with_the_reason() {
        let reason = |error: TextError| error.to_string();
        for (text, part) in [
            ("game:size", "not of the form option=value"),
            ("game:", "not of the form option=value"),
            ("game:size=9,size=9", "given twice"),
        ] {
            let error = reason(Options::parse(text).expect_err(text));
            assert!(error.contains(part), "{error}");
        }
        let (_, mut options) = Options::parse("game:size=8").expect("well formed");
        let error = reason(options.number("size", 9..=22, 15).expect_err("too small"));
        assert!(error.contains("from 9 to 22") && error.contains("column 6"), "{error}");
        let (_, mut options) = Options::parse("game:mode=odd").expect("well formed");
        let error = reason(options.choice("mode", &[("slow", 0), ("fast", 1)], 0).expect_err("no such mode"));
        assert!(error.contains("one of slow, fast"), "{error}");
        let (_, options) = Options::parse("game:sise=9").expect("well formed");
        let error = reason(options.finish(&KNOWN).expect_err("no such option"));
        assert!(error.contains("no option \"sise\"; the options are size"), "{error}");
    }

    #[test]
    fn an_identity_tells_what_differs_from_the_defaults() {
        let options = |size: u32| [("size", size.to_string(), "15"), ("mode", "fast".to_owned(), "slow")];
        assert_eq!(identity("game", &options(9)), "game:size=9,mode=fast");
        assert_eq!(identity("game", &options(15)), "game:mode=fast");
        assert_eq!(identity("game", &[]), "game");
    }
}
