//! Playing encounters on several threads.

use std::{
    num::NonZero,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use damier_numerics::seed::Seed;
use damier_rules::{AnyGame, Game, Player, Position};

use super::{GameLine, Log, LogError, RunnerError};
use crate::{
    competitor::{Competitor, Participant},
    error::ArenaError,
    multiplayer::seating,
    openings::OpeningQueue,
    pairing::{Encounter, Meeting},
    play::{
        CompetitorTags, FirstMoves, MoveTimes, PlayedGame, Seat, Terms, locked, play_game, played_game_text,
        run_workers,
    },
    seeds::Stream,
};

/// Which encounters begin with the same openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SharedOpenings {
    /// Every encounter has openings of its own.
    #[default]
    Encounter,
    /// The encounters of a round have the same ones.
    Round,
    /// All encounters have.
    Event,
}

/// Where encounters are played.
pub struct TournamentRunner<'h> {
    /// The game.
    pub game: &'h AnyGame,
    /// The name of the event, for the texts of its games.
    pub event: &'h str,
    /// The players, by number.
    pub participants: &'h [Participant],
    /// What the games are played by.
    pub terms: &'h Terms,
    /// Where they start.
    pub openings: Mutex<OpeningQueue>,
    /// Which encounters share openings.
    pub ballots: SharedOpenings,
    /// Openings that an encounter may use.
    pub openings_each: usize,
    /// Games at a time.
    pub threads: NonZero<usize>,
    /// The seed of the players.
    pub seed: u64,
}

impl std::fmt::Debug for TournamentRunner<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("TournamentRunner")
            .field("event", &self.event)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

/// Progress of the encounters.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentProgress {
    /// Games that are finished, those of earlier times included.
    pub finished: usize,
    /// Games that are finished or due by now.
    pub known: usize,
    /// The last game: its players and what each got.
    pub last: Vec<(String, f64)>,
}

/// A player by number, at the board.
type Seated = (usize, Box<dyn Competitor>);

/// A game to be played.
#[derive(Clone, Copy)]
struct Task<'m> {
    encounter: &'m Encounter,
    /// The number of the encounter, from 0.
    number: usize,
    game: usize,
}

impl TournamentRunner<'_> {
    /// Plays the games of `encounters` that are due and that `log` does not have, until none is left;
    /// `due` tells how many an encounter has to have by now, and `before` how many encounters came before these.
    /// `None` if it was cancelled before the end.
    ///
    /// Games depend on the seed and their place alone, so it does not matter how many are played at a time, nor
    /// whether some come from the log.
    ///
    /// # Errors
    /// The log cannot be written, or has games of other players; a player never makes a move; there are too many threads.
    pub fn play(
        &self,
        encounters: Vec<Encounter>,
        before: usize,
        due: &dyn Fn(&Meeting) -> usize,
        log: &mut Log,
        observer: &(dyn Fn(&TournamentProgress) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<Option<Vec<Meeting>>, RunnerError> {
        let mut meetings: Vec<Meeting> = encounters.into_iter().map(Meeting::new).collect();
        loop {
            meetings.iter_mut().try_for_each(|meeting| self.recall(meeting, log))?;
            // Games may be there without those before them, where they were played at the same time.
            let wanted = meetings.iter().zip(before..).flat_map(|(meeting, number)| {
                let encounter = &meeting.encounter;
                (meeting.games.len()..due(meeting)).map(move |game| Task { encounter, number, game })
            });
            let tasks: Vec<Task<'_>> = wanted
                .filter(|task| log.game(task.encounter.round, task.encounter.board, task.game).is_none())
                .collect();
            if tasks.is_empty() {
                return Ok(Some(meetings));
            }
            if self.play_tasks(&tasks, log, observer, cancelled)?.is_none() {
                return Ok(None);
            }
        }
    }

    /// Encounters with the games of them that `log` has.
    ///
    /// # Errors
    /// The log has games of other players.
    pub fn so_far(&self, encounters: Vec<Encounter>, log: &Log) -> Result<Vec<Meeting>, LogError> {
        let mut meetings: Vec<Meeting> = encounters.into_iter().map(Meeting::new).collect();
        meetings.iter_mut().try_for_each(|meeting| self.recall(meeting, log))?;
        Ok(meetings)
    }

    /// Adds to a meeting the games of the log that follow without a gap.
    fn recall(&self, meeting: &mut Meeting, log: &Log) -> Result<(), LogError> {
        let Encounter { round, board, ref players, .. } = meeting.encounter;
        while let Some(line) = log.game(round, board, meeting.games.len()) {
            let seats = self.seats(&meeting.encounter, meeting.games.len());
            let names: Vec<&str> = seats.iter().map(|player| self.participants[*player].name()).collect();
            if line.seats != names || line.shares.len() != names.len() {
                return Err(LogError::Foreign {
                    path: log.path().to_owned(),
                    found: format!("{} in round {round}, not {}", line.seats.join(" – "), names.join(" – ")),
                });
            }
            let share_of = |player: &usize| {
                let own = seats.iter().zip(&line.shares).filter(|(seat, _)| *seat == player);
                own.map(|(_, share)| share).sum::<f64>()
            };
            let shares = players.iter().map(share_of).collect();
            meeting.games.push(shares);
        }
        Ok(())
    }

    /// The player of each seat in a game of an encounter.
    fn seats(&self, encounter: &Encounter, game: usize) -> Vec<usize> {
        let seats = self.game.start().players();
        let line = seating(seats, encounter.players.len(), game % seats);
        line.into_iter().map(|place| encounter.players[place]).collect()
    }

    fn play_tasks(
        &self,
        tasks: &[Task<'_>],
        log: &mut Log,
        observer: &(dyn Fn(&TournamentProgress) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<Option<()>, RunnerError> {
        let next = AtomicUsize::new(0);
        let known = log.games().len() + tasks.len();
        let first_moves = self.first_moves(log);
        let shared = Mutex::new(Shared { log, first_moves, failure: None });
        run_workers(self.threads.get().min(tasks.len()), || {
            // The players of the encounter before, who stay for its other games.
            let mut seated: Vec<Seated> = Vec::new();
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let seats = self.seats(task.encounter, task.game);
                let Some(played) = self.play_one(*task, &seats, &mut seated, cancelled) else { return };
                let mut shared = locked(&shared);
                if shared.failure.is_some() {
                    return;
                }
                let line = self.line(*task, &seats, &played);
                let last = line.seats.iter().cloned().zip(line.shares.iter().copied()).collect();
                if let Err(failure) = shared.enter(&seats, &played, line) {
                    shared.failure = Some(failure);
                    return;
                }
                observer(&TournamentProgress { finished: shared.log.games().len(), known, last });
            }
        })
        .map_err(ArenaError::from)?;
        match shared.into_inner().unwrap_or_else(PoisonError::into_inner).failure {
            Some(error) => Err(error),
            None => Ok((!cancelled.load(Ordering::Relaxed)).then_some(())),
        }
    }

    /// Who has moved in games of the log: those who played a game without a forfeit of its own.
    fn first_moves(&self, log: &Log) -> FirstMoves {
        let mut first_moves = FirstMoves::new(self.participants.len());
        for (number, participant) in self.participants.iter().enumerate() {
            let played = |line: &GameLine| {
                let forfeits = line.forfeit().is_some_and(|(name, _)| name == participant.name());
                !forfeits && line.seats.iter().any(|name| name == participant.name())
            };
            if log.games().iter().any(played) {
                first_moves.set_moved(number);
            }
        }
        first_moves
    }

    /// Plays a game; `None` if it was cancelled.
    fn play_one(
        &self,
        task: Task<'_>,
        seats: &[usize],
        seated: &mut Vec<Seated>,
        cancelled: &AtomicBool,
    ) -> Option<PlayedGame> {
        let Encounter { round, board, .. } = *task.encounter;
        let (mut leaving, mut staying) = (std::mem::take(seated), Vec::new());
        for player in seats {
            let there = leaving.iter().position(|(number, _)| number == player);
            staying.push(match there {
                Some(at) => leaving.swap_remove(at),
                None => (*player, self.participants[*player].enter()),
            });
        }
        drop(leaving);
        *seated = staying;
        let mut by_seat: Vec<Seat<'_>> = seated
            .iter_mut()
            .map(|(player, competitor)| Seat {
                participant: &self.participants[*player],
                competitor: competitor.as_mut(),
            })
            .collect();
        let opening = locked(&self.openings).opening(self.opening_number(task));
        let place = [u64::from(round), u64::from(board), task.game as u64];
        let seed = place.into_iter().fold(Stream::Games.of(self.seed), Seed::part);
        play_game(self.game, &opening, &mut by_seat, self.terms, seed, cancelled)
    }

    /// A finished game as the log keeps it.
    fn line(&self, task: Task<'_>, seats: &[usize], played: &PlayedGame) -> GameLine {
        let Encounter { round, board, .. } = *task.encounter;
        let participants: Vec<&Participant> =
            seats.iter().map(|player| &self.participants[*player]).collect();
        let tags: Vec<CompetitorTags> = participants.iter().map(|participant| participant.tags()).collect();
        let number = format!("{round}.{board}.{}", task.game + 1);
        let times = MoveTimes::of(self.participants, &self.terms.pace);
        let shares = (0..seats.len()).map(|seat| share(played.outcome, seat, seats.len()));
        let tags: Vec<&CompetitorTags> = tags.iter().collect();
        GameLine {
            round,
            board,
            game: task.game,
            shares: shares.collect(),
            ending: played.ending.to_string(),
            plies: played.moves.len(),
            text: played_game_text(self.game, played, self.event, &number, &tags, times),
            seats: participants.iter().map(|participant| participant.name().to_owned()).collect(),
        }
    }

    /// Which opening a game has: the same for all games until everybody has had every seat.
    fn opening_number(&self, task: Task<'_>) -> usize {
        let of_encounter = task.game / self.game.start().players();
        let encounter = match self.ballots {
            SharedOpenings::Event => 0,
            SharedOpenings::Round => task.encounter.round as usize - 1,
            SharedOpenings::Encounter => task.number,
        };
        encounter * self.openings_each + of_encounter
    }
}

/// State that the threads share.
struct Shared<'l> {
    log: &'l mut Log,
    first_moves: FirstMoves,
    /// Why the games cannot go on.
    failure: Option<RunnerError>,
}

impl Shared<'_> {
    /// Enters a game that has just been finished.
    fn enter(&mut self, seats: &[usize], played: &PlayedGame, line: GameLine) -> Result<(), RunnerError> {
        self.first_moves.check(seats, played)?;
        Ok(self.log.add(line)?)
    }
}

/// What a seat got.
fn share(outcome: damier_rules::Outcome, seat: usize, players: usize) -> f64 {
    f64::from(outcome.share(Player::new(seat), players))
}
