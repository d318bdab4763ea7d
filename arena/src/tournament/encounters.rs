//! Playing encounters.

use std::{
    num::NonZero,
    ops::ControlFlow,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use damier_numerics::seed::Seed;
use damier_rules::{AnyGame, Game, Player, Position};
use serde::{Deserialize, Serialize};

use super::{ResultLine, Results, results::ResultTable};
use crate::{
    competitor::Participant,
    error::ArenaError,
    openings::OpeningQueue,
    pairing::{Encounter, Meeting},
    play::{
        CompetitorTags, FirstMoves, LogError, MoveTimes, PlayedGame, Task, TaskRunner, Terms, game_text,
        seating,
    },
    remote::RemoteRunner,
    seeds::Stream,
    utc,
};

/// Which encounters begin with the same openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SharedOpenings {
    /// Every encounter has openings of its own.
    #[default]
    Encounter,
    /// The encounters of a round have the same ones.
    Round,
    /// All encounters have.
    Event,
}

/// Plays the encounters of a tournament or a league.
pub struct TournamentRunner<'r> {
    tasks: TaskRunner<'r>,
    /// Other machines, which play in place of this one.
    remote: Option<RemoteRunner<'r>>,
    settings: EventSettings<'r>,
}

/// What the games of a tournament or a league are played by, beside [`Terms`].
#[derive(Clone, Copy, Debug)]
pub struct EventSettings<'r> {
    /// The name of the event, for the texts of its games.
    pub event: &'r str,
    /// Which encounters share openings.
    pub shared_openings: SharedOpenings,
    /// Openings that an encounter may use.
    pub openings_each: usize,
    /// Games at a time.
    pub threads: NonZero<usize>,
    /// The seed of the players.
    pub seed: u64,
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

/// A game that is due: the encounter, its number from 0 in the event, and the number of the game in it.
#[derive(Clone, Copy)]
struct DueGame<'m> {
    encounter: &'m Encounter,
    number: usize,
    game: usize,
}

/// Games of an encounter, at most, as other machines number them.
const GAMES_OF_ENCOUNTER: u64 = 1 << 24;

impl DueGame<'_> {
    /// Returns its place among all games of the event.
    fn place(&self) -> u64 {
        self.number as u64 * GAMES_OF_ENCOUNTER + self.game as u64
    }
}

impl<'r> TournamentRunner<'r> {
    /// Makes a runner for `participants`, who play by `terms`.
    pub fn new(
        game: &'r AnyGame,
        participants: &'r [Participant],
        terms: &'r Terms,
        openings: OpeningQueue,
        settings: EventSettings<'r>,
    ) -> Self {
        let openings = Mutex::new(openings);
        let tasks = TaskRunner { game, participants, terms, openings, threads: settings.threads };
        Self { tasks, remote: None, settings }
    }

    /// Returns the same, whose games other machines play.
    #[must_use]
    pub(crate) fn played_by(self, remote: Option<RemoteRunner<'r>>) -> Self {
        Self { remote, ..self }
    }

    /// Plays the games of `encounters` that are due and that `results` lack, until none is left; `due` says how many an
    /// encounter has to have by now, and `before` how many encounters came before these. `None` if it was cancelled before
    /// the end.
    ///
    /// Games depend on the seed and their place alone, so it does not matter how many are played at a time, nor
    /// whether some were finished before.
    ///
    /// # Errors
    /// The results cannot be written, or have games of other players; a player never makes a move; there are too many
    /// threads.
    pub fn play(
        &self,
        encounters: Vec<Encounter>,
        before: usize,
        due: &dyn Fn(&Meeting) -> usize,
        results: &mut Results,
        observer: &(dyn Fn(&TournamentProgress) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<Option<Vec<Meeting>>, ArenaError> {
        let mut meetings: Vec<Meeting> = encounters.into_iter().map(Meeting::new).collect();
        loop {
            meetings.iter_mut().try_for_each(|meeting| self.recall(meeting, results))?;
            // Games may be there without those before them, where they were played at the same time.
            let wanted = meetings.iter().zip(before..).flat_map(|(meeting, number)| {
                let encounter = &meeting.encounter;
                (meeting.games.len()..due(meeting)).map(move |game| DueGame { encounter, number, game })
            });
            let left: Vec<DueGame<'_>> = wanted
                .filter(|due| results.game(due.encounter.round, due.encounter.board, due.game).is_none())
                .collect();
            if left.is_empty() {
                return Ok(Some(meetings));
            }
            self.play_games(&left, results, observer, cancelled)?;
            if cancelled.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
    }

    /// Returns encounters with the games of them that `results` have.
    ///
    /// # Errors
    /// The results have games of other players.
    pub fn so_far(&self, encounters: Vec<Encounter>, results: &Results) -> Result<Vec<Meeting>, LogError> {
        let mut meetings: Vec<Meeting> = encounters.into_iter().map(Meeting::new).collect();
        meetings.iter_mut().try_for_each(|meeting| self.recall(meeting, results))?;
        Ok(meetings)
    }

    /// Adds to a meeting the finished games that follow without a gap.
    fn recall(&self, meeting: &mut Meeting, results: &Results) -> Result<(), LogError> {
        let name = |player: usize| self.tasks.participants[player].name();
        recall(meeting, results.table(), self.seats(), &mut |player, found| found == name(player)).map_err(
            |(line, seats)| LogError::Foreign {
                path: results.path().to_owned(),
                found: format!(
                    "{} in round {}, not {}",
                    line.seats.join(" – "),
                    line.round,
                    seats.into_iter().map(name).collect::<Vec<_>>().join(" – ")
                ),
            },
        )
    }

    /// Returns the seats of the game.
    fn seats(&self) -> usize {
        self.tasks.game.start().players()
    }

    fn play_games(
        &self,
        left: &[DueGame<'_>],
        results: &mut Results,
        observer: &(dyn Fn(&TournamentProgress) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<(), ArenaError> {
        let tasks: Vec<Task> = left.iter().map(|due| self.task(*due)).collect();
        let known = results.games().len() + tasks.len();
        let mut first_moves = self.first_moves(results);
        let mut take = |place: usize, played: PlayedGame| {
            let line = self.line(left[place], &tasks[place].seats, &played);
            let last = line.seats.iter().cloned().zip(line.shares.iter().copied()).collect();
            results.add(line)?;
            observer(&TournamentProgress { finished: results.games().len(), known, last });
            Ok(ControlFlow::Continue(()))
        };
        let Some(remote) = &self.remote else {
            return self.tasks.run(&tasks, &mut first_moves, &mut take, cancelled);
        };
        let numbers: Vec<u64> = left.iter().map(DueGame::place).collect();
        remote.run(&self.tasks, (&numbers, &tasks), &mut first_moves, &mut take, cancelled).map(drop)
    }

    /// Returns the game as a task.
    fn task(&self, due: DueGame<'_>) -> Task {
        let Encounter { round, board, .. } = *due.encounter;
        let place = [u64::from(round), u64::from(board), due.game as u64];
        Task {
            seats: seats_of(due.encounter, due.game, self.seats()),
            opening: self.opening_number(due),
            seed: place.into_iter().fold(Stream::Games.of(self.settings.seed), Seed::part),
        }
    }

    /// Returns which opening a game has: the same for all games until everybody has had every seat.
    fn opening_number(&self, due: DueGame<'_>) -> usize {
        let of_encounter = due.game / self.seats();
        let encounter = match self.settings.shared_openings {
            SharedOpenings::Event => 0,
            SharedOpenings::Round => due.encounter.round as usize - 1,
            SharedOpenings::Encounter => due.number,
        };
        encounter * self.settings.openings_each + of_encounter
    }

    /// Returns who has moved in finished games: those who played a game without a forfeit of their own.
    fn first_moves(&self, results: &Results) -> FirstMoves {
        let mut first_moves = FirstMoves::new(self.tasks.participants.len());
        for (number, participant) in self.tasks.participants.iter().enumerate() {
            let played = |line: &ResultLine| {
                let forfeits = line.forfeit().is_some_and(|(name, _)| name == participant.name());
                !forfeits && line.seats.iter().any(|name| name == participant.name())
            };
            if results.games().iter().any(played) {
                first_moves.set_moved(number);
            }
        }
        first_moves
    }

    /// Returns a finished game as the results keep it.
    fn line(&self, due: DueGame<'_>, seats: &[usize], played: &PlayedGame) -> ResultLine {
        let Encounter { round, board, .. } = *due.encounter;
        let TaskRunner { game, participants, terms, .. } = &self.tasks;
        let tags: Vec<CompetitorTags> = seats.iter().map(|player| participants[*player].tags()).collect();
        let number = format!("{round}.{board}.{}", due.game + 1);
        let times = MoveTimes::of(participants, &terms.pace);
        let share = |seat| f64::from(played.outcome.share(Player::new(seat), seats.len()));
        ResultLine {
            round,
            board,
            game: due.game,
            shares: (0..seats.len()).map(share).collect(),
            ending: played.ending.to_string(),
            plies: played.moves.len(),
            text: game_text(
                game,
                played,
                self.settings.event,
                &number,
                &tags.iter().collect::<Vec<_>>(),
                times,
            ),
            seats: tags.into_iter().map(|tags| tags.name).collect(),
            effort: played.effort.clone(),
            played_by: played.played_by.clone(),
            ended: Some(utc::seconds_now()),
        }
    }
}

/// Adds to a meeting the finished games that follow without a gap. `is_called` says whether a player has a name.
///
/// # Errors
/// A game of other players, with those that it should have by seat.
pub(crate) fn recall<'t>(
    meeting: &mut Meeting,
    results: &'t ResultTable,
    seats: usize,
    is_called: &mut dyn FnMut(usize, &str) -> bool,
) -> Result<(), (&'t ResultLine, Vec<usize>)> {
    let Encounter { round, board, ref players, .. } = meeting.encounter;
    while let Some(line) = results.game(round, board, meeting.games.len()) {
        let seats = seats_of(&meeting.encounter, meeting.games.len(), seats);
        let fits = line.seats.len() == seats.len() && line.shares.len() == seats.len();
        if !fits || !seats.iter().zip(&line.seats).all(|(player, name)| is_called(*player, name)) {
            return Err((line, seats));
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

/// Returns the player of each seat in a game of an encounter, of a game with that number of seats.
fn seats_of(encounter: &Encounter, game: usize, seats: usize) -> Vec<usize> {
    let line = seating(seats, encounter.players.len(), game % seats);
    line.into_iter().map(|place| encounter.players[place]).collect()
}
