//! A finished game that is read from its log.

use damier_rules::{AnyGame, AnyMove, AnyPosition, game_text};

use super::WatchError;
use crate::{
    play::{LineSpan, LogReader, PlayedMove},
    tournament::ResultLine,
};

/// A finished game without its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRow {
    /// Its number from 0, in the order in which the games ended.
    pub number: usize,
    /// Its place for people: round and game of a match; round, board and game of a tournament.
    pub place: String,
    /// The player of each seat.
    pub seats: Vec<String>,
    /// What each seat got, 0 to 1.
    pub shares: Vec<f64>,
    /// How it ended.
    pub ending: String,
    /// Its plies, those of the opening included.
    pub plies: usize,
}

/// A finished game with its moves.
#[derive(Clone, Debug)]
pub struct KeptGame {
    /// The game without them.
    pub row: GameRow,
    /// Where it started.
    pub start: AnyPosition,
    /// Its moves, with what their players told of them where that was kept.
    pub moves: Vec<PlayedMove<AnyMove>>,
    /// How many of them are the opening, as far as that was kept.
    pub opening_plies: usize,
}

impl GameRow {
    /// Returns that of a game of a tournament or a league.
    pub(crate) fn of_line(number: usize, line: &ResultLine) -> Self {
        Self {
            number,
            place: format!("{}.{}.{}", line.round, line.board, line.game + 1),
            seats: line.seats.clone(),
            shares: line.shares.clone(),
            ending: line.ending.clone(),
            plies: line.plies,
        }
    }
}

impl KeptGame {
    /// Reads a game of a tournament or a league again.
    pub(crate) fn of_log(
        game: &AnyGame,
        number: usize,
        log: &LogReader,
        span: LineSpan,
    ) -> Result<Self, WatchError> {
        let line: ResultLine = log.line(span)?;
        let form = game_text::form_of(&line.text).unwrap_or(game_text::Form::Tagged);
        let unreadable = |reason: String| WatchError::unfit(log.path(), format!("game {number}: {reason}"));
        let text = game_text::read_form(game, form, &line.text).next();
        let text = text.ok_or_else(|| unreadable("its text is empty".to_owned()))?;
        let text = text.map_err(|error| unreadable(error.reason))?;
        Ok(Self {
            row: GameRow::of_line(number, &line),
            moves: text.moves().map(PlayedMove::unsearched).collect(),
            start: text.start,
            opening_plies: 0,
        })
    }
}
