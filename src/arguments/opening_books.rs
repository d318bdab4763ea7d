//! The opening books that engines play by: one that is named, or those that come with damier, beside its nets.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::bail;
use clap::Args;
use damier_engine::opening_book::OpeningBook;
use damier_protocol::server::Books;
use damier_rules::AnyGame;

use super::game_choice;

/// Which book.
#[derive(Args, Clone, Debug)]
pub(crate) struct BookOptions {
    /// The opening book to play by (`damier book grow`); without one, the book that comes with damier, if there is one
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Search every move of the opening, too
    #[arg(long, conflicts_with = "book")]
    no_book: bool,
}

impl BookOptions {
    /// Whether a book was named.
    pub(crate) fn is_named(&self) -> bool {
        self.book.is_some()
    }

    /// The book of `game`, if there is one.
    ///
    /// # Errors
    /// It cannot be read, or is another game's.
    pub(crate) fn of(&self, game: &AnyGame) -> anyhow::Result<Option<Arc<OpeningBook>>> {
        let path = match &self.book {
            Some(path) => Some(path.clone()),
            None if self.no_book => None,
            None => return Ok(damier_nets::book(game)?.map(Arc::new)),
        };
        Ok(path.map(|path| OpeningBook::read(game, &path)).transpose()?.map(Arc::new))
    }

    /// Those of an engine that is asked for one game after another; `game` is the first, where it is known.
    ///
    /// # Errors
    /// A book is named, and is none of the game, or nothing tells the game.
    pub(crate) fn all(&self, game: Option<&str>) -> anyhow::Result<Books> {
        match (&self.book, game) {
            (Some(path), Some(game)) => {
                let book = Arc::new(read(game, path)?);
                Ok(Books::found_by(move |game| Ok((game == book.game()).then(|| Arc::clone(&book)))))
            }
            (Some(path), None) => {
                bail!("{}: whose opening book is it? give --game or --net, too", path.display())
            }
            (None, _) if self.no_book => Ok(Books::none()),
            (None, _) => Ok(Books::found_by(|game| {
                let game = game_choice::open(game).map_err(|error| error.to_string())?;
                let book =
                    damier_nets::book(&game).map_err(|error| format!("{error}; --no-book plays without"))?;
                Ok(book.map(Arc::new))
            })),
        }
    }
}

fn read(game: &str, path: &Path) -> anyhow::Result<OpeningBook> {
    Ok(OpeningBook::read(&game_choice::open(game)?, path)?)
}
