//! The games that come back from other machines.

use std::{
    cmp,
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use damier_rules::{AnyGame, Notation, NotationFormat::Native, Player, Position, notation::line_texts};

use super::{
    Behaviour, Intake, Order, RemoteGame, RemotePlay, Sent, TakeError, Taken, WorkerShares,
    players::{behaviour, digest, line},
    replay::replayed,
};
use crate::{
    competitor::Spec,
    error::ArenaError,
    play::{
        Ending, FirstMoves, GameLine, MatchSettings, PlayedBy, PlayedGame, Seated, TakeGame, Task, TaskRunner,
    },
    rating::GamePoint,
};

/// Has a list of games played on other machines.
pub(crate) struct RemoteRunner<'r> {
    /// The other machines.
    pub(crate) machines: &'r dyn RemotePlay,
    /// What they are to play.
    pub(crate) order: Order,
}

impl<'r> RemoteRunner<'r> {
    /// Returns one for a match of `specs`, if there are `machines`; `identity` says what else its games depend on.
    ///
    /// # Errors
    /// As [`Order::of`]; or the identity cannot be had.
    pub(crate) fn of(
        machines: Option<&'r dyn RemotePlay>,
        game: &AnyGame,
        specs: &[Spec],
        settings: &MatchSettings,
        identity: impl FnOnce() -> Result<String, ArenaError>,
    ) -> Result<Option<Self>, ArenaError> {
        let Some(machines) = machines else { return Ok(None) };
        Ok(Some(Self { machines, order: Order::of(game, specs, settings, identity)? }))
    }

    /// Has `tasks` played, of the games with `numbers`, which ascend. `runner` plays again what is to be checked. `take`
    /// gets the games one at a time, as they come. After a `Break` or an error none is taken. Returns what each machine
    /// played, where time bounds moves.
    ///
    /// # Errors
    /// The games cannot be had, a participant that never makes a move, or what `take` says.
    pub(crate) fn run(
        &self,
        runner: &TaskRunner<'_>,
        (numbers, tasks): (&[u64], &[Task]),
        first_moves: &mut FirstMoves,
        take: &mut TakeGame<'_>,
        cancelled: &AtomicBool,
    ) -> Result<WorkerShares, ArenaError> {
        let state = State {
            left: numbers.iter().copied().collect(),
            taken: BTreeMap::new(),
            is_over: false,
            shares: WorkerShares::default(),
            first_moves,
            take,
        };
        let games = Games {
            runner,
            is_timed: self.order.terms.timing.is_some(),
            places: numbers.iter().copied().zip(0..).collect(),
            tasks,
            state: Mutex::new(state),
            seated: Mutex::default(),
            cancelled,
        };
        match self.machines.play(&self.order, &games) {
            Ok(()) => Ok(std::mem::take(&mut games.state().shares)),
            Err(TakeError::Refused(reason)) => Err(ArenaError::Remote { reason }),
            Err(TakeError::Match(error)) => Err(error),
        }
    }
}

/// The games of a list.
struct Games<'g, 's> {
    runner: &'g TaskRunner<'g>,
    /// Whether time bounds moves, so that no game comes out the same twice.
    is_timed: bool,
    tasks: &'g [Task],
    /// The places of games by their numbers.
    places: BTreeMap<u64, usize>,
    state: Mutex<State<'s, 'g>>,
    /// Those who play games again.
    seated: Mutex<Vec<Seated>>,
    cancelled: &'g AtomicBool,
}

struct State<'s, 'g> {
    left: BTreeSet<u64>,
    /// The digests of what was taken: a game that comes twice has to be the same.
    taken: BTreeMap<u64, String>,
    is_over: bool,
    /// What each machine played, where time bounds moves.
    shares: WorkerShares,
    first_moves: &'g mut FirstMoves,
    take: &'g mut TakeGame<'s>,
}

/// A game that came, with its number, and the digest of all of it that another machine repeats.
struct Came {
    number: u64,
    place: usize,
    played: PlayedGame,
    digest: String,
}

impl<'s, 'g> Games<'g, 's> {
    fn state(&self) -> MutexGuard<'_, State<'s, 'g>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays a game here; `None` where that was cancelled.
    fn play_here(&self, place: usize) -> Option<PlayedGame> {
        let mut seated = self.seated.lock().unwrap_or_else(PoisonError::into_inner);
        self.runner.play(&self.tasks[place], &mut seated, self.cancelled)
    }

    fn read(&self, content: &[u8], numbers: Range<u64>) -> Result<Vec<Came>, String> {
        let text = std::str::from_utf8(content).map_err(|_| "is no text".to_owned())?;
        let lines: Vec<&str> = text.lines().collect();
        if lines.len() as u64 != numbers.end - numbers.start {
            return Err(format!("has {} games, not {numbers:?}", lines.len()));
        }
        let TaskRunner { game, terms, .. } = self.runner;
        let came = |(text, number, place): (&str, u64, usize)| {
            let wrong = |reason: String| format!("game {number} {reason}");
            let found: GameLine =
                serde_json::from_str(text).map_err(|error| wrong(format!("cannot be read: {error}")))?;
            let digest = digest(found.clone());
            let opening = self.runner.opening(&self.tasks[place]);
            let mut played = replayed(game, found, number, &opening, terms).map_err(wrong)?;
            if self.is_timed {
                self.name_forfeit(place, &mut played);
            }
            Ok(Came { number, place, played, digest })
        };
        // Others were finished before this call: a result may wait with the broker for longer than that.
        let wanted = lines.into_iter().zip(numbers);
        let wanted = wanted.filter_map(|(text, number)| Some((text, number, *self.places.get(&number)?)));
        wanted.map(came).collect()
    }

    /// Gives who forfeited a game the name that it has here: elsewhere it has another one.
    fn name_forfeit(&self, place: usize, played: &mut PlayedGame) {
        let loser = played.position_after(played.moves.len()).to_move();
        if let Ending::Forfeit { competitor, .. } = &mut played.ending {
            self.runner.participants[self.tasks[place].seats[loser.index()]].name().clone_into(competitor);
        }
    }

    /// Checks games by playing some of them again.
    fn check(&self, came: &mut [Came], replayed: &[u64]) -> Result<(), TakeError> {
        for game in came {
            let before = self.state().taken.get(&game.number).cloned();
            let differs =
                before.as_ref().is_some_and(|before| *before != game.digest) && !is_forfeit(&game.played);
            if before.is_none() && (replayed.contains(&game.number) || is_forfeit(&game.played)) || differs {
                self.compare(game).map_err(TakeError::Refused)?;
            }
            if differs {
                return Err(wrong_before(game.number));
            }
        }
        Ok(())
    }

    /// Returns the pairs of games by what the first competitor got of both: less than half, half, more. None in a game of
    /// more than two players.
    fn pairs(&self, came: &[Came]) -> [u64; 3] {
        let point = |game: &Came| {
            let seats = &self.tasks[game.place].seats;
            let first = seats.iter().position(|competitor| *competitor == 0)?;
            (seats.len() == 2)
                .then(|| GamePoint::of_share(game.played.outcome.share(Player::new(first), 2)).half_points())
        };
        let mut pairs = [0; 3];
        for pair in came.chunk_by(|one, other| one.number / 2 == other.number / 2) {
            if let [Some(one), Some(other)] = pair.iter().map(point).collect::<Vec<_>>()[..] {
                let kind = match (one + other).cmp(&2) {
                    cmp::Ordering::Less => 0,
                    cmp::Ordering::Equal => 1,
                    cmp::Ordering::Greater => 2,
                };
                pairs[kind] += 1;
            }
        }
        pairs
    }

    /// Compares a game with the one that this machine plays, which takes its place: what a competitor is called is known
    /// only here. Says nothing where that was cancelled.
    fn compare(&self, came: &mut Came) -> Result<(), String> {
        let Some(here) = self.play_here(came.place) else { return Ok(()) };
        let own = digest(line(self.runner.game, came.number, &here));
        if is_forfeit(&here) && is_forfeit(&came.played) {
            let same = here.moves.iter().map(|played| played.mv);
            if came.played.moves.iter().map(|played| played.mv).eq(same) {
                (came.played, came.digest) = (here, own);
                return Ok(());
            }
        } else if own == came.digest {
            return Ok(());
        }
        Err(format!("game {} is not the one that this machine plays", came.number))
    }
}

/// Returns the error for a wrong game that was taken: the match has counted it.
fn wrong_before(number: u64) -> TakeError {
    let reason = format!(
        "game {number} was taken from a worker and is wrong; play the match again in another directory, and with \
         check_share = 1 in fleet.toml to find every wrong game as it comes"
    );
    ArenaError::Remote { reason }.into()
}

fn is_forfeit(played: &PlayedGame) -> bool {
    matches!(played.ending, Ending::Forfeit { .. })
}

impl Intake for Games<'_, '_> {
    fn missing(&self) -> Vec<u64> {
        let state = self.state();
        if state.is_over { Vec::new() } else { state.left.iter().copied().collect() }
    }

    fn is_decided(&self) -> bool {
        self.state().is_over
    }

    fn games(&self, numbers: Range<u64>) -> Vec<RemoteGame> {
        let game = self.runner.game;
        let remote = |(number, place): (&u64, &usize)| {
            let task = &self.tasks[*place];
            let opening = self.runner.opening(task);
            RemoteGame {
                number: *number,
                seats: task.seats.clone(),
                start: game.position_text(Native, &opening.start),
                opening: line_texts(game, Native, &opening.start, &opening.moves).flatten().collect(),
                seed: task.seed.number(),
            }
        };
        self.places.range(numbers).map(remote).collect()
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    fn take(&self, sent: &Sent<'_>) -> Result<Taken, TakeError> {
        let Sent { worker, scale, games, ref numbers, replayed } = *sent;
        let mut came = self.read(games, numbers.clone()).map_err(TakeError::Refused)?;
        if !self.is_timed {
            self.check(&mut came, replayed)?;
        }
        let mut state = self.state();
        if self.is_timed {
            let scale = scale.ok_or_else(|| TakeError::Refused("does not say how fast it is".to_owned()))?;
            let is_new = |game: &Came| !state.is_over && state.left.contains(&game.number);
            came.retain(is_new);
            for game in &mut came {
                game.played.played_by = Some(PlayedBy { worker: worker.to_owned(), scale });
            }
            let pairs = self.pairs(&came);
            state.shares.add(worker, scale, came.len() as u64, pairs);
        }
        let mut taken = Taken { new: 0, again: numbers.end - numbers.start - came.len() as u64 };
        for Came { number, place, played, digest } in came {
            if state.is_over || !state.left.remove(&number) {
                taken.again += 1;
                continue;
            }
            taken.new += 1;
            state.taken.insert(number, digest);
            let State { first_moves, take, .. } = &mut *state;
            first_moves.check(&self.tasks[place].seats, &played)?;
            if take(place, played)?.is_break() {
                state.is_over = true;
            }
        }
        Ok(taken)
    }

    fn play_again(&self, numbers: &[Range<u64>]) -> Result<(), TakeError> {
        if self.is_timed {
            return Ok(());
        }
        for number in numbers.iter().cloned().flatten() {
            let before = self.state().taken.get(&number).cloned();
            let Some((digest_before, place)) = before.zip(self.places.get(&number)) else { continue };
            let Some(here) = self.play_here(*place) else { return Ok(()) };
            // Games in which a competitor failed were played here when they came.
            if !is_forfeit(&here) && digest(line(self.runner.game, number, &here)) != digest_before {
                return Err(wrong_before(number));
            }
        }
        Ok(())
    }

    fn behaviour(&self, wanted: &RemoteGame, nodes: Option<u64>) -> Option<Behaviour> {
        let place = *self.places.get(&wanted.number)?;
        let TaskRunner { game, participants, terms, .. } = self.runner;
        let task = &self.tasks[place];
        let opening = self.runner.opening(task);
        behaviour(game, (participants, terms), (&opening, task), nodes, self.cancelled)
    }
}
