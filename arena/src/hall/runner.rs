//! Playing encounters on several threads.

use std::{
    num::NonZero,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use damier_rules::{Game, Player, Position};

use super::{GameLine, Log, LogError};
use crate::{
    competitor::{Competitor, Entrant},
    contest::{Course, Seat, Terms, course_text, locked, play_game},
    opening::Supply,
    seeds,
    table::lineup,
    tournament::{Encounter, Meeting},
};

/// Which encounters begin with the same openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ballots {
    /// Every encounter has openings of its own.
    #[default]
    Encounter,
    /// The encounters of a round have the same ones.
    Round,
    /// All encounters have.
    Event,
}

/// Where encounters are played.
pub struct Hall<'h, G: Game> {
    /// The game.
    pub game: &'h G,
    /// The name of the event, for the texts of its games.
    pub event: &'h str,
    /// The players, by number.
    pub entrants: &'h [Entrant<G>],
    /// What the games are played by.
    pub terms: &'h Terms<G>,
    /// Where they start.
    pub openings: Mutex<Supply<G>>,
    /// Which encounters share openings.
    pub ballots: Ballots,
    /// Openings that an encounter may use.
    pub openings_each: usize,
    /// Games at a time.
    pub threads: NonZero<usize>,
    /// The seed of the players.
    pub seed: u64,
}

impl<G: Game> std::fmt::Debug for Hall<'_, G> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Hall").field("event", &self.event).field("seed", &self.seed).finish_non_exhaustive()
    }
}

/// A hall at work.
#[derive(Clone, PartialEq, Debug)]
pub struct HallStanding {
    /// Games that are finished, those of earlier times included.
    pub finished: usize,
    /// Games that are finished or due by now.
    pub known: usize,
    /// The last game: its players and what each got.
    pub last: Vec<(String, f64)>,
}

/// A player by number, at the board.
type Seated<G> = (usize, Box<dyn Competitor<<G as Game>::Position>>);

/// A game to be played.
#[derive(Clone, Copy)]
struct Task<'m> {
    encounter: &'m Encounter,
    /// The number of the encounter, from 0.
    number: usize,
    game: usize,
}

impl<G: Game> Hall<'_, G> {
    /// Plays the games of `encounters` that are due and that `log` does not have, until none is left;
    /// `due` tells how many an encounter has to have by now, and `before` how many encounters came before these.
    /// `None` if it was cancelled before the end.
    ///
    /// Games depend on the seed and their place alone, so it does not matter how many are played at a time, nor
    /// whether some come from the log.
    ///
    /// # Errors
    /// The log cannot be written, or has games of other players.
    pub fn play(
        &self,
        encounters: Vec<Encounter>,
        before: usize,
        due: &dyn Fn(&Meeting) -> usize,
        log: &mut Log,
        observer: &(dyn Fn(&HallStanding) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<Option<Vec<Meeting>>, LogError> {
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
            let names: Vec<&str> = seats.iter().map(|player| self.entrants[*player].name()).collect();
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
        let line = lineup(seats, encounter.players.len(), game % seats);
        line.into_iter().map(|place| encounter.players[place]).collect()
    }

    fn play_tasks(
        &self,
        tasks: &[Task<'_>],
        log: &mut Log,
        observer: &(dyn Fn(&HallStanding) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<Option<()>, LogError> {
        let next = AtomicUsize::new(0);
        let before = log.games().len();
        let shared: Mutex<(&mut Log, Option<LogError>)> = Mutex::new((log, None));
        thread::scope(|scope| {
            for _ in 0..self.threads.get().min(tasks.len()) {
                scope.spawn(|| {
                    // The players of the encounter before, who stay for its other games.
                    let mut seated: Vec<Seated<G>> = Vec::new();
                    while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Some(line) = self.play_one(*task, &mut seated, cancelled) else { return };
                        let mut shared = locked(&shared);
                        let (log, failure) = &mut *shared;
                        if failure.is_some() {
                            return;
                        }
                        let last = line.seats.iter().cloned().zip(line.shares.iter().copied()).collect();
                        if let Err(error) = log.add(line) {
                            *failure = Some(error);
                            return;
                        }
                        let known = before + tasks.len();
                        observer(&HallStanding { finished: log.games().len(), known, last });
                    }
                });
            }
        });
        let (_, failure) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match failure {
            Some(error) => Err(error),
            None => Ok((!cancelled.load(Ordering::Relaxed)).then_some(())),
        }
    }

    /// Plays a game; `None` if it was cancelled.
    fn play_one(
        &self,
        task: Task<'_>,
        seated: &mut Vec<Seated<G>>,
        cancelled: &AtomicBool,
    ) -> Option<GameLine> {
        let Encounter { round, board, .. } = *task.encounter;
        let seats = self.seats(task.encounter, task.game);
        let (mut leaving, mut staying) = (std::mem::take(seated), Vec::new());
        for player in &seats {
            let there = leaving.iter().position(|(number, _)| number == player);
            staying.push(match there {
                Some(at) => leaving.swap_remove(at),
                None => (*player, self.entrants[*player].enter()),
            });
        }
        drop(leaving);
        *seated = staying;
        let mut by_seat: Vec<Seat<'_, G>> = seated
            .iter_mut()
            .map(|(player, competitor)| Seat {
                entrant: &self.entrants[*player],
                competitor: competitor.as_mut(),
            })
            .collect();
        let opening = locked(&self.openings).opening(self.opening_number(task));
        let seed = [round as usize, board as usize, task.game];
        let seed = seed.into_iter().fold(self.seed, seeds::of_part);
        let course = play_game(self.game, &opening, &mut by_seat, self.terms, seed, cancelled)?;
        let names: Vec<String> =
            seats.iter().map(|player| self.entrants[*player].name().to_owned()).collect();
        let number = format!("{round}.{board}.{}", task.game + 1);
        let Course { outcome, ending, moves, .. } = &course;
        let shares = (0..names.len()).map(|seat| share(*outcome, seat, names.len()));
        Some(GameLine {
            round,
            board,
            game: task.game,
            shares: shares.collect(),
            ending: ending.to_string(),
            plies: moves.len(),
            text: course_text(self.game, &course, self.event, &number, &names),
            seats: names,
        })
    }

    /// Which opening a game has: the same for all games until everybody has had every seat.
    fn opening_number(&self, task: Task<'_>) -> usize {
        let of_encounter = task.game / self.game.start().players();
        let encounter = match self.ballots {
            Ballots::Event => 0,
            Ballots::Round => task.encounter.round as usize - 1,
            Ballots::Encounter => task.number,
        };
        encounter * self.openings_each + of_encounter
    }
}

/// What a seat got.
fn share(outcome: damier_rules::Outcome, seat: usize, players: usize) -> f64 {
    f64::from(outcome.share(Player::new(seat), players))
}
