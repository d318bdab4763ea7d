//! Openings as text: a position or some moves on each line, or the first moves of games.
//!
//! ```text
//! # a comment
//! moves 32-28 19-23 28x19 14x23
//! W:W32,37,38:B18,19,23
//! W:W32,37,38:B18,19,23 moves 32-28; id "behind a position"; c0 "operations of EPD say nothing";
//! ```
//! Moves without a position begin at the start position of the game. Text that [`game_text`]
//! takes for games is read as such, and every game is an opening.

mod lines;
#[cfg(test)]
mod tests;

pub use crate::opening_table::OpeningTable;

use std::collections::HashSet;

use crate::{
    any::{AnyGame, AnyMove, AnyPosition},
    game_text::{self, Form, GameTextError},
    history::History,
    position::Position,
};

/// A position and moves from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookLine {
    /// The position.
    pub start: AnyPosition,
    /// The moves; the game goes on behind them.
    pub moves: Vec<AnyMove>,
}

/// How much of each opening counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// All of its moves.
    Whole,
    /// Number of plies, or all where there are fewer. Of openings that then lead to the same position the first one
    /// counts.
    Plies(usize),
}

/// The openings of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Openings {
    /// The openings, in their order.
    pub lines: Vec<BookLine>,
    /// The lines and games that are none, in their order: a position or a move that is none, or an opening behind
    /// which the game is over.
    pub left_out: Vec<GameTextError>,
}

impl Openings {
    /// Returns the openings where all could be read.
    ///
    /// # Errors
    /// The first place that is no opening.
    pub fn strict(self) -> Result<Vec<BookLine>, GameTextError> {
        match self.left_out.into_iter().next() {
            None => Ok(self.lines),
            Some(error) => Err(error),
        }
    }
}

/// Reads the openings of a text. What is none is left out and told in [`Openings::left_out`].
pub fn read(game: &AnyGame, text: &str, length: Length) -> Openings {
    let mut openings = match game_text::form_of(text) {
        Some(form) => of_games(game, form, text, length),
        None => lines::read(game, text, length),
    };
    if length != Length::Whole {
        let mut seen = HashSet::new();
        openings.lines.retain(|opening| seen.insert(opening.key()));
    }
    openings
}

impl BookLine {
    /// Returns the position behind the moves, and how it came about.
    pub fn end(&self) -> (AnyPosition, History<AnyPosition>) {
        let mut position = self.start.clone();
        let mut history = History::new(&position);
        self.moves.iter().for_each(|mv| history.play(&mut position, *mv));
        (position, history)
    }

    /// Returns the key of the position behind the moves.
    pub fn key(&self) -> u64 {
        self.end().0.key()
    }

    /// Cuts it, and refuses it where the game is over behind it.
    fn cut(mut self, length: Length) -> Result<Self, &'static str> {
        if let Length::Plies(plies) = length {
            self.moves.truncate(plies);
        }
        let (position, history) = self.end();
        match history.outcome(&position) {
            None => Ok(self),
            Some(_) if self.moves.is_empty() => Err("the game is over in this position; leave it out"),
            Some(_) => Err("the game is over behind these moves; take fewer plies, or leave it out"),
        }
    }
}

fn of_games(game: &AnyGame, form: Form, text: &str, length: Length) -> Openings {
    let mut found = Openings::default();
    let mut games = game_text::read_form(game, form, text);
    while let Some(read) = games.next() {
        let opening = read.and_then(|read| {
            let opening = BookLine { start: read.start.clone(), moves: read.moves().collect() };
            opening.cut(length).map_err(|reason| {
                let (line, column) = games.place();
                GameTextError { line, column, reason: format!("in the game that begins here {reason}") }
            })
        });
        match opening {
            Ok(opening) => found.lines.push(opening),
            Err(error) => found.left_out.push(error),
        }
    }
    found
}
