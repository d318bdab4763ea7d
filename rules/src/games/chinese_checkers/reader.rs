//! A place in a text.

use super::{
    colours::{letter_of, name_of, point_of},
    rules::Rules,
    star::CELLS,
};
use crate::{player::Player, text_error::TextError};

/// Reads a text from left to right and skips spaces.
pub(super) struct Reader<'t> {
    /// What an error calls the text.
    what: &'static str,
    text: &'t str,
    pub(super) at: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(what: &'static str, text: &'t str) -> Self {
        Self { what, text, at: 0 }
    }

    /// The next character that is no space.
    pub(super) fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    /// Where the next character stands that is no space.
    pub(super) fn place(&mut self) -> usize {
        self.peek();
        self.at
    }

    pub(super) fn accept(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// A player, by the letter of its colour.
    pub(super) fn player(&mut self, rules: Rules) -> Result<Player, TextError> {
        let found = self.peek().and_then(point_of);
        let Some(player) = found.and_then(|point| rules.player_at(point)) else {
            let letters: Vec<_> = rules.players().map(|p| letter_of(rules.point(p)).to_string()).collect();
            let absent = found.map(|point| format!("{} does not take part; ", name_of(point)));
            let reason = format!(
                "{}a player is expected here, one of {}",
                absent.unwrap_or_default(),
                letters.join(", ")
            );
            return Err(self.error(reason));
        };
        self.at += 1;
        Ok(player)
    }

    /// A number in decimal digits; `what` it should be.
    pub(super) fn number(&mut self, what: &str) -> Result<u16, TextError> {
        let start = self.place();
        let rest = &self.text[start..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.error(format!("{what} is expected here")));
        }
        self.at += digits;
        rest[..digits].parse().map_err(|_| self.error_at(start, "this number is too large"))
    }

    /// A cell, from 1 in the text.
    pub(super) fn cell(&mut self) -> Result<u8, TextError> {
        let start = self.place();
        match self.number("a cell, 1 to 121,")? {
            number @ 1.. if usize::from(number) <= CELLS => Ok((number - 1) as u8),
            number => Err(self.error_at(start, format!("there is no cell {number}: they are 1 to {CELLS}"))),
        }
    }

    pub(super) fn error(&self, reason: impl Into<String>) -> TextError {
        self.error_at(self.at, reason)
    }

    pub(super) fn error_at(&self, at: usize, reason: impl Into<String>) -> TextError {
        TextError::new(self.what, self.text, at, reason)
    }
}
