//! Why a match does not take place.

use std::{fmt, io, path::PathBuf};

use damier_endgames::EndgameError;
use damier_engine::{net::NetError, opening_book::BookError};
use damier_rules::{TextError, game_text::GameTextError};
use thiserror::Error;

use crate::{
    competitor::{Failure, SpecError},
    external::DescriptionError,
    play::{LogError, ThreadsError},
    work_folder::FolderError,
};

/// Why a match does not take place: one line with place and remedy.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// Another number of competitors than the game can seat.
    #[error("{game}: {found} competitors where 2 to {players} are possible, the game has {players} players")]
    Competitors {
        /// The game.
        game: String,
        /// How many players it has.
        players: usize,
        /// How many competitors there are.
        found: usize,
    },
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] TextError),
    /// A competitor that cannot be understood.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A net that cannot be used.
    #[error(transparent)]
    Net(#[from] NetError),
    /// A game whose net does not come with damier, or cannot be read.
    #[error("{reason}")]
    NoNet {
        /// Why, and what would be right.
        reason: String,
    },
    /// An opening book that cannot be used.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A competitor that has to search, but not for how long.
    #[error("{competitor} has no limit; give the match or the competitor a time, nodes or a depth")]
    Unlimited {
        /// Its name.
        competitor: String,
    },
    /// The description of an engine that cannot be used.
    #[error(transparent)]
    Description(#[from] DescriptionError),
    /// An engine whose program is not there.
    #[error("{engine}: {reason}")]
    Engine {
        /// Its name.
        engine: String,
        /// What is missing, and what would be right.
        reason: String,
    },
    /// A competitor that failed in a game without having made a move in any.
    #[error(
        "{competitor} failed before its first move, so that a result would say nothing: {failure}; check its \
         description and options (--engine-log keeps what it says)"
    )]
    NeverMoved {
        /// Its name.
        competitor: String,
        /// What it did.
        failure: Failure,
    },
    /// Games that other machines cannot play, or do not.
    #[error("{reason}")]
    Remote {
        /// Why, and what would be right.
        reason: String,
    },
    /// The system makes no more threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A file for the games is there already.
    #[error("{file}: exists already{and} and is never overwritten; remove it or give another name", file = file.display())]
    GamesFile {
        /// The file.
        file: PathBuf,
        /// What it holds.
        and: &'static str,
    },
    /// A folder that cannot be worked in now.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The directory of a match that cannot be used.
    #[error("{folder}: {reason}", folder = folder.display())]
    Directory {
        /// The directory.
        folder: PathBuf,
        /// Why not, and what would be right.
        reason: String,
    },
    /// A log of finished games that cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A competitor that cannot be told how long it may think.
    #[error("{competitor} cannot play at this pace: {reason}")]
    Pace {
        /// Its name.
        competitor: String,
        /// What it cannot be told, and what would be right.
        reason: String,
    },
    /// Pondering was asked for, and no competitor can.
    #[error("pondering: {reason}")]
    Pondering {
        /// Why not, and what would be right.
        reason: String,
    },
    /// Endgame tables that cannot be used.
    #[error(transparent)]
    Tables(#[from] EndgameError),
    /// Games of more than two players were to be adjudicated.
    #[error("{game} is a game of more than two players, and only games of two are adjudicated")]
    Adjudication {
        /// The game.
        game: String,
    },
    /// Something in a book of openings that is none.
    #[error("{file}, {error}", file = file.display())]
    OpeningText {
        /// The file, or the name of the table.
        file: PathBuf,
        /// Where, and what is wrong with it.
        error: GameTextError,
    },
    /// A book without openings.
    #[error(
        "{file}: no opening in it; write one on each line, or give a file of games",
        file = file.display()
    )]
    NoOpenings {
        /// The file.
        file: PathBuf,
    },
    /// A book that is neither a file nor one of the game's tables.
    #[error(
        "{name}: there is no such file, and {game} has {tables}",
        name = name.display(),
        tables = TableNames(tables)
    )]
    NoBook {
        /// What was given.
        name: PathBuf,
        /// The game.
        game: String,
        /// The names of its tables.
        tables: Vec<String>,
    },
    /// The file system failed.
    #[error("{file}: {action} failed: {error}", file = file.display())]
    Io {
        /// The path.
        file: PathBuf,
        /// `reading` or `writing`.
        action: &'static str,
        /// Why.
        error: io::Error,
    },
}

/// The opening tables of a game, in words.
struct TableNames<'n>(&'n [String]);

impl fmt::Display for TableNames<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => out.write_str("no opening tables of its own"),
            names => write!(out, "the opening tables {}", names.join(", ")),
        }
    }
}
