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
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    pub(super) at: usize,
    pub(super) reason: String,
}

impl Failure {
    pub(super) fn new(at: usize, reason: impl Into<String>) -> Self {
        Self { at, reason: reason.into() }
    }
}

/// Ends a line, alone or as `\r\n`.
pub(super) const LINE_ENDS: [char; 2] = ['\n', '\r'];
/// Stands at the beginning of some files.
const BYTE_ORDER_MARK: char = '\u{feff}';
/// The tag that begins the tags of a game.
pub(super) const EVENT: &str = "Event";
/// What ends a word.
pub(super) const PUNCTUATION: &[char] = &['{', '}', '(', ')', '[', ']', ';', '$', '"'];

#[derive(Clone)]
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

    /// Returns what has not been read.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Returns what stands between byte `from` and here.
    pub(super) fn since(&self, from: usize) -> &'t str {
        &self.text[from..self.at]
    }

    /// The next character that is no white space and not on a line that begins with `%`.
    pub(super) fn peek(&mut self) -> Option<char> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK);
            self.at += rest.len() - trimmed.len();
            let before = self.text[..self.at].trim_end_matches(BYTE_ORDER_MARK);
            let begins_line = before.is_empty() || before.ends_with(LINE_ENDS);
            if !(begins_line && trimmed.starts_with('%')) {
                return trimmed.chars().next();
            }
            self.take_line();
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

    /// Goes to the end of the line.
    pub(super) fn take_line(&mut self) -> &'t str {
        self.take_while(|c| !LINE_ENDS.contains(&c))
    }

    /// Reads what stands up to white space or punctuation.
    pub(super) fn take_word(&mut self) -> &'t str {
        self.take_while(|c| !c.is_whitespace() && !PUNCTUATION.contains(&c))
    }

    /// Reads the comment that begins here: `{…}`, or `;` and the rest of the line.
    pub(super) fn take_comment(&mut self) -> Result<Option<&'t str>, Failure> {
        let start = self.at;
        match self.peek() {
            Some('{') => {
                self.accept('{');
                let comment = self.take_while(|c| c != '}');
                if self.next().is_none() || self.has_tags_since(start) {
                    return Err(Failure::new(start, "this comment has no closing brace"));
                }
                Ok(Some(comment))
            }
            Some(';') => {
                self.accept(';');
                Ok(Some(self.take_line()))
            }
            _ => Ok(None),
        }
    }

    /// Reads `[…]` on one line, from its first bracket.
    pub(super) fn take_bracket(&mut self) -> Option<&'t str> {
        let line = self.rest().split(LINE_ENDS).next().unwrap_or_default();
        let end = line.find(']')? + 1;
        self.at += end;
        Some(&line[..end])
    }

    /// Whether a tag begins here.
    pub(super) fn is_at_tag(&self) -> bool {
        begins_with_tag(self.rest())
    }

    pub(super) fn failure(&self, reason: impl Into<String>) -> Failure {
        Failure::new(self.at, reason)
    }

    /// Counts the lines up to here; errors about earlier places are no longer possible.
    pub(super) fn settle(&mut self) {
        let (at, lines) = self.counted;
        self.counted = (self.at, lines + line_ends(&self.text[at..self.at]));
    }

    /// Names the place of a failure since the last [`settle`](Self::settle).
    pub(super) fn error(&self, failure: Failure) -> GameTextError {
        let (line, column) = self.place(failure.at);
        GameTextError { line, column, reason: failure.reason }
    }

    /// The line and the column of a byte since the last [`settle`](Self::settle).
    pub(super) fn place(&self, at: usize) -> (usize, usize) {
        let (counted, lines) = self.counted;
        let line = lines + line_ends(&self.text[counted..at]) + 1;
        (line, self.text[line_start(self.text, at)..at].chars().count() + 1)
    }

    /// Goes to the first line behind byte `after` that begins the tags of a game: one behind an empty line, or the first
    /// tag of the standards.
    pub(super) fn skip_to_tags(&mut self, after: usize) {
        let mut is_blank = false;
        let mut start = after;
        for line in lines(&self.text[after..]) {
            let begins = begins_with_tag(line) && (is_blank || tag_name(line) == EVENT);
            if start > after && begins {
                break;
            }
            is_blank = line.trim().is_empty();
            start += line.len();
        }
        self.at = start;
    }

    /// Goes to the end of the text.
    pub(super) fn skip_to_end(&mut self) {
        self.at = self.text.len();
    }

    /// Goes to the first line behind byte `after` that is wanted, or to the end.
    pub(super) fn skip_to_line(&mut self, after: usize, wanted: impl Fn(&str) -> bool) {
        let mut end = after;
        for line in lines(&self.text[after..]) {
            if end > after && wanted(line) {
                break;
            }
            end += line.len();
        }
        self.at = end;
    }

    /// Whether, from byte `from` to here, the tags of a game begin behind an empty line.
    fn has_tags_since(&self, from: usize) -> bool {
        let mut blank = false;
        lines(self.since(from)).skip(1).any(|line| {
            let found = blank && begins_with_tag(line);
            blank = line.trim().is_empty();
            found
        })
    }
}

/// The lines of a text with their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = match rest.find(LINE_ENDS) {
            Some(end) if rest[end..].starts_with("\r\n") => end + 2,
            Some(end) => end + 1,
            None if rest.is_empty() => return None,
            None => rest.len(),
        };
        let (line, behind) = rest.split_at(end);
        rest = behind;
        Some(line)
    })
}

/// Whether there is an empty line among those that end in a text.
pub(super) fn has_empty_line(text: &str) -> bool {
    lines(text).skip(1).any(|line| line.ends_with(LINE_ENDS) && line.trim().is_empty())
}

/// The number of lines that end in a text.
fn line_ends(text: &str) -> usize {
    text.matches(LINE_ENDS).count() - text.matches("\r\n").count()
}

/// Where the line with byte `at` begins.
fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind(LINE_ENDS).map_or(0, |end| end + 1)
}

/// The name of the tag that a line begins with.
fn tag_name(line: &str) -> &str {
    let rest = line.trim_start().trim_start_matches('[').trim_start();
    &rest[..rest.find(|c| !is_of_tag_name(c)).unwrap_or(rest.len())]
}

/// Whether a text begins like `[Event "`, white space left out.
pub(super) fn begins_with_tag(text: &str) -> bool {
    let Some(rest) = text.trim_start_matches([' ', '\t', BYTE_ORDER_MARK]).strip_prefix('[') else {
        return false;
    };
    let rest = rest.trim_start();
    let name = rest.trim_start_matches(is_of_tag_name);
    name.len() < rest.len()
        && rest.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.trim_start().starts_with('"')
}

/// Whether a character occurs in the names of tags, by the standards or by what other programs write.
pub(super) fn is_of_tag_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_+#=:.-".contains(character)
}
