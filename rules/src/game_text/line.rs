//! Reading moves with comments, marks and variations.

use super::{
    Line, Mark, TextMove, add_words,
    between::{as_comment, take_to_closing},
    cursor::{Cursor, Failure},
    style::TextStyle,
};
use crate::{
    any::{AnyGame, AnyMove, AnyPosition},
    notation::Notation,
    outcome::Outcome,
    player::Player,
    position::Position,
};

/// Variations within variations, at most: deeper ones are no game but an attack on the stack.
const DEEPEST: usize = 64;
/// What signs of strength are made of.
pub(super) const STRENGTH: &[char] = &['!', '?'];

/// What ended a line.
pub(super) enum End {
    /// A result, and its word.
    Result(Option<Outcome>, String),
    /// The end of the text, or the next game's tags.
    Open,
}

/// Reads the moves of a game that begins at `start`, and its end. `claimed` is the result that its tags tell.
pub(super) fn read(
    cursor: &mut Cursor<'_>,
    game: &AnyGame,
    style: &TextStyle,
    start: &AnyPosition,
    claimed: Option<&str>,
) -> Result<(Line, End), Failure> {
    let number = game.first_move_number(start);
    let mut reader = Reader {
        game,
        style,
        claimed,
        position: start.clone(),
        before: start.clone(),
        number,
        number_before: number,
        is_numbered: false,
        missing: None,
        guessing: Guessing::ByWhatFollows,
        line: Line::default(),
    };
    let end = reader.read_game(cursor)?;
    Ok((reader.line, end))
}

/// What becomes of a move whose text has several meanings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Guessing {
    /// The next moves decide, where they do.
    ByWhatFollows,
    /// It cannot be read, as in variations.
    Never,
    /// It cannot be read, and one was met.
    Met,
}

/// The moves of a line under way.
pub(super) struct Reader<'g> {
    pub(super) game: &'g AnyGame,
    pub(super) style: &'g TextStyle,
    /// The result that the tags tell.
    pub(super) claimed: Option<&'g str>,
    /// After the last move.
    pub(super) position: AnyPosition,
    /// Before the last move.
    before: AnyPosition,
    /// The number of the next move, and that of the last one.
    pub(super) number: u32,
    number_before: u32,
    /// Whether a number was read, and no move since.
    pub(super) is_numbered: bool,
    /// Where a dash stands instead of a move.
    pub(super) missing: Option<usize>,
    /// What becomes of a move with several meanings.
    pub(super) guessing: Guessing,
    pub(super) line: Line,
}

impl Reader<'_> {
    fn read_game(&mut self, cursor: &mut Cursor<'_>) -> Result<End, Failure> {
        loop {
            if let Some(end) = self.read_next(cursor)? {
                return Ok(end);
            }
        }
    }

    /// Reads the next item of the main line; the end is given back.
    pub(super) fn read_next(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<End>, Failure> {
        match cursor.peek() {
            None => Ok(Some(End::Open)),
            Some('[') if cursor.is_at_tag() => Ok(Some(End::Open)),
            Some(')') => Err(cursor.failure("no variation is open here")),
            Some(_) => self.read_item(cursor, 0),
        }
    }

    /// Reads a variation up to its closing parenthesis. From a move that cannot be made on it is kept as a comment.
    fn read_variation(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<Line, Failure> {
        let opened = cursor.at - 1;
        loop {
            match cursor.peek() {
                None => return Err(Failure::new(opened, "this variation has no closing parenthesis")),
                Some('[') if cursor.is_at_tag() => {
                    return Err(cursor.failure("a variation holds no tags; its ) is missing"));
                }
                Some(')') => {
                    cursor.accept(')');
                    return Ok(std::mem::take(&mut self.line));
                }
                Some(_) => {}
            }
            let item = cursor.at;
            // Some programs end variations with a result; it says nothing about the game.
            if let Err(failure) = self.read_item(cursor, depth) {
                cursor.at = item;
                let rest = take_to_closing(cursor).ok_or(failure)?;
                self.keep(rest);
                return Ok(std::mem::take(&mut self.line));
            }
        }
    }

    /// Reads a comment, a mark, a variation, a number or a move; a result is given back.
    fn read_item(&mut self, cursor: &mut Cursor<'_>, depth: usize) -> Result<Option<End>, Failure> {
        let start = cursor.at;
        if let Some(comment) = cursor.take_comment()? {
            self.comment(comment);
        } else if cursor.accept('$') {
            let digits = cursor.take_while(|c| c.is_ascii_digit());
            match digits.parse() {
                Ok(glyph) => self.glyph(glyph),
                // Glyphs of other programs.
                Err(_) => self.comment(&format!("${digits}")),
            }
        } else if cursor.peek() == Some('[') {
            let Some(text) = cursor.take_bracket() else {
                return Err(cursor.failure("this bracket is not closed on its line"));
            };
            self.comment(&text.replace(['{', '}'], " "));
        } else if cursor.accept('(') {
            match bracketed_strength(cursor) {
                Some(signs) => self.signs(signs),
                None => self.variation(cursor, start, depth)?,
            }
        } else {
            return self.word(cursor);
        }
        Ok(None)
    }

    fn variation(&mut self, cursor: &mut Cursor<'_>, start: usize, depth: usize) -> Result<(), Failure> {
        let problem = match self.line.moves.last() {
            None => Some("there is no move that this variation could replace".to_owned()),
            Some(_) if depth == DEEPEST => Some(format!("variations are nested deeper than {DEEPEST}")),
            Some(_) => None,
        };
        if let Some(reason) = problem {
            let text = take_to_closing(cursor).ok_or(Failure::new(start, reason))?;
            self.keep(&format!("({text})"));
            return Ok(());
        }
        let mut inner = self.instead_of_last();
        let variation = inner.read_variation(cursor, depth + 1)?;
        if let Some(last) = self.line.moves.last_mut() {
            last.variations.push(variation);
        }
        Ok(())
    }

    /// Returns a line that replaces the last move.
    fn instead_of_last(&self) -> Box<Self> {
        self.branch(&self.before, self.number_before)
    }

    /// Returns a line that goes on with a move.
    pub(super) fn followed_by(&self, mv: AnyMove) -> Box<Self> {
        let mut branch = self.branch(&self.position, self.number);
        branch.claimed = self.claimed;
        branch.play(mv);
        branch
    }

    /// Returns a line from a position on. Positions may be large, so that those of nested variations have no room on the
    /// stack.
    fn branch(&self, position: &AnyPosition, number: u32) -> Box<Self> {
        let Self { game, style, .. } = self;
        Box::new(Self {
            game,
            style,
            claimed: None,
            position: position.clone(),
            before: position.clone(),
            number,
            number_before: number,
            is_numbered: false,
            missing: None,
            guessing: Guessing::Never,
            line: Line::default(),
        })
    }

    pub(super) fn play(&mut self, mv: AnyMove) {
        let mover = self.position.to_move();
        self.before.clone_from(&self.position);
        self.number_before = self.number;
        self.position.play(mv);
        // The player who moves first begins the next round.
        if self.position.to_move() <= mover {
            self.number += 1;
        }
        self.is_numbered = false;
        self.line.moves.push(TextMove::from(mv));
    }

    /// Marks from signs one behind the other; what is no mark is kept as a comment.
    pub(super) fn signs(&mut self, text: &str) {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = if STRENGTH.contains(&first) {
                rest.len() - rest.trim_start_matches(STRENGTH).len()
            } else {
                Mark::symbol_before(rest).map_or(first.len_utf8(), str::len)
            };
            let (sign, behind) = rest.split_at(length);
            match (Mark::of_sign(sign), Mark::glyph_of_symbol(sign)) {
                (Some(mark), _) => self.mark(sign, |_| mark),
                (None, Some(glyph)) => self.glyph(glyph),
                (None, None) => self.comment(sign),
            }
            rest = behind;
        }
    }

    pub(super) fn glyph(&mut self, glyph: u8) {
        let white: Player = self.style.white;
        self.mark(&format!("${glyph}"), |reader| Mark::of_glyph(glyph, reader.before.to_move(), white));
    }

    /// Marks the last move; before the first one the sign is kept as a comment.
    fn mark(&mut self, sign: &str, mark: impl FnOnce(&Self) -> Mark) {
        let mark = mark(self);
        match self.line.moves.last_mut() {
            Some(last) => last.marks.push(mark),
            None => self.comment(sign),
        }
    }

    pub(super) fn comment(&mut self, text: &str) {
        match self.line.moves.last_mut() {
            Some(last) => last.hear(text),
            None => add_words(&mut self.line.comment, text),
        }
    }

    /// Keeps a part of the text that cannot be read as a comment.
    fn keep(&mut self, text: &str) {
        self.comment(&as_comment(text));
    }
}

/// The signs of strength in `(?)`, behind its first parenthesis.
fn bracketed_strength<'t>(cursor: &mut Cursor<'t>) -> Option<&'t str> {
    let at = cursor.at;
    let signs = cursor.take_while(|c| STRENGTH.contains(&c));
    if !signs.is_empty() && cursor.accept_text(")") {
        return Some(signs);
    }
    cursor.at = at;
    None
}
