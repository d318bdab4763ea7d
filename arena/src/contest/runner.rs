//! Playing a match on several threads.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use damier_rules::{Game, Player};

use super::{
    Keeping, MatchDirectory, MatchReport, MatchSettings, Observer, PlayedGame, Seat, Standing, Terms,
    play_game,
};
use crate::{
    competitor::Entrant,
    error::ArenaError,
    opening::Supply,
    seeds,
    statistics::{GamePoint, Sprt, Tally, Verdict},
};

/// A match that is over.
#[derive(Clone, Debug)]
pub struct MatchResult<G: Game> {
    /// The finished games in the order of their places; a cancelled match lacks some.
    pub games: Vec<PlayedGame<G>>,
    /// The summary.
    pub report: MatchReport,
}

/// Plays a match. `observer` hears of every finished game; once `cancelled` is set, unfinished games are
/// dropped and the match ends with those that are finished.
///
/// Competitors whose limits are nodes or depth only play the same games whatever the number of threads. A
/// sequential test looks at the pairs in their order, so it ends the match at the same pair, too.
///
/// # Errors
/// No openings, or a competitor without limits.
pub fn play<G: Game>(
    game: &G,
    entrants: &[Entrant<G>; 2],
    settings: &MatchSettings,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<MatchResult<G>, ArenaError> {
    play_in(game, entrants, settings, None, observer, cancelled)
}

/// The same in a directory that keeps the finished games: a match that was broken off goes on.
///
/// # Errors
/// As [`play`]; a game cannot be kept.
pub fn play_in<G: Game>(
    game: &G,
    entrants: &[Entrant<G>; 2],
    settings: &MatchSettings,
    directory: Option<MatchDirectory<G>>,
    observer: &dyn Observer,
    cancelled: &AtomicBool,
) -> Result<MatchResult<G>, ArenaError> {
    let terms = Terms::of(game, settings)?;
    terms.admit_all(entrants)?;
    let openings = Supply::new(&settings.openings, game, settings.seed)?;
    let book = openings.limit();
    let openings = Mutex::new(openings);
    let total = 2 * settings.pairs;
    let next = AtomicUsize::new(0);
    let decided = AtomicBool::new(false);
    let mut board = Scoreboard::new(total, settings.sprt);
    let mut keeping = Keeping::new(directory);
    for (index, course) in keeping.take_finished() {
        if index < total && board.games[index].is_none() {
            board.enter(PlayedGame::of_course(index, course));
        }
    }
    if board.finished > 0 {
        observer.game_finished(&board.standing());
    }
    decided.store(board.decided_after.is_some(), Ordering::Relaxed);
    let left: Vec<usize> = (0..total).filter(|index| board.games[*index].is_none()).collect();
    let keeping = Mutex::new(keeping);
    let board = Mutex::new(board);
    thread::scope(|scope| {
        for _ in 0..settings.threads.get().min(left.len()) {
            scope.spawn(|| {
                let work = Work {
                    game,
                    entrants,
                    settings,
                    terms: &terms,
                    openings: &openings,
                    left: &left,
                    keeping: &keeping,
                    cancelled,
                };
                work.play_games(&next, &decided, &board, observer);
            });
        }
    });
    keeping.into_inner().unwrap_or_else(PoisonError::into_inner).end()?;
    let board = board.into_inner().unwrap_or_else(PoisonError::into_inner);
    let end = board.decided_after.map_or(total, |pairs| 2 * pairs);
    let games: Vec<_> = board.games.into_iter().take(end).flatten().collect();
    let report = MatchReport::of(game, entrants, settings, book, &games);
    Ok(MatchResult { games, report })
}

struct Work<'m, G: Game> {
    game: &'m G,
    entrants: &'m [Entrant<G>; 2],
    settings: &'m MatchSettings,
    terms: &'m Terms<G>,
    openings: &'m Mutex<Supply<G>>,
    /// The places of the games that are to be played.
    left: &'m [usize],
    keeping: &'m Mutex<Keeping<G>>,
    cancelled: &'m AtomicBool,
}

impl<G: Game> Work<'_, G> {
    /// Plays games until none is left or the match is over.
    fn play_games(
        &self,
        next: &AtomicUsize,
        decided: &AtomicBool,
        board: &Mutex<Scoreboard<G>>,
        observer: &dyn Observer,
    ) {
        let mut competitors = [self.entrants[0].enter(), self.entrants[1].enter()];
        loop {
            let place = self.left.get(next.fetch_add(1, Ordering::Relaxed));
            let Some(index) = place.copied().filter(|_| !decided.load(Ordering::Relaxed)) else { return };
            let opening = locked(self.openings).opening(index / 2);
            let [one, other] = &mut competitors;
            let mut seats = [
                Seat { entrant: &self.entrants[0], competitor: one.as_mut() },
                Seat { entrant: &self.entrants[1], competitor: other.as_mut() },
            ];
            if PlayedGame::<G>::first_seat_of(index) == Player::SECOND {
                seats.reverse();
            }
            let seed = seeds::of_part(self.settings.seed, index);
            let course = play_game(self.game, &opening, &mut seats, self.terms, seed, self.cancelled);
            let Some(course) = course else { return };
            let mut board = locked(board);
            if decided.load(Ordering::Relaxed) {
                return;
            }
            if locked(self.keeping).keep(self.game, index, &course).is_none() {
                decided.store(true, Ordering::Relaxed);
                return;
            }
            board.enter(PlayedGame::of_course(index, course));
            observer.game_finished(&board.standing());
            if board.decided_after.is_some() {
                decided.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// A thread that panics ends the match with its panic, so whatever it held is never looked at again.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The finished games.
struct Scoreboard<G: Game> {
    games: Vec<Option<PlayedGame<G>>>,
    finished: usize,
    forfeits: usize,
    tally: Tally,
    sprt: Option<Sprt>,
    /// The pairs from the first one on that are complete without a gap: their number and results.
    in_order: (usize, Tally),
    /// The number of pairs after which the sequential test was decided.
    decided_after: Option<usize>,
}

impl<G: Game> Scoreboard<G> {
    fn new(games: usize, sprt: Option<Sprt>) -> Self {
        Self {
            games: vec![None; games],
            finished: 0,
            forfeits: 0,
            tally: Tally::default(),
            sprt,
            in_order: (0, Tally::default()),
            decided_after: None,
        }
    }

    fn enter(&mut self, played: PlayedGame<G>) {
        let index = played.index;
        self.tally.add(played.point(), self.point(index ^ 1));
        self.forfeits += usize::from(played.ending.is_failure());
        self.games[index] = Some(played);
        self.finished += 1;
        while self.decided_after.is_none()
            && let Some(one) = self.point(2 * self.in_order.0)
            && let Some(other) = self.point(2 * self.in_order.0 + 1)
        {
            self.in_order.0 += 1;
            self.in_order.1.add_pair([one, other]);
            if self.sprt.is_some_and(|sprt| sprt.state(&self.in_order.1).verdict != Verdict::Open) {
                self.decided_after = Some(self.in_order.0);
            }
        }
    }

    fn point(&self, index: usize) -> Option<GamePoint> {
        Some(self.games.get(index)?.as_ref()?.point())
    }

    fn standing(&self) -> Standing {
        Standing {
            finished: self.finished,
            games: self.games.len(),
            forfeits: self.forfeits,
            tally: self.tally,
            sprt: self.sprt.map(|sprt| sprt.state(&self.in_order.1)),
        }
    }
}
