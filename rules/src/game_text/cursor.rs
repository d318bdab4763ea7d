//! A place in a text.

use thiserror::Error;

/// Why a text is not a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct GameTextError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The reason, and the remedy where there is one.
    pub reason: String,
}

/// The same with the place as a byte of the text.
pub(super) struct Failure {
    pub(super) at: usize,
    pub(super) reason: String,
}

impl Failure {
    pub(super) fn new(at: usize, reason: impl Into<String>) -> Self {
        Self { at, reason: reason.into() }
    }
}

pub(super) struct Cursor<'t> {
    text: &'t str,
    pub(super) at: usize,
    /// A byte, and the number of lines that end before it.
    counted: (usize, usize),
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, counted: (0, 0) }
    }

    /// The text from here on.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The next character that is no white space and not on a line that begins with `%`.
    pub(super) fn peek(&mut self) -> Option<char> {
        const BYTE_ORDER_MARK: char = '\u{feff}';
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK);
            self.at += rest.len() - trimmed.len();
            let begins_line = self.at == 0 || self.text[..self.at].ends_with('\n');
            if !(begins_line && trimmed.starts_with('%')) {
                return trimmed.chars().next();
            }
            self.take_while(|c| c != '\n');
        }
    }

    /// The next character, whatever it is.
    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Goes past `wanted` where it is the next character.
    pub(super) fn accept(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Goes past `wanted` where the text goes on with it.
    pub(super) fn accept_text(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    /// Goes on while `fits`.
    pub(super) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    pub(super) fn failure(&self, reason: impl Into<String>) -> Failure {
        Failure::new(self.at, reason)
    }

    /// Counts the lines up to here; errors about earlier places are no longer possible.
    pub(super) fn settle(&mut self) {
        let (at, lines) = self.counted;
        self.counted = (self.at, lines + self.text[at..self.at].matches('\n').count());
    }

    /// Names the place of a failure since the last [`settle`](Self::settle).
    pub(super) fn error(&self, failure: Failure) -> GameTextError {
        let (line, column) = self.place(failure.at);
        GameTextError { line, column, reason: failure.reason }
    }

    /// The line and the column of a byte since the last [`settle`](Self::settle).
    pub(super) fn place(&self, at: usize) -> (usize, usize) {
        let (counted, lines) = self.counted;
        let line = lines + self.text[counted..at].matches('\n').count() + 1;
        (line, self.text[line_start(self.text, at)..at].chars().count() + 1)
    }

    /// Goes to the first line, from byte `from` on and behind byte `after`, that begins the tags of a game.
    pub(super) fn skip_to_tags(&mut self, from: usize, after: usize) {
        let mut start = line_start(self.text, from);
        let mut in_tags = start > 0 && self.text[line_start(self.text, start - 1)..].starts_with('[');
        for line in self.text[start..].split_inclusive('\n') {
            if start >= from && start > after && !in_tags && begins_with_tag(line) {
                self.at = start;
                return;
            }
            in_tags = line.starts_with('[');
            start += line.len();
        }
        self.at = self.text.len();
    }

    /// Goes to the end of the text.
    pub(super) fn skip_to_end(&mut self) {
        self.at = self.text.len();
    }

    /// Goes to the first line behind byte `after` that is wanted, or to the end.
    pub(super) fn skip_to_line(&mut self, after: usize, wanted: impl Fn(&str) -> bool) {
        let mut end = after;
        for line in self.text[after..].split_inclusive('\n') {
            if end > after && wanted(line) {
                break;
            }
            end += line.len();
        }
        self.at = end;
    }

    /// Whether, from byte `from` to here, the tags of a game begin behind an empty line.
    pub(super) fn has_tags_since(&self, from: usize) -> bool {
        let mut blank = false;
        self.text[from..self.at].split('\n').skip(1).any(|line| {
            let found = blank && begins_with_tag(line);
            blank = line.trim().is_empty();
            found
        })
    }
}

/// Where the line with byte `at` begins.
fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// Whether a line begins like `[Event "`.
fn begins_with_tag(line: &str) -> bool {
    line.strip_prefix('[').is_some_and(|rest| {
        let name = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        name.len() < rest.len() && name.trim_start().starts_with('"')
    })
}
