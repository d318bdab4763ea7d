//! Playing the games of a table on several threads.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use damier_rules::{AnyGame, Game, Position};

use super::{MultiplayerReport, report::GameSummary, seating};
use crate::{
    competitor::{AfterTrial, Participant},
    error::ArenaError,
    openings::OpeningQueue,
    play::{
        FirstMoves, GameSink, InOrder, Keeping, MatchDirectory, MatchSettings, PlayedGame, Seat, Terms,
        locked, play_game, run_workers,
    },
    seeds::Stream,
};

/// A finished game.
#[derive(Clone, Debug)]
pub struct MultiplayerGame {
    /// Its place; the games of a round are neighbours.
    pub index: usize,
    /// The competitor of each seat.
    pub seats: Vec<usize>,
    /// How it went.
    pub played: PlayedGame,
}

/// A table under way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MultiplayerStanding {
    /// Games that are finished.
    pub finished: usize,
    /// Games in all.
    pub games: usize,
    /// Games in which the first competitor had the first place; a shared one counts its part.
    pub first_places: f64,
}

/// Plays `settings.pairs` rounds between 2 or more competitors, as many as the game has players at most, and hands each
/// finished game to `sink`. Where there is a directory, it keeps the games, and a table that was broken off goes on.
/// `observer` hears of every finished game; once `cancelled` is set, unfinished games are dropped. A sequential test does
/// not apply.
///
/// # Errors
/// Too few or too many competitors, no openings, a competitor without limits, one whose program does not start or refuses
/// its options, one that never makes a move, too many threads, or a game that cannot be kept.
pub fn play_in(
    game: &AnyGame,
    participants: &[Participant],
    settings: &MatchSettings,
    directory: Option<MatchDirectory>,
    sink: &mut dyn GameSink<MultiplayerGame>,
    observer: &(dyn Fn(&MultiplayerStanding) + Sync),
    cancelled: &AtomicBool,
) -> Result<MultiplayerReport, ArenaError> {
    let players = check_number(game, participants.len())?;
    let terms = Terms::of(game, settings)?;
    terms.admit_all(participants, AfterTrial::Stays)?;
    let openings = OpeningQueue::new(&settings.openings, game, settings.seed)?;
    let source = openings.source().to_owned();
    let seats_of = |index: usize| seating(players, participants.len(), index % players);
    let mut table = Shared {
        board: Scoreboard { games: vec![None; players * settings.pairs], finished: 0, first_places: 0.0 },
        first_moves: FirstMoves::new(participants.len()),
        keeping: Keeping::new(directory),
        games: InOrder::new(sink),
        failure: None,
    };
    table.resume(game, &seats_of)?;
    if table.board.finished > 0 {
        observer(&table.board.standing());
    }
    let left: Vec<usize> = (0..table.board.games.len()).filter(|index| table.board.lacks(*index)).collect();
    let next = AtomicUsize::new(0);
    let (openings, table) = (Mutex::new(openings), Mutex::new(table));
    run_workers(settings.threads.get().min(left.len()), || {
        while let Some(index) = left.get(next.fetch_add(1, Ordering::Relaxed)).copied() {
            let opening = locked(&openings).opening(index / players);
            let seats = seats_of(index);
            // Everyone at the table is a searcher of its own, also where one competitor has several seats.
            let mut competitors: Vec<_> =
                seats.iter().map(|competitor| participants[*competitor].enter()).collect();
            let mut by_seat: Vec<_> = seats
                .iter()
                .zip(&mut competitors)
                .map(|(number, competitor)| Seat {
                    participant: &participants[*number],
                    competitor: competitor.as_mut(),
                })
                .collect();
            let seed = Stream::Games.of(settings.seed).part(index as u64);
            let played = play_game(game, &opening, &mut by_seat, &terms, seed, cancelled);
            let Some(played) = played else { return };
            let mut table = locked(&table);
            if table.failure.is_some() {
                return;
            }
            if let Err(failure) = table.enter(game, MultiplayerGame { index, seats, played }) {
                table.failure = Some(failure);
                return;
            }
            observer(&table.board.standing());
        }
    })?;
    let Shared { board, games, failure, .. } = table.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = failure {
        return Err(failure);
    }
    games.finish(board.games.len())?;
    let summaries: Vec<_> = board.games.into_iter().flatten().collect();
    Ok(MultiplayerReport::of(game.id(), players, participants, source, &summaries))
}

/// What the threads of a table share.
struct Shared<'s> {
    board: Scoreboard,
    first_moves: FirstMoves,
    keeping: Keeping,
    games: InOrder<'s, MultiplayerGame>,
    /// Why the games cannot go on.
    failure: Option<ArenaError>,
}

impl Shared<'_> {
    /// Reads the games that were finished before.
    fn resume(&mut self, game: &AnyGame, seats_of: &dyn Fn(usize) -> Vec<usize>) -> Result<(), ArenaError> {
        let Self { board, first_moves, keeping, games, .. } = self;
        let end = board.games.len();
        keeping.read_finished(game, &mut |index, played| {
            if !board.lacks(index) {
                return Ok(());
            }
            let played = MultiplayerGame { index, seats: seats_of(index), played };
            first_moves.note(&played.seats, &played.played);
            board.enter(&played);
            games.add(index, played, end)
        })?;
        games.resumed()
    }

    /// Enters a game that has just been finished.
    fn enter(&mut self, game: &AnyGame, played: MultiplayerGame) -> Result<(), ArenaError> {
        self.first_moves.check(&played.seats, &played.played)?;
        self.keeping.keep(game, played.index, &played.played)?;
        self.board.enter(&played);
        self.games.add(played.index, played, self.board.games.len())
    }
}

/// Returns the number of players of the game, which has to have seats for `found` competitors.
pub(crate) fn check_number(game: &AnyGame, found: usize) -> Result<usize, ArenaError> {
    let players = game.start().players();
    if (2..=players).contains(&found) {
        return Ok(players);
    }
    Err(ArenaError::Competitors { game: game.id().to_owned(), players, found })
}

/// The finished games by their places, as far as the report needs them.
struct Scoreboard {
    games: Vec<Option<GameSummary>>,
    finished: usize,
    /// Of the first competitor.
    first_places: f64,
}

impl Scoreboard {
    /// Returns whether a game is one of the table and not finished.
    fn lacks(&self, index: usize) -> bool {
        self.games.get(index).is_some_and(Option::is_none)
    }

    fn enter(&mut self, played: &MultiplayerGame) {
        let summary = GameSummary::of(played);
        self.finished += 1;
        self.first_places += summary.first_place_of_first();
        self.games[played.index] = Some(summary);
    }

    fn standing(&self) -> MultiplayerStanding {
        let Self { games, finished, first_places } = self;
        MultiplayerStanding { finished: *finished, games: games.len(), first_places: *first_places }
    }
}
