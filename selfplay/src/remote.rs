//! Games of a generation that other machines play.

use std::{
    fmt::Debug,
    ops::Range,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use damier_engine::{net::Net, self_play::SelfPlaySearch};
use damier_records::{
    ChunkHeader, GameRecord, OnDamage, RecordError, generation::check_identity, reader::parse_chunk, validate,
};
use damier_rules::Game;
use serde::Serialize;
use thiserror::Error;

use crate::{
    config::GenerateConfig,
    generate::{Generation, Tally},
    observer::Progress,
    opening::Ballots,
    seed::{self, Stream},
    shelf::{Put, Shelf, digest},
};

/// What another machine needs to play games of a generation.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The identity of the chunks, with the content of openings and endgame tables.
    pub identity: &'a ChunkHeader,
    /// How games are generated.
    pub config: &'a GenerateConfig,
    /// The net that plays.
    pub net: &'a Net,
    /// What games start from.
    pub ballots: &'a Ballots,
}

/// Has games played on other machines.
pub trait RemotePlay: Debug + Sync {
    /// Has the games played that `intake` lacks, and returns once none is missing or [`Intake::is_cancelled`].
    ///
    /// # Errors
    /// Why the games cannot be had, in one line. Those that were taken stay.
    fn play(&self, order: &Order<'_>, intake: &dyn Intake) -> Result<RemoteFigures, RemoteError>;
}

/// What it was like to have games played on other machines.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct RemoteFigures {
    /// Machines of which results were taken.
    pub workers: u64,
    /// Threads that they say they play with, all together.
    pub threads: u64,
    /// Games that were missing, and came.
    pub games: u64,
    /// Seconds until all were there.
    pub seconds: f64,
    /// Items, some games each, that were issued again because nothing came for a while.
    pub issued_again: u64,
    /// Copies of items that were issued because their workers take long.
    pub copies: u64,
    /// Games that were played again here, and compared.
    pub checked: u64,
    /// Results that were refused.
    pub refused: u64,
    /// Results that a second worker confirmed.
    pub crossed: u64,
    /// Seconds at the end for which no item was left for a worker that had nothing to do.
    pub waited: f64,
}

impl RemoteFigures {
    /// Returns the games of a second.
    pub fn games_per_second(&self) -> f64 {
        self.games as f64 / self.seconds.max(f64::EPSILON)
    }
}

/// Why other machines did not play the games.
#[derive(Debug, Error)]
pub enum RemoteError {
    /// The machines, or the way to them, in one line.
    #[error("{0}")]
    Remote(String),
    /// The folder that the games go to.
    #[error(transparent)]
    Folder(#[from] RecordError),
}

/// The folder that games of other machines go to.
pub trait Intake: Sync {
    /// Returns the indices of the games that are missing, ascending.
    fn missing(&self) -> Vec<u64>;

    /// Returns the number of games of a chunk: chunk *c* has those from *c* times that number on.
    fn games_per_chunk(&self) -> u64;

    /// Whether the games are not wanted any more.
    fn is_cancelled(&self) -> bool;

    /// Passes something on that the user should know, in a line.
    fn note(&self, text: &str);

    /// Takes the bytes of a chunk that has exactly the games `games`. Every game has to have the seed and the opening that
    /// follow from its index, and to obey the rules. Those of `replayed` are played again here, and have to come out the
    /// same. Nothing is taken of a chunk with a wrong game.
    ///
    /// # Errors
    /// [`TakeError::Refused`] where the games are wrong, [`TakeError::Earlier`] where another one is, [`TakeError::Folder`]
    /// where they cannot be written.
    fn take(&self, chunk: &[u8], games: Range<u64>, replayed: &[u64]) -> Result<Taken, TakeError>;

    /// Takes out again what was taken of these games: they come from a machine that sent a wrong one. Returns how many are
    /// missing again.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    fn take_back(&self, games: &[Range<u64>]) -> Result<u64, RecordError>;

    /// Writes what was taken through to the disk: afterwards not even a loss of power loses it.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn sync(&self) -> Result<(), RecordError>;

    /// Returns the records of some games, played here; `None` where that was cancelled.
    fn play_here(&self, games: Range<u64>) -> Option<Vec<GameRecord>>;
}

/// How many games of a result were taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Taken {
    /// Games that were missing.
    pub new: u64,
    /// Games that were there already, with the same bytes.
    pub again: u64,
}

/// Why a result was not taken.
#[derive(Debug, Error)]
pub enum TakeError {
    /// What is wrong with it, in one line without a full stop.
    #[error("{0}")]
    Refused(String),
    /// They are right, and a game that was taken before is not.
    #[error("{error}")]
    Earlier {
        /// Its index.
        game: u64,
        /// What to say where it is not known who sent it.
        error: RecordError,
    },
    /// The folder that the games go to.
    #[error(transparent)]
    Folder(#[from] RecordError),
}

/// Compares games that were played elsewhere with what this machine knows of them.
pub(crate) struct Verifier<'a, G: Game> {
    generation: &'a Generation<'a, G>,
    search: Mutex<Box<dyn SelfPlaySearch<G::Position>>>,
}

impl<'a, G: Game> Verifier<'a, G> {
    /// Returns a verifier of the games of a generation; `search` draws balanced openings and plays games again.
    pub(crate) fn new(
        generation: &'a Generation<'a, G>,
        search: Box<dyn SelfPlaySearch<G::Position>>,
    ) -> Self {
        Self { generation, search: Mutex::new(search) }
    }

    /// Checks that a game has the seed and the opening that follow from its index, and obeys the rules.
    ///
    /// # Errors
    /// What is wrong, in one line without a full stop.
    pub(crate) fn check(&self, record: &GameRecord) -> Result<(), String> {
        let ChunkHeader { seed: run, generation, .. } = *self.generation.identity;
        let index = record.index;
        let seed = seed::seed(run, generation, Stream::Game, index);
        if record.seed != seed {
            return Err(format!("game {index} has the seed {}, this run gives it {seed}", record.seed));
        }
        let opening = {
            let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
            self.generation.opening(index, &mut **search)
        };
        if !opening.begins(record) {
            return Err(format!("game {index} has another opening than the one that this run draws for it"));
        }
        validate(self.generation.game, record).map_err(|error| format!("breaks the rules: {error}"))
    }

    /// Plays games; `None` where that was cancelled.
    fn play(&self, games: Range<u64>, cancel: &AtomicBool) -> Option<Vec<GameRecord>> {
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        games.map(|index| self.generation.play(index, &mut **search, cancel)).collect()
    }
}

/// The folder of a generation, and what knows whether a game is right.
pub(crate) struct Receiver<'a, G: Game> {
    pub(crate) shelf: &'a Shelf<'a>,
    pub(crate) verifier: &'a Verifier<'a, G>,
    pub(crate) tally: Tally<'a>,
    pub(crate) cancel: &'a AtomicBool,
}

impl<G: Game> Receiver<'_, G> {
    fn read(&self, chunk: &[u8], games: Range<u64>) -> Result<Vec<GameRecord>, String> {
        let path = Path::new("the result");
        let chunk = parse_chunk(path, chunk, OnDamage::Refuse).map_err(|error| error.to_string())?;
        let identity = self.verifier.generation.identity;
        check_identity(path, identity, &chunk.header).map_err(|error| error.to_string())?;
        if !chunk.records.iter().map(|record| record.index).eq(games.clone()) {
            return Err(format!(
                "does not have the games {} to {}",
                games.start,
                games.end.saturating_sub(1)
            ));
        }
        chunk.records.iter().try_for_each(|record| self.verifier.check(record))?;
        Ok(chunk.records)
    }

    /// Compares a game with the one that this machine plays; says nothing where that was cancelled.
    fn compare(&self, record: &GameRecord) -> Result<(), String> {
        let Some(played) = self.verifier.play(record.index..record.index + 1, self.cancel) else {
            return Ok(());
        };
        if played.iter().map(digest).eq([digest(record)]) {
            return Ok(());
        }
        Err(format!("game {} is not the one that this machine plays", record.index))
    }
}

impl<G: Game> Intake for Receiver<'_, G> {
    fn missing(&self) -> Vec<u64> {
        self.shelf.missing()
    }

    fn games_per_chunk(&self) -> u64 {
        self.verifier.generation.config.games_per_chunk
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn note(&self, text: &str) {
        self.tally.note(text);
    }

    fn take(&self, chunk: &[u8], games: Range<u64>, replayed: &[u64]) -> Result<Taken, TakeError> {
        let records = self.read(chunk, games).map_err(TakeError::Refused)?;
        for record in records.iter().filter(|record| replayed.contains(&record.index)) {
            self.compare(record).map_err(TakeError::Refused)?;
        }
        // One of two that differ is wrong, and so may be all that came with it.
        if let Some(record) = records.iter().find(|record| self.shelf.differs(record)) {
            self.compare(record).map_err(TakeError::Refused)?;
            let error = RecordError::Foreign {
                path: self.shelf.folder().to_owned(),
                reason: format!(
                    "game {} is not the one that this machine and a worker play; remove its chunk or journal, then run \
                     the same command again",
                    record.index
                ),
            };
            return Err(TakeError::Earlier { game: record.index, error });
        }
        let mut taken = Taken::default();
        for record in records {
            let more = Progress::of(&record);
            match self.shelf.put(record)? {
                Put::New => {
                    taken.new += 1;
                    self.tally.add(&more);
                }
                Put::Again => taken.again += 1,
                Put::Different | Put::Unwanted => {}
            }
        }
        Ok(taken)
    }

    fn take_back(&self, games: &[Range<u64>]) -> Result<u64, RecordError> {
        let records = self.shelf.take_out(games)?;
        records.iter().for_each(|record| self.tally.take_back(&Progress::of(record)));
        Ok(records.len() as u64)
    }

    fn sync(&self) -> Result<(), RecordError> {
        self.shelf.sync()
    }

    fn play_here(&self, games: Range<u64>) -> Option<Vec<GameRecord>> {
        self.verifier.play(games, self.cancel)
    }
}
