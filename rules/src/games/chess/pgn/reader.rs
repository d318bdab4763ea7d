//! From text to games: places in the text, and tags.

use super::{
    CHESS960, FEN, PgnError, PgnGame, PgnResult, RESULT, SET_UP, VARIANT,
    line::{self, End},
};
use crate::{
    game::Game,
    games::chess::{
        fen,
        game::{Castling, Chess},
        position::ChessPosition,
    },
};

/// Reads every game of a text.
///
/// A game may lack tags, and its result where the text ends or the next game's tags begin; the result then is
/// that of the tag `Result`. Move numbers are not checked. Lines that begin with `%` are skipped.
///
/// # Errors
/// Where and why the text is not PGN, or a move is not legal.
pub fn read(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    let mut cursor = Cursor { text, at: 0 };
    let mut games = Vec::new();
    while cursor.peek().is_some() {
        games.push(read_game(&mut cursor)?);
    }
    Ok(games)
}

/// A tag as it was read.
struct Tag {
    name: String,
    value: String,
    /// Where its value begins.
    at: usize,
}

fn read_game(cursor: &mut Cursor<'_>) -> Result<PgnGame, PgnError> {
    let mut tags: Vec<Tag> = Vec::new();
    while cursor.accept('[') {
        let at = cursor.at;
        let tag = read_tag(cursor)?;
        if tags.iter().any(|other| other.name == tag.name) {
            return Err(cursor.error_at(at, format!("the tag {} is given twice", tag.name)));
        }
        tags.push(tag);
    }
    let mut game = PgnGame::new(start(cursor, &tags)?);
    let claimed = tags.iter().find(|tag| tag.name == RESULT).and_then(|tag| PgnResult::of_text(&tag.value));
    let (read, end) = line::read(cursor, &game.start)?;
    game.line = read;
    game.result = match end {
        End::Result(result) => result,
        End::Open => claimed.unwrap_or_default(),
    };
    let told_otherwise = |tag: &Tag| [RESULT, SET_UP, FEN].contains(&tag.name.as_str());
    game.tags =
        tags.into_iter().filter(|tag| !told_otherwise(tag)).map(|tag| (tag.name, tag.value)).collect();
    Ok(game)
}

fn start(cursor: &Cursor<'_>, tags: &[Tag]) -> Result<ChessPosition, PgnError> {
    let value = |name: &str| tags.iter().find(|tag| tag.name == name);
    let is_960 = |tag: &Tag| {
        let name = tag.value.to_ascii_lowercase();
        [&CHESS960.to_ascii_lowercase(), "fischer", "freestyle"].iter().any(|word| name.contains(*word))
    };
    let castling = if value(VARIANT).is_some_and(is_960) { Castling::Chess960 } else { Castling::Standard };
    match value(FEN) {
        None => Ok(Chess::standard().start()),
        Some(tag) => fen::read(&tag.value, castling)
            .map_err(|error| cursor.error_at(tag.at, format!("the tag {FEN}: {error}"))),
    }
}

fn read_tag(cursor: &mut Cursor<'_>) -> Result<Tag, PgnError> {
    cursor.peek();
    let name = cursor.take_while(|c| c.is_ascii_alphanumeric() || c == '_').to_owned();
    if name.is_empty() {
        return Err(cursor.error("the name of a tag is expected here"));
    }
    if !cursor.accept('"') {
        return Err(cursor.error(format!("the value of the tag {name} is expected here, in quotes")));
    }
    let at = cursor.at;
    let mut value = String::new();
    loop {
        match cursor.next() {
            Some('"') => break,
            Some('\\') => value.extend(cursor.next()),
            Some('\n') | None => return Err(cursor.error_at(at, "this value has no closing quote")),
            Some(other) => value.push(other),
        }
    }
    if cursor.accept(']') {
        return Ok(Tag { name, value, at });
    }
    Err(cursor.error("the tag's ] is expected here"))
}

/// A place in the text.
pub(super) struct Cursor<'t> {
    text: &'t str,
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    fn rest(&self) -> &'t str {
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

    /// Goes on while `fits`.
    pub(super) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    pub(super) fn error(&self, reason: impl Into<String>) -> PgnError {
        self.error_at(self.at, reason)
    }

    pub(super) fn error_at(&self, at: usize, reason: impl Into<String>) -> PgnError {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        PgnError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            reason: reason.into(),
        }
    }
}
