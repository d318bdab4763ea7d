//! Watching matches, tournaments and leagues that others play: their folders are read, and nothing is written or locked.
//!
//! [`Watched`] reads the finished games of a folder, and later the ones that came since. It keeps what tables and
//! statistics need of each, and reads the moves of a game again where they are asked for. Statistics are those of the
//! reports that the commands print.

mod kept_game;
mod plain_file;
mod stamp;
#[cfg(test)]
mod tests;

use std::{
    fmt,
    path::{Path, PathBuf},
};

use thiserror::Error;

pub use self::kept_game::{GameRow, KeptGame};
use self::plain_file::exists;
pub(crate) use self::plain_file::read_plain;
pub use self::stamp::Stamp;
use crate::{
    league::{LeagueRow, WatchedLeague},
    matches::{self, MatchProgress, WatchedMatch},
    pairing::{EventError, Report},
    play::{LogError, LogReader},
    tournament::{self, SheetError, TournamentFileError, WatchedTournament},
};

/// Why a folder cannot be shown.
#[derive(Debug, Error)]
pub enum WatchError {
    /// A file cannot be read.
    #[error("{path}: reading failed: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Something that should be a file of a match or a tournament is not.
    #[error("{path}: {reason}", path = path.display())]
    Unfit {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong, with the remedy.
        reason: String,
    },
    /// The finished games.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The file that describes a tournament.
    #[error(transparent)]
    File(#[from] TournamentFileError),
    /// The results that people wrote.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// A round that cannot be paired.
    #[error(transparent)]
    Event(#[from] EventError),
}

impl WatchError {
    /// Returns what is wrong with a file or folder.
    pub(crate) fn unfit(path: &Path, reason: impl Into<String>) -> Self {
        Self::Unfit { path: path.to_owned(), reason: reason.into() }
    }
}

/// What a folder holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A match (`damier match --dir`).
    Match,
    /// A tournament (`damier tournament --dir`).
    Tournament,
    /// A league (`damier league`).
    League,
}

impl Kind {
    /// Returns what a folder holds by the names of its files; `None` where it is none of them.
    pub fn of(folder: &Path) -> Option<Self> {
        let has = |name: &str| exists(&folder.join(name));
        if has(matches::SETTINGS_FILE) || has(matches::GAMES_FILE) {
            Some(Self::Match)
        } else if has(tournament::CONFIG_FILE) {
            Some(Self::Tournament)
        } else if has(tournament::LOG_FILE) {
            Some(Self::League)
        } else {
            None
        }
    }

    /// Returns what a folder holds.
    ///
    /// # Errors
    /// It is none of them.
    fn find(folder: &Path) -> Result<Self, WatchError> {
        Self::of(folder).ok_or_else(|| {
            WatchError::unfit(folder, "holds no match, tournament or league; give the folder of one")
        })
    }

    /// Returns its name: `match`, `tournament` or `league`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Tournament => "tournament",
            Self::League => "league",
        }
    }

    /// Returns the log of finished games.
    fn log_file(self) -> &'static str {
        match self {
            Self::Match => matches::GAMES_FILE,
            Self::Tournament | Self::League => tournament::LOG_FILE,
        }
    }

    /// Returns the files whose change means that everything is read again.
    fn fixed_files(self) -> &'static [&'static str] {
        match self {
            Self::Match => &[matches::SETTINGS_FILE],
            Self::Tournament => &[tournament::CONFIG_FILE, tournament::SHEET_FILE],
            Self::League => &[],
        }
    }
}

/// The tables so far.
#[derive(Clone, Debug)]
pub enum Progress {
    /// Those of a match.
    Match(Box<MatchProgress>),
    /// Those of a tournament.
    Tournament(Report),
    /// The ratings of a league.
    League(Vec<LeagueRow>),
}

/// What a list says of a folder.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The identity of the game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// Who plays.
    pub players: Vec<String>,
    /// Games that are finished.
    pub finished: usize,
    /// Games in all, as far as that is known before.
    pub total: Option<usize>,
    /// Whether no game will follow.
    pub over: bool,
}

/// A folder that is watched.
pub struct Watched {
    folder: PathBuf,
    kind: Kind,
    stamp: Stamp,
    content: Content,
    version: u64,
}

enum Content {
    Match(Box<WatchedMatch>),
    Tournament(Box<WatchedTournament>),
    League(Box<WatchedLeague>),
}

impl fmt::Debug for Watched {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (folder, games) = (&self.folder, self.games());
        out.debug_struct("Watched").field("folder", folder).field("games", &games).finish_non_exhaustive()
    }
}

impl Watched {
    /// Reads a folder.
    ///
    /// # Errors
    /// It is no match, tournament or league, or a file there cannot be read or is damaged.
    pub fn open(folder: &Path) -> Result<Self, WatchError> {
        let kind = Kind::find(folder)?;
        // What comes while it is read is read the next time.
        let stamp = Stamp::of(folder, kind)?;
        let mut content = match kind {
            Kind::Match => Content::Match(Box::new(WatchedMatch::open(folder)?)),
            Kind::Tournament => Content::Tournament(Box::new(WatchedTournament::open(folder)?)),
            Kind::League => Content::League(Box::new(WatchedLeague::open(folder)?)),
        };
        if stamp.has_log() {
            content.read()?;
        }
        Ok(Self { folder: folder.to_owned(), kind, stamp, content, version: 0 })
    }

    /// Reads what came since; returns whether anything did.
    ///
    /// # Errors
    /// As [`open`](Self::open); what was read before stays.
    pub fn refresh(&mut self) -> Result<bool, WatchError> {
        let stamp = Stamp::of(&self.folder, self.kind)?;
        if stamp == self.stamp {
            return Ok(false);
        }
        if !stamp.has_same_fixed(&self.stamp) || !self.content.is_continued(&stamp) {
            *self = Self { version: self.version + 1, ..Self::open(&self.folder)? };
            return Ok(true);
        }
        let before = self.games();
        self.content.read()?;
        self.stamp = stamp;
        let has_grown = self.games() > before;
        self.version += u64::from(has_grown);
        Ok(has_grown)
    }

    /// Returns what the folder holds.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns a number that is another one after every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns how many finished games there are.
    pub fn games(&self) -> usize {
        match &self.content {
            Content::Match(content) => content.games(),
            Content::Tournament(content) => content.games(),
            Content::League(content) => content.games(),
        }
    }

    /// Returns how many finished games can be shown; the moves of people's games are not written down.
    pub fn rows(&self) -> usize {
        match &self.content {
            Content::Tournament(content) if content.is_of_people() => 0,
            _ => self.games(),
        }
    }

    /// Returns what a list says of it.
    pub fn summary(&self) -> Summary {
        match &self.content {
            Content::Match(content) => content.summary(),
            Content::Tournament(content) => content.summary(),
            Content::League(content) => content.summary(),
        }
    }

    /// Returns the tables so far.
    pub fn progress(&self) -> Progress {
        match &self.content {
            Content::Match(content) => Progress::Match(Box::new(content.progress())),
            Content::Tournament(content) => Progress::Tournament(content.report()),
            Content::League(content) => Progress::League(content.rows()),
        }
    }

    /// Returns a finished game without its moves by its number from 0, in the order in which they ended.
    pub fn row(&self, number: usize) -> Option<GameRow> {
        match &self.content {
            Content::Match(content) => content.row(number),
            Content::Tournament(content) => content.row(number),
            Content::League(content) => content.row(number),
        }
    }

    /// Returns a finished game with its moves; `None` where there is none of this number.
    ///
    /// # Errors
    /// It cannot be read any more.
    pub fn game(&self, number: usize) -> Result<Option<KeptGame>, WatchError> {
        match &self.content {
            Content::Match(content) => content.game(number),
            Content::Tournament(content) => content.game(number),
            Content::League(content) => content.game(number),
        }
    }
}

impl Content {
    fn read(&mut self) -> Result<(), WatchError> {
        match self {
            Self::Match(content) => content.read(),
            Self::Tournament(content) => content.read(),
            Self::League(content) => content.read(),
        }
    }

    fn log(&self) -> Option<&LogReader> {
        match self {
            Self::Match(content) => Some(content.log()),
            Self::Tournament(content) => content.log(),
            Self::League(content) => Some(content.log()),
        }
    }

    /// Whether the log goes on from what was read.
    fn is_continued(&self, stamp: &Stamp) -> bool {
        self.log().is_none_or(|log| log.is_at_start() || stamp.has_log() && log.is_continued())
    }
}
