//! From text to games.

use super::{
    Form, GameText, GameTextError, Line, add_words,
    between::{skip_moves, skip_second_result, take_trailing_comments},
    cursor::{Cursor, Failure},
    form_of,
    header::{FEN, Header, SET_UP},
    line::{self, End},
    psq, sgf,
    style::{RESULT, TextStyle, UNKNOWN, UNKNOWN_VALUE},
};
use crate::{
    any::AnyGame,
    game::Game,
    notation::{Notation, NotationFormat::Native},
    tags::GameTags,
};

/// Reads the games of a text one after the other.
///
/// A game has a tag, a move or a result. It may lack tags, and its result where the text ends or the next game's tags
/// begin; the result then is that of the tag `Result`. Behind an error the reader goes on with the next game: behind the
/// result of the one that has the error, or at the next tags. SGF and PSQ are known by their beginnings, and their games
/// by lines that begin like that. `docs/reference/game-files.md` says what is read beyond the standards.
pub fn read<'t>(game: &AnyGame, text: &'t str) -> GameTexts<'t> {
    read_form(game, form_of(text).unwrap_or(Form::Tagged), text)
}

/// The same for a text that is known to be in a form.
pub fn read_form<'t>(game: &AnyGame, form: Form, text: &'t str) -> GameTexts<'t> {
    GameTexts {
        game: game.clone(),
        form,
        style: game.text_style(),
        cursor: Cursor::new(text),
        begin: 0,
        before: String::new(),
    }
}

/// The games of a text, or why they are none.
pub struct GameTexts<'t> {
    game: AnyGame,
    form: Form,
    style: TextStyle,
    cursor: Cursor<'t>,
    /// Where the last game begins.
    begin: usize,
    /// What stands before a game without being one.
    before: String,
}

impl GameTexts<'_> {
    /// The line and the column, from 1, where the game begins that was read last.
    pub fn place(&self) -> (usize, usize) {
        self.cursor.place(self.begin)
    }

    /// How many bytes of the text have been read.
    pub fn done(&self) -> usize {
        self.cursor.at
    }
}

impl Iterator for GameTexts<'_> {
    type Item = Result<GameText, GameTextError>;

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
            Form::Tagged => loop {
                match self.read_game() {
                    Ok(Some(text)) => break Ok(text),
                    Ok(None) => drop(self.cursor.peek()?),
                    Err(failure) => break Err(failure),
                }
            },
            Form::Psq => psq::read(&mut self.cursor, &self.game).inspect_err(|failure| {
                self.cursor.skip_to_line(failure.at, |line| line.starts_with(psq::BEGIN));
            }),
            // It goes to the next game itself.
            Form::Sgf => sgf::read(&mut self.cursor, &self.game),
        };
        Some(read.map_err(|failure| self.cursor.error(failure)))
    }
}

impl GameTexts<'_> {
    /// Reads a game with tags, if there is more than comments, and goes behind it.
    fn read_game(&mut self) -> Result<Option<GameText>, Failure> {
        let mut header = Header::read(&mut self.cursor);
        self.begin = header.begin.unwrap_or(self.begin);
        let behind_tags = self.cursor.at;
        let read = match header.failure.take() {
            Some(failure) => Err(failure),
            None => self.read_body(&header),
        };
        read.inspect_err(|failure| {
            self.cursor.at = failure.at.max(behind_tags);
            if !header.is_over {
                skip_moves(&mut self.cursor, &self.style);
            }
        })
    }

    /// Reads what follows the tags.
    fn read_body(&mut self, header: &Header) -> Result<Option<GameText>, Failure> {
        let mut tags = header.tags();
        let place = |name: &str| header.place(name).unwrap_or(self.begin);
        let game = self
            .game
            .of_tags(Native, &tags)
            .map_err(|error| Failure::new(place(error.tag), error.to_string()))?;
        let start = match tags.get(FEN) {
            None => game.start(),
            Some(text) => game
                .parse_position(Native, text)
                .map_err(|error| Failure::new(place(FEN), format!("the tag {FEN}: {error}")))?,
        };
        let claim = tags.get(RESULT).map(str::trim).unwrap_or_default().to_owned();
        let (mut line, end) = if header.is_over {
            (Line::default(), End::Open)
        } else {
            line::read(&mut self.cursor, &game, &self.style, &start, Some(&claim))?
        };
        let mut comment = std::mem::take(&mut self.before);
        add_words(&mut comment, &header.comment);
        add_words(&mut comment, &line.comment);
        line.comment = comment;
        let mut told = None;
        match end {
            End::Result(outcome, word) => {
                told = outcome;
                skip_second_result(&mut self.cursor, &self.style, &word);
                for comment in take_trailing_comments(&mut self.cursor) {
                    line.say(comment);
                }
            }
            End::Open if header.is_empty() && line.moves.is_empty() => {
                self.before = line.comment;
                return Ok(None);
            }
            End::Open => {}
        }
        let claimed = self.style.read_result(&claim);
        if let (None, Some(at)) = (told, header.other_result) {
            return Err(Failure::new(at, "the tags tell two results, and the moves none; remove one"));
        }
        let outcome = told.or(claimed.flatten());
        let is_said = [UNKNOWN, UNKNOWN_VALUE, ""].contains(&claim.as_str())
            || claimed.is_some_and(|claimed| claimed == outcome);
        if !is_said {
            line.say(&format!("[{RESULT} \"{claim}\"]"));
        }
        [RESULT, SET_UP, FEN].into_iter().for_each(|name| tags.remove(name));
        Ok(Some(GameText { tags, start, line, outcome }))
    }
}
