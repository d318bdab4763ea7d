//! Games as text: tags, then moves with what is said about them. PDN 3.0 for draughts, PGN for chess, and the
//! same form for every other game; for games of stones also SGF and PSQ ([`Form`]).
//!
//! [`read`] and [`write()`] are between text and [`GameText`]; files are the caller's business, their bytes are text
//! by [`decode`]. What differs by game is defined by [`GameTags::text_style`](crate::GameTags::text_style),
//! [`start_tags`](crate::GameTags::start_tags), [`of_tags`](crate::GameTags::of_tags) and
//! [`first_move_number`](crate::Notation::first_move_number); moves and positions are in the game's notation.

mod ambiguity;
mod annotations;
mod between;
#[cfg(test)]
mod corpus;
mod cursor;
mod decode;
mod form;
mod header;
mod identity;
mod line;
mod mark;
mod psq;
mod reader;
mod sgf;
mod style;
mod tags;
#[cfg(test)]
mod tests;
mod variant;
mod words;
mod writer;

pub use annotations::{Annotations, Evaluation, Score};
pub use cursor::GameTextError;
pub use decode::decode;
pub use form::{Form, form_of};
pub(crate) use header::FEN;
pub use identity::identity_of;
pub use mark::Mark;
pub use reader::{GameTexts, read, read_form};
pub use style::{EndStyle, MarkStyle, TextStyle};
pub use tags::{TagError, Tags};
pub use variant::{VARIANT, usual_start};
pub(crate) use variant::{check_variant, is_named, is_plain, other_game, words};
pub use writer::{write, write_form};

use crate::{
    any::{AnyMove, AnyPosition},
    outcome::Outcome,
};

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameText {
    /// Tags in their order. `Result`, `SetUp` and `FEN` are not among them: they are said by the other fields.
    pub tags: Tags,
    /// Where the game begins.
    pub start: AnyPosition,
    /// What was played.
    pub line: Line,
    /// How it ended; `None` where it goes on, or is unknown.
    pub outcome: Option<Outcome>,
}

impl GameText {
    /// A game without moves.
    pub fn new(start: AnyPosition) -> Self {
        Self { tags: Tags::default(), start, line: Line::default(), outcome: None }
    }

    /// The moves that were played, without variations.
    pub fn moves(&self) -> impl Iterator<Item = AnyMove> {
        self.line.moves.iter().map(|played| played.mv)
    }
}

/// Moves one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// What is said before the first of them; several comments are joined, white space is single spaces.
    pub comment: String,
    /// The moves.
    pub moves: Vec<TextMove>,
}

impl Line {
    /// Takes a comment as it stands in a text, about the last move or the game.
    fn say(&mut self, comment: &str) {
        match self.moves.last_mut() {
            Some(last) => last.hear(comment),
            None => add_words(&mut self.comment, comment),
        }
    }
}

impl FromIterator<AnyMove> for Line {
    fn from_iter<I: IntoIterator<Item = AnyMove>>(moves: I) -> Self {
        Self { comment: String::new(), moves: moves.into_iter().map(TextMove::from).collect() }
    }
}

/// A move with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextMove {
    /// The move.
    pub mv: AnyMove,
    /// How good it is, and what it leads to.
    pub marks: Vec<Mark>,
    /// What searches and clocks say about it.
    pub annotations: Annotations,
    /// What is said after it besides; like [`Line::comment`].
    pub comment: String,
    /// What might have been played instead.
    pub variations: Vec<Line>,
}

impl From<AnyMove> for TextMove {
    fn from(mv: AnyMove) -> Self {
        Self {
            mv,
            marks: Vec::new(),
            annotations: Annotations::default(),
            comment: String::new(),
            variations: Vec::new(),
        }
    }
}

impl TextMove {
    /// Takes a comment as it stands in a text: what its commands say, and the rest as words.
    pub fn hear(&mut self, comment: &str) {
        let rest = self.annotations.take(comment);
        self.say(&rest);
    }

    /// Says something more after the move.
    pub fn say(&mut self, text: &str) {
        add_words(&mut self.comment, text);
    }
}

/// Appends the words of `text`, separated by single spaces.
fn add_words(comment: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(word);
    }
}
