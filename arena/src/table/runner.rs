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
    contest::{Course, MatchSettings, Seat, Terms, locked, play_game},
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
/// `observer` hears of every finished game. A sequential test does not apply.
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
    let players = game.start().players();
    if !(2..=players).contains(&entrants.len()) {
        return Err(ArenaError::Competitors { game: game.id().to_owned(), players, found: entrants.len() });
    }
    let terms = Terms::of(game, settings)?;
    entrants.iter().try_for_each(|entrant| terms.admit(entrant))?;
    let openings = Mutex::new(Supply::new(&settings.openings, game, settings.seed)?);
    let total = players * settings.pairs;
    let next = AtomicUsize::new(0);
    // The games in the order they end, and the first places of the first competitor in them.
    let finished: Mutex<(Vec<TableGame<G>>, f64)> = Mutex::new((Vec::new(), 0.0));
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= total {
                return;
            }
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
            let Some(course) = play_game(game, &opening, &mut by_seat, &terms, seed, cancelled) else {
                return;
            };
            let played = TableGame { index, seats, course };
            let mut finished = locked(&finished);
            let (games, first_places) = &mut *finished;
            *first_places += super::report::first_place_of_first(&played);
            games.push(played);
            observer(&TableStanding { finished: games.len(), games: total, first_places: *first_places });
        }
    };
    thread::scope(|scope| {
        for _ in 0..settings.threads.get().min(total) {
            scope.spawn(work);
        }
    });
    let (mut games, _) = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
    games.sort_by_key(|game| game.index);
    let names = entrants.iter().map(|entrant| entrant.name().to_owned()).collect();
    let report = TableReport::of(game.id(), players, names, &games);
    Ok(TableResult { games, report })
}
