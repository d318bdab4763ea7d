//! What workers are to play, and what their games go to: the folder of a generation, or a match.

use std::{collections::BTreeSet, fmt, ops::Range};

use damier_arena::remote::{self, Bench, Sent};
use damier_selfplay::{Intake, RemoteError, TakeError};

use crate::{
    bus::BusError,
    class::Class,
    effort::Effort,
    wire::{Blob, Match, SelfPlay, Task, match_title},
};

/// Games of a chunk where games lie in none: items of a match are cut by their number alone.
const UNCUT: u64 = u64::MAX;
/// Games of self-play that share an opening.
const PAIR: u64 = 2;

/// A whole result.
pub(crate) struct Came {
    /// The name of the worker that sent it.
    pub(crate) worker: String,
    /// Its games.
    pub(crate) games: Range<u64>,
    /// Its bytes.
    pub(crate) content: Vec<u8>,
    /// What it has cost, as the worker says.
    pub(crate) effort: Option<Effort>,
}

/// Games that are to be played, and what they go to. It decides what is missing, whatever the broker says.
pub(crate) trait Workload {
    /// Why the games cannot be had.
    type Error: fmt::Display;

    /// Returns the error for a broker that fails.
    fn unreachable(reason: String) -> Self::Error;

    /// Returns what the games are of, for people.
    fn title(&self) -> String;

    /// Returns the numbers of the games that are missing, ascending.
    fn missing(&self) -> Vec<u64>;

    /// Whether no game is missing although some were not played: a test that is decided.
    fn is_decided(&self) -> bool;

    /// Returns the number of games that lie together: no item has games of two chunks.
    fn games_per_chunk(&self) -> u64;

    /// Returns the class of the workers that may play the games. Those of trusted ones are compared with nothing, for no
    /// machine repeats them.
    fn class(&self) -> Class;

    /// Returns how many games in a row belong together, such as those from one opening: one worker plays them.
    fn games_together(&self) -> u64;

    /// Whether the games are not wanted any more.
    fn is_cancelled(&self) -> bool;

    /// Passes something on that the user should know, in a line.
    fn note(&self, text: &str);

    /// Returns what an item says of some games.
    fn task(&self, games: &Range<u64>) -> Task;

    /// Takes a result, and plays some of its games again. Returns how many were missing.
    ///
    /// # Errors
    /// What is wrong with it, or why nothing can be taken any more.
    fn take(&self, came: &Came, replayed: &[u64]) -> Result<u64, Rejection<Self::Error>>;

    /// Relies no longer on these games, which were taken from a worker that sent a wrong one. Returns how many are missing
    /// again.
    ///
    /// # Errors
    /// Why nothing can be taken any more.
    fn take_back(&self, games: &[Range<u64>]) -> Result<u64, Self::Error>;

    /// Writes what was taken through to the disk, where it goes there.
    ///
    /// # Errors
    /// Why nothing can be taken any more.
    fn sync(&self) -> Result<(), Self::Error>;
}

/// Why a result was not taken.
pub(crate) enum Rejection<E> {
    /// What is wrong with it, in one line without a full stop.
    Refused(String),
    /// It is right, and a game that was taken before is not; with the error for a game whose sender is not known.
    Earlier(u64, E),
    /// Why nothing can be taken any more.
    Ends(E),
}

/// The folder of a generation of self-play.
pub(crate) struct GenerationWorkload<'a> {
    pub(crate) intake: &'a dyn Intake,
    pub(crate) task: SelfPlay,
}

impl Workload for GenerationWorkload<'_> {
    type Error = RemoteError;

    fn unreachable(reason: String) -> RemoteError {
        RemoteError::Remote(reason)
    }

    fn title(&self) -> String {
        self.task.title()
    }

    fn missing(&self) -> Vec<u64> {
        self.intake.missing()
    }

    fn is_decided(&self) -> bool {
        false
    }

    fn games_per_chunk(&self) -> u64 {
        self.intake.games_per_chunk()
    }

    fn class(&self) -> Class {
        Class::Open
    }

    fn games_together(&self) -> u64 {
        PAIR
    }

    fn is_cancelled(&self) -> bool {
        self.intake.is_cancelled()
    }

    fn note(&self, text: &str) {
        self.intake.note(text);
    }

    fn task(&self, _: &Range<u64>) -> Task {
        Task::SelfPlay(Box::new(self.task.clone()))
    }

    fn take(&self, came: &Came, replayed: &[u64]) -> Result<u64, Rejection<RemoteError>> {
        match self.intake.take(&came.content, came.games.clone(), replayed) {
            Ok(taken) => Ok(taken.new),
            Err(TakeError::Refused(reason)) => Err(Rejection::Refused(reason)),
            Err(TakeError::Earlier { game, error }) => {
                Err(Rejection::Earlier(game, RemoteError::Folder(error)))
            }
            Err(TakeError::Folder(error)) => Err(Rejection::Ends(RemoteError::Folder(error))),
        }
    }

    fn take_back(&self, games: &[Range<u64>]) -> Result<u64, RemoteError> {
        Ok(self.intake.take_back(games)?)
    }

    fn sync(&self) -> Result<(), RemoteError> {
        Ok(self.intake.sync()?)
    }
}

/// A match.
pub(crate) struct MatchWorkload<'a> {
    pub(crate) intake: &'a dyn remote::Intake,
    pub(crate) notes: &'a (dyn Fn(&str) + Send + Sync),
    /// What all items have in common.
    pub(crate) terms: remote::RemoteMatch,
    pub(crate) nets: Vec<Blob>,
    pub(crate) probe: remote::RemoteGame,
    /// How long the first moves of the probe take this machine, where time bounds moves.
    pub(crate) bench: Option<Bench>,
}

impl Workload for MatchWorkload<'_> {
    type Error = remote::TakeError;

    fn unreachable(reason: String) -> remote::TakeError {
        remote::TakeError::Refused(reason)
    }

    fn title(&self) -> String {
        match_title(&self.terms)
    }

    fn missing(&self) -> Vec<u64> {
        self.intake.missing()
    }

    fn is_decided(&self) -> bool {
        self.intake.is_decided()
    }

    fn games_per_chunk(&self) -> u64 {
        UNCUT
    }

    fn class(&self) -> Class {
        if self.terms.timing.is_some() { Class::Trusted } else { Class::Open }
    }

    fn games_together(&self) -> u64 {
        self.probe.seats.len() as u64
    }

    fn is_cancelled(&self) -> bool {
        self.intake.is_cancelled()
    }

    fn note(&self, text: &str) {
        (self.notes)(text);
    }

    /// Has the competitors of these games alone, and their nets.
    fn task(&self, games: &Range<u64>) -> Task {
        let mut games = self.intake.games(games.clone());
        let mut probe = self.probe.clone();
        let seats = games.iter().chain([&probe]).flat_map(|game| game.seats.iter().copied());
        let used: BTreeSet<usize> = seats.collect();
        let place = |seat: &mut usize| *seat = used.range(..*seat).count();
        games.iter_mut().chain([&mut probe]).flat_map(|game| &mut game.seats).for_each(place);
        let competitors = used.iter().map(|seat| self.terms.competitors[*seat].clone()).collect::<Vec<_>>();
        let is_named = |net: &&Blob| competitors.iter().any(|text| text.contains(&net.sha256));
        let nets = self.nets.iter().filter(is_named).cloned().collect();
        let terms = remote::RemoteMatch { competitors, ..self.terms.clone() };
        Task::Match(Box::new(Match { terms, nets, games, probe, bench: self.bench }))
    }

    fn take(&self, came: &Came, replayed: &[u64]) -> Result<u64, Rejection<remote::TakeError>> {
        let Came { worker, games, content, effort } = came;
        let scale = effort.as_ref().and_then(|effort| effort.scale);
        let sent = Sent { worker, scale, games: content, numbers: games.clone(), replayed };
        match self.intake.take(&sent) {
            Ok(taken) => Ok(taken.new),
            Err(remote::TakeError::Refused(reason)) => Err(Rejection::Refused(reason)),
            Err(error) => Err(Rejection::Ends(error)),
        }
    }

    fn take_back(&self, games: &[Range<u64>]) -> Result<u64, remote::TakeError> {
        self.intake.play_again(games).map(|()| 0)
    }

    /// Nothing is left to be written: a game of a match lies on the disk once it is taken, where the match has a directory.
    fn sync(&self) -> Result<(), remote::TakeError> {
        Ok(())
    }
}

/// Returns the error for a broker that fails.
pub(crate) fn unreachable<B: Workload>(error: BusError) -> B::Error {
    B::unreachable(error.to_string())
}
