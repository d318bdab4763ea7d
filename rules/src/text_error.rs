//! Why a text is not a position or a move.

use thiserror::Error;

/// A text that is not what it should be: where, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what} {text:?}, column {column}: {reason}")]
pub struct TextError {
    /// What was read: "position" or "move".
    pub what: &'static str,
    /// The text, shortened where it is long.
    pub text: String,
    /// The column of the first offending character, from 1.
    pub column: usize,
    /// The reason, and the remedy where there is one.
    pub reason: String,
}

impl TextError {
    const SHOWN: usize = 120;

    /// An error at byte `offset` of `text`.
    pub fn new(what: &'static str, text: &str, offset: usize, reason: impl Into<String>) -> Self {
        let column = text.char_indices().take_while(|(at, _)| *at < offset).count() + 1;
        let mut shown: String = text.chars().take(Self::SHOWN).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Self { what, text: shown, column, reason: reason.into() }
    }
}
