//! From text to games.

use super::{
    Form, GameText, GameTextError, Tags,
    cursor::{Cursor, Failure},
    form_of,
    line::{self, End},
    psq, sgf,
    style::{RESULT, TextStyle},
    tags::read_tags,
};
use crate::game::Game;

/// The tags that hold a start position.
pub(super) const SET_UP: &str = "SetUp";
pub(super) const FEN: &str = "FEN";

/// Reads the games of a text one after the other.
///
/// A game may lack tags, and its result where the text ends or the next game's tags begin; the result then is
/// that of the tag `Result`. Move numbers are not checked. Lines that begin with `%` are skipped. Behind an
/// error the reader goes on with the next game, at the next line that begins a game's tags. SGF and PSQ are known
/// by their beginnings, and their games by lines that begin like that.
pub fn read<'t, G: Game>(game: &G, text: &'t str) -> GameTexts<'t, G> {
    read_form(game, form_of(text).unwrap_or(Form::Tagged), text)
}

/// The same for a text that is known to be in a form.
pub fn read_form<'t, G: Game>(game: &G, form: Form, text: &'t str) -> GameTexts<'t, G> {
    GameTexts { game: game.clone(), form, style: game.text_style(), cursor: Cursor::new(text), begin: 0 }
}

/// The games of a text, or why they are none.
pub struct GameTexts<'t, G> {
    game: G,
    form: Form,
    style: TextStyle,
    cursor: Cursor<'t>,
    /// Where the last game begins.
    begin: usize,
}

impl<G> GameTexts<'_, G> {
    /// The line and the column, from 1, where the game begins that was read last.
    pub fn place(&self) -> (usize, usize) {
        self.cursor.place(self.begin)
    }

    /// How many bytes of the text have been read.
    pub fn done(&self) -> usize {
        self.cursor.at
    }
}

impl<G: Game> Iterator for GameTexts<'_, G> {
    type Item = Result<GameText<G::Position>, GameTextError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.form == Form::Sgf {
            sgf::skip_text(&mut self.cursor);
        }
        self.cursor.peek()?;
        self.cursor.settle();
        let begin = self.cursor.at;
        self.begin = begin;
        let read = match self.form {
            form if !form.is_of(&self.game) => {
                self.cursor.skip_to_end();
                let reason = format!("this is {}, which holds no games of {}", form.name(), self.game.id());
                Err(Failure::new(begin, reason))
            }
            Form::Tagged => self.read_game(),
            Form::Sgf => sgf::read(&mut self.cursor, &self.game),
            Form::Psq => psq::read(&mut self.cursor, &self.game),
        };
        Some(read.map_err(|failure| {
            match self.form {
                Form::Tagged => self.cursor.skip_to_tags(failure.at, begin),
                Form::Psq => self.cursor.skip_to_line(failure.at, |line| line.starts_with(psq::BEGIN)),
                // It has gone to the next game already.
                Form::Sgf => {}
            }
            self.cursor.error(failure)
        }))
    }
}

impl<G: Game> GameTexts<'_, G> {
    fn read_game(&mut self) -> Result<GameText<G::Position>, Failure> {
        let begin = self.cursor.at;
        let read = read_tags(&mut self.cursor)?;
        let mut tags = Tags::default();
        read.iter().for_each(|tag| tags.set(&tag.name, &tag.value));
        let place = |name: &str| read.iter().find(|tag| tag.name == name).map_or(begin, |tag| tag.at);
        let game =
            self.game.of_tags(&tags).map_err(|error| Failure::new(place(error.tag), error.to_string()))?;
        let start = match tags.get(FEN) {
            None => game.start(),
            Some(text) => game
                .parse_position(text)
                .map_err(|error| Failure::new(place(FEN), format!("the tag {FEN}: {error}")))?,
        };
        let (line, end) = line::read(&mut self.cursor, &game, &self.style, &start)?;
        let told = match end {
            End::Result(outcome) => outcome,
            End::Open => None,
        };
        let claimed = tags.get(RESULT).and_then(|text| self.style.read_result(text));
        let mut rest = Tags::default();
        for (name, value) in tags.iter().filter(|(name, _)| ![RESULT, SET_UP, FEN].contains(name)) {
            rest.set(name, value);
        }
        Ok(GameText { tags: rest, start, line, outcome: told.or(claimed.flatten()) })
    }
}
