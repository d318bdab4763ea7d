//! Fields of fixed width.

use thiserror::Error;

use super::MAX_MESSAGE;

/// A message that is none: where, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("DamExchange message {text:?}, byte {at}: {reason}")]
pub struct DxpError {
    /// The message, shortened where it is long.
    pub text: String,
    /// The first offending byte, from 1.
    pub at: usize,
    /// The reason.
    pub reason: String,
}

/// A place in a message.
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    /// The beginning of a text that may be a message.
    pub(super) fn of(text: &'t str) -> Result<Self, DxpError> {
        let reader = Self { text, at: 0 };
        if text.len() > MAX_MESSAGE {
            return Err(reader.error(format!("{} bytes are more than {MAX_MESSAGE}", text.len())));
        }
        if let Some(at) = text.bytes().position(|byte| byte == 0 || !byte.is_ascii()) {
            return Err(reader.error_at(at, "messages are of ASCII characters"));
        }
        Ok(reader)
    }

    pub(super) fn error(&self, reason: impl Into<String>) -> DxpError {
        self.error_at(self.at, reason)
    }

    pub(super) fn error_at(&self, at: usize, reason: impl Into<String>) -> DxpError {
        let text = self.text.chars().take(MAX_MESSAGE).collect();
        DxpError { text, at: at + 1, reason: reason.into() }
    }

    /// The next `width` bytes.
    fn take(&mut self, width: usize, what: &str) -> Result<&'t str, DxpError> {
        let rest = &self.text[self.at..];
        if rest.len() < width {
            return Err(self.error(format!("{what} is missing")));
        }
        self.at += width;
        Ok(&rest[..width])
    }

    pub(super) fn letter(&mut self, what: &str) -> Result<char, DxpError> {
        Ok(self.take(1, what)?.chars().next().unwrap_or_default())
    }

    pub(super) fn code<T: Copy>(&mut self, codes: &[(char, T)], what: &str) -> Result<T, DxpError> {
        let at = self.at;
        let letter = self.letter(what)?;
        codes.iter().find(|(code, _)| *code == letter).map(|(_, value)| *value).ok_or_else(|| {
            let known: String = codes.iter().map(|(code, _)| *code).collect();
            self.error_at(at, format!("{what} is one of {known}"))
        })
    }

    pub(super) fn number(&mut self, width: usize, what: &str) -> Result<u16, DxpError> {
        let at = self.at;
        let digits = self.take(width, what)?;
        match digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse()) {
            Some(Ok(number)) => Ok(number),
            _ => Err(self.error_at(at, format!("{what} is a number of {width} digits"))),
        }
    }

    /// A name, without the spaces that fill its width.
    pub(super) fn name(&mut self, width: usize) -> Result<String, DxpError> {
        Ok(self.take(width, "a name of 32 characters")?.trim().to_owned())
    }

    pub(super) fn rest(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        self.at = self.text.len();
        rest
    }

    pub(super) fn end(&self) -> Result<(), DxpError> {
        if self.at == self.text.len() { Ok(()) } else { Err(self.error("the message should end here")) }
    }
}
