//! A league that others play.

use std::path::Path;

use damier_rules::{AnyGame, Game, Position};

use super::{
    LeagueRow,
    runner::{players_of, read_identity, standing},
};
use crate::{
    play::{LogReader, read_head},
    tournament::{LOG_FILE, WatchedResults},
    watch::{GameRow, KeptGame, Summary, WatchError},
};

/// A league that others play.
pub(crate) struct WatchedLeague {
    game: AnyGame,
    seats: usize,
    title: String,
    results: WatchedResults,
}

impl WatchedLeague {
    /// Reads of which game a league is.
    ///
    /// # Errors
    /// The log is of something else.
    pub(crate) fn open(folder: &Path) -> Result<Self, WatchError> {
        let path = folder.join(LOG_FILE);
        let head = read_head(&path)?;
        let foreign = || WatchError::unfit(&path, "is of no league, and there is no tournament beside it");
        let (id, title) = read_identity(&head.identity).ok_or_else(foreign)?;
        let game = AnyGame::of_id(id).map_err(|error| WatchError::unfit(&path, error.to_string()))?;
        let (seats, title) = (game.start().players(), format!("League: {title}"));
        let results = WatchedResults::new(&path, &head.identity, seats);
        Ok(Self { game, seats, title, results })
    }

    /// Reads the games that came since.
    ///
    /// # Errors
    /// The log cannot be read, or is damaged.
    pub(crate) fn read(&mut self) -> Result<(), WatchError> {
        Ok(self.results.read()?)
    }

    /// Returns the log.
    pub(crate) fn log(&self) -> &LogReader {
        self.results.log()
    }

    /// Returns the number of finished games.
    pub(crate) fn games(&self) -> usize {
        self.results.table().games().len()
    }

    /// Returns what a list says of it.
    pub(crate) fn summary(&self) -> Summary {
        Summary {
            game: self.game.id().to_owned(),
            title: self.title.clone(),
            players: self.rows().into_iter().map(|row| row.name).collect(),
            finished: self.games(),
            total: None,
            over: false,
        }
    }

    /// Returns the ratings.
    pub(crate) fn rows(&self) -> Vec<LeagueRow> {
        let games = self.results.table().games();
        let (baselines, generations) = players_of(games);
        standing(&baselines, &generations, games, self.seats)
    }

    /// Returns a finished game without its moves.
    pub(crate) fn row(&self, number: usize) -> Option<GameRow> {
        self.results.row(number)
    }

    /// Returns a finished game with its moves; `None` where there is none of this number.
    ///
    /// # Errors
    /// It cannot be read any more.
    pub(crate) fn game(&self, number: usize) -> Result<Option<KeptGame>, WatchError> {
        self.results.game(&self.game, number)
    }
}
