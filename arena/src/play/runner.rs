//! Playing a match on several threads.

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use damier_rules::{AnyGame, Player};

use super::{
    FirstMoves, GameSink, InOrder, Keeping, MatchDirectory, MatchGame, MatchReport, MatchSettings, Observer,
    Seat, Terms, play_game, run_workers, scoreboard::Scoreboard,
};
use crate::{
    competitor::{AfterTrial, Participant},
    error::ArenaError,
    openings::OpeningQueue,
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

/// Plays a match and keeps all games in memory. `observer` hears of every finished game; once `cancelled` is set,
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
    let report = play_in(game, participants, settings, None, &mut games, observer, cancelled)?;
    Ok(MatchResult { games, report })
}

/// Plays a match in a directory that keeps the finished games, so that a match that was broken off goes on, and hands
/// each finished game to `sink`; none stays in memory.
///
/// # Errors
/// As [`play`]; a game cannot be kept, or the sink refuses one.
pub fn play_in(
    game: &AnyGame,
    participants: &[Participant; 2],
    settings: &MatchSettings,
    directory: Option<MatchDirectory>,
    sink: &mut dyn GameSink<MatchGame>,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<MatchReport, ArenaError> {
    let terms = Terms::of(game, settings)?;
    terms.admit_all(participants, AfterTrial::Stays)?;
    let openings = OpeningQueue::new(&settings.openings, game, settings.seed)?;
    let (book, source) = (openings.limit(), openings.source().to_owned());
    let mut table = ScoreTable {
        board: Scoreboard::new(2 * settings.pairs, settings.sprt),
        first_moves: FirstMoves::new(participants.len()),
        keeping: Keeping::new(directory),
        games: InOrder::new(sink),
        failure: None,
    };
    table.resume(game)?;
    if table.board.finished() > 0 {
        observer.game_finished(&table.board.standing());
    }
    let left = table.board.left();
    let over = AtomicBool::new(table.board.is_decided());
    let (table, openings) = (Mutex::new(table), Mutex::new(openings));
    let next = AtomicUsize::new(0);
    let work =
        Work { game, participants, settings, terms: &terms, openings: &openings, left: &left, cancelled };
    run_workers(settings.threads.get().min(left.len()), || {
        work.play_games(&next, &over, &table, observer);
    })?;
    let ScoreTable { board, games, failure, .. } = table.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = failure {
        return Err(failure);
    }
    games.finish(board.end())?;
    Ok(MatchReport::of(game, participants, settings, (book, source), board.summaries()))
}

/// What the threads of a match share.
struct ScoreTable<'s> {
    board: Scoreboard,
    first_moves: FirstMoves,
    keeping: Keeping,
    games: InOrder<'s, MatchGame>,
    /// Why the match cannot go on.
    failure: Option<ArenaError>,
}

impl ScoreTable<'_> {
    /// Reads the games that were finished before.
    fn resume(&mut self, game: &AnyGame) -> Result<(), ArenaError> {
        let Self { board, first_moves, keeping, games, .. } = self;
        keeping.read_finished(game, &mut |index, played| {
            if !board.lacks(index) {
                return Ok(());
            }
            first_moves.note(&competitors_of(index), &played);
            let played = MatchGame::new(index, played);
            board.enter(&played);
            games.add(index, played, board.end())
        })?;
        games.resumed()
    }

    /// Enters a game that has just been finished.
    fn enter(&mut self, game: &AnyGame, index: usize, played: super::PlayedGame) -> Result<(), ArenaError> {
        self.first_moves.check(&competitors_of(index), &played)?;
        self.keeping.keep(game, index, &played)?;
        let played = MatchGame::new(index, played);
        self.board.enter(&played);
        self.games.add(index, played, self.board.end())
    }
}

/// The competitors of game `index` by seat.
fn competitors_of(index: usize) -> [usize; 2] {
    if MatchGame::first_seat_of(index) == Player::FIRST { [0, 1] } else { [1, 0] }
}

struct Work<'m> {
    game: &'m AnyGame,
    participants: &'m [Participant; 2],
    settings: &'m MatchSettings,
    terms: &'m Terms,
    openings: &'m Mutex<OpeningQueue>,
    /// The places of the games that are to be played.
    left: &'m [usize],
    cancelled: &'m AtomicBool,
}

impl Work<'_> {
    /// Plays games until none is left or the match is over.
    fn play_games(
        &self,
        next: &AtomicUsize,
        over: &AtomicBool,
        table: &Mutex<ScoreTable<'_>>,
        observer: &dyn Observer,
    ) {
        let mut competitors = [self.participants[0].enter(), self.participants[1].enter()];
        loop {
            let place = self.left.get(next.fetch_add(1, Ordering::Relaxed));
            let Some(index) = place.copied().filter(|_| !over.load(Ordering::Relaxed)) else { return };
            let opening = locked(self.openings).opening(index / 2);
            let [one, other] = &mut competitors;
            let mut seats = [
                Seat { participant: &self.participants[0], competitor: one.as_mut() },
                Seat { participant: &self.participants[1], competitor: other.as_mut() },
            ];
            if MatchGame::first_seat_of(index) == Player::SECOND {
                seats.reverse();
            }
            let seed = Stream::Games.of(self.settings.seed).part(index as u64);
            let played = play_game(self.game, &opening, &mut seats, self.terms, seed, self.cancelled);
            let Some(played) = played else { return };
            let mut table = locked(table);
            if over.load(Ordering::Relaxed) {
                return;
            }
            if let Err(failure) = table.enter(self.game, index, played) {
                table.failure = Some(failure);
                over.store(true, Ordering::Relaxed);
                return;
            }
            observer.game_finished(&table.board.standing());
            if table.board.is_decided() {
                over.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// A thread that panics ends the match with its panic, so whatever it held is never looked at again.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
