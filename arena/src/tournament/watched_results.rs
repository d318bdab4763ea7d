//! The finished games of a tournament or a league that others play.

use std::path::Path;

use damier_rules::AnyGame;

use super::{
    ResultLine,
    results::{self, ResultTable},
};
use crate::{
    play::{LineSpan, LogError, LogReader, OldLogs},
    watch::{GameRow, KeptGame, WatchError},
};

/// The finished games of a tournament or a league that others play, without their moves.
#[derive(Debug)]
pub(crate) struct WatchedResults {
    log: LogReader,
    table: ResultTable,
    spans: Vec<LineSpan>,
    /// Seats of the game.
    seats: usize,
}

impl WatchedResults {
    /// Creates the reader of a log of something with this identity, in a game with that number of seats.
    pub(crate) fn new(path: &Path, identity: &str, seats: usize) -> Self {
        let log = LogReader::new(path, results::head(identity), OldLogs::Sealed);
        Self { log, table: ResultTable::default(), spans: Vec::new(), seats }
    }

    /// Reads the games that came since.
    ///
    /// # Errors
    /// The log cannot be read, is damaged, or of something else.
    pub(crate) fn read(&mut self) -> Result<(), LogError> {
        let Self { log, table, spans, seats } = self;
        log.read(&mut |mut line: ResultLine, place| {
            if line.seats.len() != *seats || line.shares.len() != *seats {
                return Err(place.damaged(format!("it is no game of {seats}")));
            }
            // The moves are read again where they are asked for.
            line.text = String::new();
            table.add(line);
            spans.push(place.span);
            Ok(())
        })
    }

    /// Returns the log.
    pub(crate) fn log(&self) -> &LogReader {
        &self.log
    }

    /// Returns the games by their places.
    pub(crate) fn table(&self) -> &ResultTable {
        &self.table
    }

    /// Returns a game without its moves.
    pub(crate) fn row(&self, number: usize) -> Option<GameRow> {
        Some(GameRow::of_line(number, self.table.games().get(number)?))
    }

    /// Returns a game with its moves; `None` where there is none of this number.
    ///
    /// # Errors
    /// It cannot be read any more.
    pub(crate) fn game(&self, game: &AnyGame, number: usize) -> Result<Option<KeptGame>, WatchError> {
        let Some(span) = self.spans.get(number) else { return Ok(None) };
        KeptGame::of_log(game, number, &self.log, *span).map(Some)
    }
}
