//! Reading moves with comments, annotations and variations.

use super::{Line, PgnError, PgnMove, PgnResult, reader::Cursor};
use crate::{
    games::chess::{notation, position::ChessPosition},
    position::Position,
};

/// Variations within variations, at most: deeper ones are no chess but an attack on the stack.
const DEEPEST: usize = 64;
/// What ends a word.
const PUNCTUATION: &[char] = &['{', '}', '(', ')', '[', ']', ';', '$', '"'];
/// Signs of quality by their number as a numeric annotation glyph, from 1.
const QUALITIES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// What ended a line.
pub(super) enum End {
    /// A result.
    Result(PgnResult),
    /// The end of the text, or the next game's tags.
    Open,
}

/// Reads the moves of a game that begins at `start`, and its end.
pub(super) fn read(cursor: &mut Cursor<'_>, start: &ChessPosition) -> Result<(Line, End), PgnError> {
    let mut reader = Reader { position: start.clone(), before: start.clone(), line: Line::default() };
    let end = reader.read_game(cursor)?;
    Ok((reader.line, end))
}

struct Reader {
    /// After the last move.
    position: ChessPosition,
    /// Before the last move.
    before: ChessPosition,
    line: Line,
}

impl Reader {
    fn read_game(&mut self, cursor: &mut Cursor<'_>) -> Result<End, PgnError> {
        loop {
            match cursor.peek() {
                None | Some('[') => return Ok(End::Open),
                Some(')') => return Err(cursor.error("no variation is open here")),
                Some(_) => {}
            }
            if let Some(result) = self.read_item(cursor, 0)? {
                return Ok(End::Result(result));
            }
        }
    }

    /// Reads a variation up to its closing parenthesis.
    fn read_variation(mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<Line, PgnError> {
        let opened = cursor.at - 1;
        loop {
            match cursor.peek() {
                None => return Err(cursor.error_at(opened, "this variation has no closing parenthesis")),
                Some('[') => return Err(cursor.error("a variation holds no tags; its ) is missing")),
                Some(')') => {
                    cursor.accept(')');
                    return Ok(self.line);
                }
                // Some programs end variations with a result; it says nothing about the game.
                Some(_) => drop(self.read_item(cursor, depth)?),
            }
        }
    }

    /// Reads a comment, an annotation, a variation, a number or a move; a result is given back.
    fn read_item(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<Option<PgnResult>, PgnError> {
        let start = cursor.at;
        if cursor.accept('{') {
            let comment = cursor.take_while(|c| c != '}');
            if cursor.next().is_none() {
                return Err(cursor.error_at(start, "this comment has no closing brace"));
            }
            self.comment(comment);
        } else if cursor.accept(';') {
            let comment = cursor.take_while(|c| c != '\n');
            self.comment(comment);
        } else if cursor.accept('$') {
            let digits = cursor.take_while(|c| c.is_ascii_digit());
            let Ok(nag) = digits.parse() else {
                return Err(cursor.error_at(start, "a number from 0 to 255 is expected after $"));
            };
            self.annotate(cursor, start, nag)?;
        } else if cursor.accept('(') {
            if depth == DEEPEST {
                return Err(cursor.error_at(start, format!("variations are nested deeper than {DEEPEST}")));
            }
            let (position, before) = (self.before.clone(), self.before.clone());
            let Some(last) = self.line.moves.last_mut() else {
                return Err(cursor.error_at(start, "there is no move that this variation could replace"));
            };
            let inner = Self { position, before, line: Line::default() };
            last.variations.push(inner.read_variation(cursor, depth + 1)?);
        } else {
            let word = cursor.take_while(|c| !c.is_whitespace() && !PUNCTUATION.contains(&c));
            if word.is_empty() {
                return Err(cursor.error("a move or a result is expected here"));
            }
            if let Some(result) = PgnResult::of_text(word) {
                return Ok(Some(result));
            }
            self.word(cursor, start, word)?;
        }
        Ok(None)
    }

    /// A number, a move, a sign of quality, or a number and a move.
    fn word(&mut self, cursor: &Cursor<'_>, start: usize, word: &str) -> Result<(), PgnError> {
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let numbered = digits == word.len() || word[digits..].starts_with(['.', '…']);
        let text = if numbered { word[digits..].trim_start_matches(['.', '…']) } else { word };
        let at = start + word.len() - text.len();
        let plain = text.trim_end_matches(['!', '?']);
        let quality = &text[plain.len()..];
        if !plain.is_empty() && plain != "e.p." {
            let mv = notation::read(&self.position, plain)
                .map_err(|error| cursor.error_at(at, format!("{plain:?}: {}", error.reason)))?;
            self.before = self.position.clone();
            self.position.play(mv);
            self.line.moves.push(PgnMove::from(mv));
        }
        if quality.is_empty() {
            return Ok(());
        }
        match QUALITIES.iter().position(|sign| *sign == quality) {
            Some(index) => self.annotate(cursor, at, index as u8 + 1),
            None => Err(cursor.error_at(at + plain.len(), format!("{quality:?} is no sign of quality"))),
        }
    }

    fn annotate(&mut self, cursor: &Cursor<'_>, at: usize, nag: u8) -> Result<(), PgnError> {
        match self.line.moves.last_mut() {
            Some(last) => {
                last.nags.push(nag);
                Ok(())
            }
            None => Err(cursor.error_at(at, "there is no move that this annotation could be about")),
        }
    }

    fn comment(&mut self, text: &str) {
        let Self { line, .. } = self;
        let comment = match line.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut line.comment,
        };
        for word in text.split_whitespace() {
            if !comment.is_empty() {
                comment.push(' ');
            }
            comment.push_str(word);
        }
    }
}
