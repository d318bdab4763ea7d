//! Openings from a published table or a file.

use std::{fmt, fs, path::PathBuf};

use damier_rules::{
    AnyGame, Game, Notation,
    book::{self, Length, OpeningTable, Openings},
    game_text::{self, GameTextError},
};
use rand::{SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Opening;
use crate::{error::ArenaError, seeds::Stream};

/// A collection of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// The name of one of the game's tables ([`Notation::opening_tables`]), or else a file: positions or moves, one
    /// opening on each line, or games ([`damier_rules::book`]).
    pub name: PathBuf,
    /// How many plies of each opening count; all where there is no number.
    pub plies: Option<usize>,
    /// In which order they are played.
    pub order: BookOrder,
}

/// In which order the openings of a book are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BookOrder {
    /// Shuffled by the seed of the match: so a match that plays only some of them has some of every kind.
    #[default]
    Shuffled,
    /// As they stand in the book.
    AsGiven,
}

/// In words, for reports.
impl fmt::Display for Book {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "from {}", self.name.display())?;
        self.plies.map_or(Ok(()), |plies| write!(out, ", {plies} plies of each"))?;
        out.write_str(match self.order {
            BookOrder::Shuffled => ", shuffled",
            BookOrder::AsGiven => "",
        })
    }
}

impl Book {
    /// Returns all plies of a table or a file, in shuffled order.
    pub fn named(name: impl Into<PathBuf>) -> Self {
        Self { name: name.into(), plies: None, order: BookOrder::default() }
    }

    /// Reads its openings, at least one, in the order in which a match with this seed plays them. Lines and games that
    /// are no openings are left out ([`left_out`](Self::left_out) tells them).
    ///
    /// # Errors
    /// The file cannot be read, or nothing in it is an opening.
    pub fn read(&self, game: &AnyGame, seed: u64) -> Result<Vec<Opening>, ArenaError> {
        let Openings { lines: mut openings, left_out } = self.openings(game)?;
        if openings.is_empty() {
            return Err(match left_out.into_iter().next() {
                Some(error) => ArenaError::OpeningText { file: self.name.clone(), error },
                None => ArenaError::NoOpenings { file: self.name.clone() },
            });
        }
        if self.order == BookOrder::Shuffled {
            openings.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(Stream::BookOrder.of(seed).number()));
        }
        Ok(openings)
    }

    /// Returns the places of lines and games that are no openings, in their order.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn left_out(&self, game: &AnyGame) -> Result<Vec<GameTextError>, ArenaError> {
        Ok(self.openings(game)?.left_out)
    }

    /// Checks that everything in the book is an opening.
    ///
    /// # Errors
    /// The file cannot be read, or the first place that is no opening.
    pub fn check(&self, game: &AnyGame) -> Result<(), ArenaError> {
        match self.left_out(game)?.into_iter().next() {
            None => Ok(()),
            Some(error) => Err(ArenaError::OpeningText { file: self.name.clone(), error }),
        }
    }

    fn openings(&self, game: &AnyGame) -> Result<Openings, ArenaError> {
        let length = self.plies.map_or(Length::Whole, Length::Plies);
        let text = self.text(game.opening_tables(), game.id())?;
        Ok(book::read(game, &text, length))
    }

    /// Returns the text of the table or file.
    fn text(&self, tables: &[OpeningTable], game: &str) -> Result<String, ArenaError> {
        if let Some(table) = tables.iter().find(|table| self.name.as_os_str() == table.name) {
            return Ok(table.text.to_owned());
        }
        let read = fs::read(&self.name).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => ArenaError::NoBook {
                name: self.name.clone(),
                game: game.to_owned(),
                tables: tables.iter().map(|table| table.name.to_owned()).collect(),
            },
            _ => ArenaError::Io { file: self.name.clone(), action: "reading", error },
        })?;
        Ok(game_text::decode(read))
    }
}
