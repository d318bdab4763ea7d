//! Reading moves with comments, marks and variations.

use super::{
    Line, Mark, TextMove, add_words,
    cursor::{Cursor, Failure},
    style::TextStyle,
};
use crate::{
    game::{Game, MoveOf},
    outcome::Outcome,
    position::Position,
};

/// Variations within variations, at most: deeper ones are no game but an attack on the stack.
const DEEPEST: usize = 64;
/// What ends a word.
const PUNCTUATION: &[char] = &['{', '}', '(', ')', '[', ']', ';', '$', '"'];
/// What signs of strength are made of.
const STRENGTH: &[char] = &['!', '?'];
/// The other signs, one character each.
const SIGNS: &[char] = &['*', '+', '='];
/// Words between the moves that say something about them, and are kept as comments.
const REMARKS: [&str; 2] = ["e.p.", "a.l."];

/// What ended a line.
pub(super) enum End {
    /// A result.
    Result(Option<Outcome>),
    /// The end of the text, or the next game's tags.
    Open,
}

/// Reads the moves of a game that begins at `start`, and its end.
pub(super) fn read<G: Game>(
    cursor: &mut Cursor<'_>,
    game: &G,
    style: &TextStyle,
    start: &G::Position,
) -> Result<(Line<MoveOf<G>>, End), Failure> {
    let mut reader =
        Reader::<G> { game, style, position: start.clone(), before: start.clone(), line: Line::default() };
    let end = reader.read_game(cursor)?;
    Ok((reader.line, end))
}

struct Reader<'g, G: Game> {
    game: &'g G,
    style: &'g TextStyle,
    /// After the last move.
    position: G::Position,
    /// Before the last move.
    before: G::Position,
    line: Line<MoveOf<G>>,
}

impl<G: Game> Reader<'_, G> {
    fn read_game(&mut self, cursor: &mut Cursor<'_>) -> Result<End, Failure> {
        loop {
            match cursor.peek() {
                None | Some('[') => return Ok(End::Open),
                Some(')') => return Err(cursor.failure("no variation is open here")),
                Some(_) => {}
            }
            if let Some(outcome) = self.read_item(cursor, 0)? {
                return Ok(End::Result(outcome));
            }
        }
    }

    /// Reads a variation up to its closing parenthesis.
    fn read_variation(mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<Line<MoveOf<G>>, Failure> {
        let opened = cursor.at - 1;
        loop {
            match cursor.peek() {
                None => return Err(Failure::new(opened, "this variation has no closing parenthesis")),
                Some('[') => return Err(cursor.failure("a variation holds no tags; its ) is missing")),
                Some(')') => {
                    cursor.accept(')');
                    return Ok(self.line);
                }
                // Some programs end variations with a result; it says nothing about the game.
                Some(_) => drop(self.read_item(cursor, depth)?),
            }
        }
    }

    /// Reads a comment, a mark, a variation, a number or a move; a result is given back.
    fn read_item(
        &mut self,
        cursor: &mut Cursor<'_>,
        depth: usize,
    ) -> Result<Option<Option<Outcome>>, Failure> {
        let start = cursor.at;
        if cursor.accept('{') {
            let comment = cursor.take_while(|c| c != '}');
            if cursor.next().is_none() || cursor.has_tags_since(start) {
                return Err(Failure::new(start, "this comment has no closing brace"));
            }
            self.comment(comment);
        } else if cursor.accept(';') {
            let comment = cursor.take_while(|c| c != '\n');
            self.comment(comment);
        } else if cursor.accept('$') {
            let digits = cursor.take_while(|c| c.is_ascii_digit());
            let Ok(glyph) = digits.parse() else {
                return Err(Failure::new(start, "a number from 0 to 255 is expected after $"));
            };
            self.mark(start, |reader| Mark::of_glyph(glyph, reader.before.to_move(), reader.style.white))?;
        } else if cursor.accept('(') {
            match bracketed_strength(cursor) {
                Some(mark) => self.mark(start, |_| mark)?,
                None => self.variation(cursor, start, depth)?,
            }
        } else {
            let word = cursor.take_while(|c| !c.is_whitespace() && !PUNCTUATION.contains(&c));
            if word.is_empty() {
                return Err(cursor.failure("a move or a result is expected here"));
            }
            if let Some(outcome) = self.style.read_result(word) {
                return Ok(Some(outcome));
            }
            self.word(start, word)?;
        }
        Ok(None)
    }

    fn variation(&mut self, cursor: &mut Cursor<'_>, start: usize, depth: usize) -> Result<(), Failure> {
        if depth == DEEPEST {
            return Err(Failure::new(start, format!("variations are nested deeper than {DEEPEST}")));
        }
        let Self { game, style, before, line, .. } = self;
        let Some(last) = line.moves.last_mut() else {
            return Err(Failure::new(start, "there is no move that this variation could replace"));
        };
        let (position, before) = (before.clone(), before.clone());
        let inner = Self { game, style, position, before, line: Line::default() };
        last.variations.push(inner.read_variation(cursor, depth + 1)?);
        Ok(())
    }

    /// A number, a move, a sign, a remark, or a number and a move with signs.
    fn word(&mut self, start: usize, word: &str) -> Result<(), Failure> {
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let numbered = word[digits..].starts_with(['.', '…']);
        let text = if numbered { word[digits..].trim_start_matches(['.', '…']) } else { word };
        let at = start + word.len() - text.len();
        if text.is_empty() {
            return Ok(());
        }
        if REMARKS.contains(&text) || is_material(text) {
            self.comment(text);
            return Ok(());
        }
        let (mv, plain) = match self.read_move(text) {
            Ok(found) => found,
            // A number that lacks its point.
            Err(_) if digits == word.len() => return Ok(()),
            Err(reason) => return Err(Failure::new(at, reason)),
        };
        if let Some(mv) = mv {
            self.before = self.position.clone();
            self.position.play(mv);
            self.line.moves.push(TextMove::from(mv));
        }
        self.signs(at + plain, &text[plain..])
    }

    /// The move at the beginning of a word, if there is more than signs, and its length.
    fn read_move(&self, text: &str) -> Result<(Option<MoveOf<G>>, usize), String> {
        let mut plain = text.trim_end_matches(STRENGTH);
        // Signs may belong to the notation, such as those of check and promotion.
        while !plain.is_empty() {
            match self.game.parse_move(&self.position, plain) {
                Ok(mv) => return Ok((Some(mv), plain.len())),
                Err(error) => {
                    let Some(shorter) = plain.strip_suffix(SIGNS) else {
                        return Err(format!("{plain:?}: {}", error.reason));
                    };
                    plain = shorter.trim_end_matches(STRENGTH);
                }
            }
        }
        Ok((None, 0))
    }

    /// Marks from signs one behind the other.
    fn signs(&mut self, at: usize, text: &str) -> Result<(), Failure> {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = if STRENGTH.contains(&first) {
                rest.len() - rest.trim_start_matches(STRENGTH).len()
            } else {
                first.len_utf8()
            };
            let (sign, behind) = rest.split_at(length);
            let place = at + text.len() - rest.len();
            let Some(mark) = Mark::of_sign(sign) else {
                return Err(Failure::new(place, format!("{sign:?} is no sign of quality")));
            };
            self.mark(place, |_| mark)?;
            rest = behind;
        }
        Ok(())
    }

    fn mark(&mut self, at: usize, mark: impl FnOnce(&Self) -> Mark) -> Result<(), Failure> {
        let mark = mark(self);
        match self.line.moves.last_mut() {
            Some(last) => {
                last.marks.push(mark);
                Ok(())
            }
            None => Err(Failure::new(at, "there is no move that this annotation could be about")),
        }
    }

    fn comment(&mut self, text: &str) {
        match self.line.moves.last_mut() {
            Some(last) => last.hear(text),
            None => add_words(&mut self.line.comment, text),
        }
    }
}

/// The sign of strength in `(?)`, behind its first parenthesis.
fn bracketed_strength(cursor: &mut Cursor<'_>) -> Option<Mark> {
    let at = cursor.at;
    let mark = Mark::of_sign(cursor.take_while(|c| STRENGTH.contains(&c)));
    if mark.is_some() && cursor.accept_text(")") {
        return mark;
    }
    cursor.at = at;
    None
}

/// Whether a word tells the material after a combination: `+1`, `-2`.
fn is_material(word: &str) -> bool {
    word.strip_prefix(['+', '-'])
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
