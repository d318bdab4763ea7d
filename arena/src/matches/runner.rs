//! Playing a match.

use std::{
    ops::ControlFlow,
    sync::{Mutex, atomic::AtomicBool},
};

use damier_rules::{AnyGame, Game, Position};

use super::{
    MatchDirectory, MatchGame, MatchReport, MultiplayerReport, Observer,
    contender::Contender,
    game_sink::{GameSink, InOrder},
    scoreboard::{FinishedGame, Scoreboard, Summaries},
};
use crate::{
    competitor::{AfterTrial, Participant},
    error::ArenaError,
    openings::OpeningQueue,
    play::{FirstMoves, GameLine, GameLog, MatchSettings, Task, TaskRunner, Terms, seating},
    remote::{RemoteRunner, WorkerShares},
    seeds::Stream,
};

/// A match that is over, with all its games.
#[derive(Clone, Debug)]
pub struct MatchResult {
    /// The finished games in the order of their places; a cancelled match lacks some.
    pub games: Vec<MatchGame>,
    /// The summary.
    pub report: MatchReport,
}

/// Plays a match of two and keeps all games in memory. `observer` hears of every finished game; once `cancelled` is set,
/// unfinished games are dropped and the match ends with those that are finished.
///
/// Competitors whose limits are nodes or depth only play the same games whatever the number of threads. A
/// sequential test looks at the pairs in their order, so it ends the match at the same pair, too.
///
/// # Errors
/// No openings, a competitor without limits, one whose program does not start or refuses its options, one that never
/// makes a move, or too many threads.
pub fn play(
    game: &AnyGame,
    participants: &[Participant; 2],
    settings: &MatchSettings,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<MatchResult, ArenaError> {
    let mut games = Vec::new();
    let played = play_in(game, participants, settings, Means::default(), &mut games, observer, cancelled)?;
    let competitors = participants.each_ref().map(Contender::of);
    Ok(MatchResult { games, report: MatchReport::of(game, &competitors, settings.sprt, played) })
}

/// Plays `settings.pairs` rounds between 2 or more competitors, as many as the game has players at most.
///
/// # Errors
/// As [`play`]; too few or too many competitors.
pub fn play_multiplayer(
    game: &AnyGame,
    participants: &[Participant],
    settings: &MatchSettings,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<MultiplayerReport, ArenaError> {
    let played = play_in(game, participants, settings, Means::default(), &mut Unkept, observer, cancelled)?;
    let competitors: Vec<Contender> = participants.iter().map(Contender::of).collect();
    Ok(MultiplayerReport::of(game, &competitors, played))
}

/// Keeps no game.
struct Unkept;

impl GameSink<MatchGame> for Unkept {
    fn take(&mut self, _: MatchGame) -> Result<(), ArenaError> {
        Ok(())
    }
}

/// A match that is over.
pub(super) struct Played {
    /// The games that count.
    pub(super) games: Summaries,
    /// Openings of the match's book; `None` where it has none.
    pub(super) book: Option<usize>,
    /// Where the openings come from, in words.
    pub(super) opening_source: String,
    /// What each of the other machines played, where time bounds moves; otherwise none.
    pub(super) workers: WorkerShares,
}

/// Where a match is played, and what keeps it.
#[derive(Default)]
pub(super) struct Means<'m> {
    /// The directory that keeps the finished games.
    pub(super) directory: Option<&'m MatchDirectory>,
    /// Other machines, which play in place of this one.
    pub(super) remote: Option<RemoteRunner<'m>>,
}

/// Plays a match, in a directory if there is one, which keeps the finished games, so that a match that was broken off
/// goes on; hands each finished game to `sink`.
///
/// # Errors
/// As [`play`]; a game cannot be kept, or the sink refuses one.
pub(super) fn play_in(
    game: &AnyGame,
    participants: &[Participant],
    settings: &MatchSettings,
    means: Means<'_>,
    sink: &mut dyn GameSink<MatchGame>,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<Played, ArenaError> {
    let players = check_number(game, participants.len())?;
    let terms = Terms::of(game, settings)?;
    terms.admit_all(participants, AfterTrial::KeepsRunning)?;
    let openings = OpeningQueue::new(&settings.openings, game, settings.seed)?;
    let (book, opening_source) = (openings.limit(), openings.source().to_owned());
    let task = |index: usize| Task {
        seats: seating(players, participants.len(), index % players),
        opening: index / players,
        seed: Stream::Games.of(settings.seed).part(index as u64),
    };
    let mut first_moves = FirstMoves::new(participants.len());
    let mut table = ScoreTable {
        board: Scoreboard::new(players * settings.pairs, settings.sprt),
        games: InOrder::new(sink),
    };
    let mut log = table.resume(game, means.directory, &mut first_moves, &|index| task(index).seats)?;
    if table.board.finished() > 0 {
        observer.game_finished(&table.board.standing());
    }
    let left = table.board.left();
    let tasks: Vec<Task> = left.iter().map(|index| task(*index)).collect();
    let threads = settings.threads;
    let runner = TaskRunner { game, participants, terms: &terms, openings: Mutex::new(openings), threads };
    let mut take = |place: usize, played| {
        let (index, seats) = (left[place], tasks[place].seats.clone());
        if let Some(log) = &mut log {
            log.add(&GameLine::of(game, index, &played))?;
        }
        table.enter(MatchGame { index, seats, game: played })?;
        observer.game_finished(&table.board.standing());
        Ok(if table.board.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let workers = match &means.remote {
        None => {
            runner.run(&tasks, &mut first_moves, &mut take, cancelled)?;
            WorkerShares::default()
        }
        Some(remote) => {
            let numbers: Vec<u64> = left.iter().map(|index| *index as u64).collect();
            remote.run(&runner, (&numbers, &tasks), &mut first_moves, &mut take, cancelled)?
        }
    };
    let ScoreTable { board, games } = table;
    games.finish(board.end())?;
    Ok(Played { games: board.summaries(), book, opening_source, workers })
}

/// Returns the number of players of the game, which has to have seats for `found` competitors.
pub(super) fn check_number(game: &AnyGame, found: usize) -> Result<usize, ArenaError> {
    let players = game.start().players();
    if (2..=players).contains(&found) {
        return Ok(players);
    }
    Err(ArenaError::Competitors { game: game.id().to_owned(), players, found })
}

/// The finished games: those that count, and those that wait for their turn.
struct ScoreTable<'s> {
    board: Scoreboard,
    games: InOrder<'s, MatchGame>,
}

impl ScoreTable<'_> {
    /// Enters a finished game.
    fn enter(&mut self, finished: MatchGame) -> Result<(), ArenaError> {
        self.board.enter(FinishedGame::of(&finished));
        self.games.add(finished.index, finished, self.board.end())
    }

    /// Enters the games that were finished before.
    fn resume(
        &mut self,
        game: &AnyGame,
        directory: Option<&MatchDirectory>,
        first_moves: &mut FirstMoves,
        seats_of: &dyn Fn(usize) -> Vec<usize>,
    ) -> Result<Option<GameLog>, ArenaError> {
        let Some(directory) = directory else {
            self.games.resumed()?;
            return Ok(None);
        };
        let log = directory.log(game, &mut |index, played| {
            if !self.board.lacks(index) {
                return Ok(());
            }
            let seats = seats_of(index);
            first_moves.note(&seats, &played);
            self.enter(MatchGame { index, seats, game: played })
        })?;
        self.games.resumed()?;
        Ok(Some(log))
    }
}
