//! Lists of games, played on several threads.

use std::{
    num::NonZero,
    ops::ControlFlow,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use damier_numerics::seed::Seed;
use damier_rules::AnyGame;

use super::{FirstMoves, PlayedGame, Seat, Terms, play_game, run_workers};
use crate::{
    competitor::{Competitor, Participant},
    error::ArenaError,
    openings::{Opening, OpeningQueue},
};

/// A game to be played, as a plain value. What else it depends on is the same for all games of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The participant of each seat.
    pub seats: Vec<usize>,
    /// The place of its opening in the opening queue.
    pub opening: usize,
    /// The seed of what the players draw.
    pub seed: Seed,
}

/// Plays lists of games on several threads. A game depends on its task alone, so neither the number of threads nor the
/// order of the games matters.
pub(crate) struct TaskRunner<'r> {
    /// The game.
    pub(crate) game: &'r AnyGame,
    /// The participants, by number.
    pub(crate) participants: &'r [Participant],
    /// Limits, clocks and adjudication.
    pub(crate) terms: &'r Terms,
    /// Where the games start.
    pub(crate) openings: Mutex<OpeningQueue>,
    /// Games at a time.
    pub(crate) threads: NonZero<usize>,
}

/// A participant by number, with its competitor.
pub(crate) type Seated = (usize, Box<dyn Competitor>);

/// Takes a finished game with the place of its task; `Break` ends the list.
pub(crate) type TakeGame<'t> =
    dyn FnMut(usize, PlayedGame) -> Result<ControlFlow<()>, ArenaError> + Send + 't;

/// State that the threads share.
struct Shared<'s> {
    first_moves: &'s mut FirstMoves,
    take: &'s mut TakeGame<'s>,
    failure: Option<ArenaError>,
}

impl TaskRunner<'_> {
    /// Plays `tasks`, begun in their order; `take` gets the finished games one at a time, as they come. After a `Break` or
    /// an error no game is begun or taken. Once `cancelled` is set, unfinished games are dropped.
    ///
    /// # Errors
    /// Too many threads, a participant that never makes a move, or what `take` says.
    pub(crate) fn run<'s>(
        &self,
        tasks: &[Task],
        first_moves: &'s mut FirstMoves,
        take: &'s mut TakeGame<'s>,
        cancelled: &AtomicBool,
    ) -> Result<(), ArenaError> {
        let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let shared = Mutex::new(Shared { first_moves, take, failure: None });
        run_workers(self.threads.get().min(tasks.len()), || {
            let mut seated = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(place).filter(|_| !over.load(Ordering::Relaxed)) else { return };
                let Some(played) = self.play(task, &mut seated, cancelled) else { return };
                let mut shared = locked(&shared);
                if over.load(Ordering::Relaxed) {
                    return;
                }
                let taken = shared.take(place, task, played);
                if !matches!(taken, Ok(ControlFlow::Continue(()))) {
                    over.store(true, Ordering::Relaxed);
                    shared.failure = taken.err();
                }
            }
        })?;
        match shared.into_inner().unwrap_or_else(PoisonError::into_inner).failure {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    /// Plays a game; `None` if it was cancelled. `seated` are the competitors of the thread's game before: those of the
    /// same participants play on.
    pub(crate) fn play(
        &self,
        task: &Task,
        seated: &mut Vec<Seated>,
        cancelled: &AtomicBool,
    ) -> Option<PlayedGame> {
        let mut leaving = std::mem::take(seated);
        *seated = task.seats.iter().map(|number| self.competitor(*number, &mut leaving)).collect();
        drop(leaving);
        let mut seats: Vec<Seat<'_>> = seated
            .iter_mut()
            .map(|(number, competitor)| Seat {
                participant: &self.participants[*number],
                competitor: competitor.as_mut(),
            })
            .collect();
        let opening = self.opening(task);
        play_game(self.game, &opening, &mut seats, self.terms, task.seed, cancelled)
    }

    /// Returns where a game starts.
    pub(crate) fn opening(&self, task: &Task) -> Opening {
        locked(&self.openings).opening(task.opening)
    }

    /// A competitor of a participant: one of those that are there, or a new one.
    fn competitor(&self, number: usize, there: &mut Vec<Seated>) -> Seated {
        match there.iter().position(|(other, _)| *other == number) {
            Some(at) => there.swap_remove(at),
            None => (number, self.participants[number].competitor()),
        }
    }
}

impl Shared<'_> {
    fn take(&mut self, place: usize, task: &Task, played: PlayedGame) -> Result<ControlFlow<()>, ArenaError> {
        self.first_moves.check(&task.seats, &played)?;
        (self.take)(place, played)
    }
}

/// Locks a mutex. A thread that panics ends the list with its panic, so what it held is not looked at again.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use damier_rules::AnyMove;

    use super::*;
    use crate::play::MatchSettings;

    fn task(number: u64) -> Task {
        let seats = if number.is_multiple_of(2) { vec![0, 1] } else { vec![1, 0] };
        Task { seats, opening: number as usize / 2, seed: Seed::new(number) }
    }

    /// Plays `tasks`; `flow` is what becomes of the list after each number of games.
    fn run(tasks: &[Task], threads: usize, flow: fn(usize) -> ControlFlow<()>) -> Vec<(usize, Vec<AnyMove>)> {
        let game = AnyGame::of_id("english").expect("listed");
        let participants = [Participant::random(), Participant::random()];
        let settings = MatchSettings { ply_cap: Some(40), ..MatchSettings::default() };
        let terms = Terms::of(&game, &settings).expect("terms");
        let openings = OpeningQueue::new(&settings.openings, &game, 1).expect("openings").into();
        let threads = NonZero::new(threads).expect("some");
        let runner =
            TaskRunner { game: &game, participants: &participants, terms: &terms, openings, threads };
        let mut taken = Vec::new();
        let mut take = |place: usize, played: PlayedGame| {
            taken.push((place, played.moves.iter().map(|played| played.mv).collect()));
            Ok(flow(taken.len()))
        };
        let cancelled = AtomicBool::new(false);
        runner.run(tasks, &mut FirstMoves::new(2), &mut take, &cancelled).expect("played");
        taken
    }

    #[test]
    fn a_game_depends_on_its_task_alone() {
        let go_on = |_| ControlFlow::Continue(());
        let tasks: Vec<Task> = (0..6).map(task).collect();
        let one = run(&tasks, 1, go_on);
        assert_eq!(one.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        let mut three = run(&tasks, 3, go_on);
        three.sort_by_key(|(place, _)| *place);
        assert_eq!(one, three);
        assert_eq!(run(&tasks[4..], 1, go_on)[0].1, one[4].1);
    }

    #[test]
    fn no_game_is_taken_after_a_break() {
        let two = |taken| if taken < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let tasks: Vec<Task> = (0..6).map(task).collect();
        assert_eq!([1, 3].map(|threads| run(&tasks, threads, two).len()), [2, 2]);
    }
}
