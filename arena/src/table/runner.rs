//! Playing the games of a table on several threads.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use damier_rules::{Game, Player, Position};

use super::{TableReport, lineup};
use crate::{
    competitor::Entrant,
    contest::{Course, Keeping, MatchDirectory, MatchSettings, Seat, Terms, locked, play_game},
    error::ArenaError,
    opening::Supply,
    seeds,
};

/// A finished game.
#[derive(Clone, Debug)]
pub struct TableGame<G: Game> {
    /// Its place; the games of a round are neighbours.
    pub index: usize,
    /// The competitor of each seat.
    pub seats: Vec<usize>,
    /// How it went.
    pub course: Course<G>,
}

impl<G: Game> TableGame<G> {
    /// What the competitor at `seat` got: its share of the point.
    pub fn share(&self, seat: usize) -> f64 {
        f64::from(self.course.outcome.share(Player::new(seat), self.seats.len()))
    }
}

/// A table under way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableStanding {
    /// Games that are finished.
    pub finished: usize,
    /// Games in all.
    pub games: usize,
    /// Games in which the first competitor had the first place; a shared one counts its part.
    pub first_places: f64,
}

/// A table that is over.
#[derive(Clone, Debug)]
pub struct TableResult<G: Game> {
    /// The finished games in the order of their places.
    pub games: Vec<TableGame<G>>,
    /// The summary.
    pub report: TableReport,
}

/// Plays `settings.pairs` rounds between 2 or more competitors, as many as the game has players at most.
/// `observer` hears of every finished game; once `cancelled` is set, unfinished games are dropped. A sequential test does
/// not apply.
///
/// # Errors
/// Too few or too many competitors, no openings, or a competitor without limits.
pub fn play<G: Game>(
    game: &G,
    entrants: &[Entrant<G>],
    settings: &MatchSettings,
    observer: &(dyn Fn(&TableStanding) + Sync),
    cancelled: &AtomicBool,
) -> Result<TableResult<G>, ArenaError> {
    play_in(game, entrants, settings, None, observer, cancelled)
}

/// The same in a directory that keeps the finished games: a table that was broken off goes on.
///
/// # Errors
/// As [`play`]; a game cannot be kept.
pub fn play_in<G: Game>(
    game: &G,
    entrants: &[Entrant<G>],
    settings: &MatchSettings,
    directory: Option<MatchDirectory<G>>,
    observer: &(dyn Fn(&TableStanding) + Sync),
    cancelled: &AtomicBool,
) -> Result<TableResult<G>, ArenaError> {
    let players = check_number(game, entrants.len())?;
    let terms = Terms::of(game, settings)?;
    terms.admit_all(entrants)?;
    let openings = Mutex::new(Supply::new(&settings.openings, game, settings.seed)?);
    let mut board =
        Scoreboard { games: vec![None; players * settings.pairs], finished: 0, first_places: 0.0 };
    let mut keeping = Keeping::new(directory);
    for (index, course) in keeping.take_finished() {
        if board.games.get(index).is_some_and(Option::is_none) {
            board.enter(TableGame { index, seats: lineup(players, entrants.len(), index % players), course });
        }
    }
    if board.finished > 0 {
        observer(&board.standing());
    }
    let left: Vec<usize> = (0..board.games.len()).filter(|index| board.games[*index].is_none()).collect();
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((board, keeping));
    let work = || {
        while let Some(index) = left.get(next.fetch_add(1, Ordering::Relaxed)).copied() {
            let opening = locked(&openings).opening(index / players);
            let seats = lineup(players, entrants.len(), index % players);
            // Everyone at the table is a searcher of its own, also where one competitor has several seats.
            let mut competitors: Vec<_> =
                seats.iter().map(|competitor| entrants[*competitor].enter()).collect();
            let mut by_seat: Vec<_> = seats
                .iter()
                .zip(&mut competitors)
                .map(|(number, competitor)| Seat {
                    entrant: &entrants[*number],
                    competitor: competitor.as_mut(),
                })
                .collect();
            let seed = seeds::of_part(settings.seed, index);
            let course = play_game(game, &opening, &mut by_seat, &terms, seed, cancelled);
            let Some(course) = course else { return };
            let (board, keeping) = &mut *locked(&shared);
            if keeping.keep(game, index, &course).is_none() {
                next.store(left.len(), Ordering::Relaxed);
                return;
            }
            board.enter(TableGame { index, seats, course });
            observer(&board.standing());
        }
    };
    thread::scope(|scope| {
        for _ in 0..settings.threads.get().min(left.len()) {
            scope.spawn(work);
        }
    });
    let (board, keeping) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    keeping.end()?;
    let games: Vec<_> = board.games.into_iter().flatten().collect();
    let names = entrants.iter().map(|entrant| entrant.name().to_owned()).collect();
    let report = TableReport::of(game.id(), players, names, &games);
    Ok(TableResult { games, report })
}

/// The players of the game, among whom so many competitors can sit.
pub(crate) fn check_number<G: Game>(game: &G, found: usize) -> Result<usize, ArenaError> {
    let players = game.start().players();
    if (2..=players).contains(&found) {
        return Ok(players);
    }
    Err(ArenaError::Competitors { game: game.id().to_owned(), players, found })
}

/// The finished games by their places.
struct Scoreboard<G: Game> {
    games: Vec<Option<TableGame<G>>>,
    finished: usize,
    /// Of the first competitor.
    first_places: f64,
}

impl<G: Game> Scoreboard<G> {
    fn enter(&mut self, played: TableGame<G>) {
        self.finished += 1;
        self.first_places += super::report::first_place_of_first(&played);
        let index = played.index;
        self.games[index] = Some(played);
    }

    fn standing(&self) -> TableStanding {
        let Self { games, finished, first_places } = self;
        TableStanding { finished: *finished, games: games.len(), first_places: *first_places }
    }
}
