//! Games of the next generation, which other machines play while this one trains.

use std::{
    panic,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use damier_selfplay::Generated;

use super::{
    error::RunError,
    generating::RunGames,
    observer::{RunObserver, Stage, StageObserver},
};

/// How often the observer hears of games that are waited for.
const LOOK: Duration = Duration::from_millis(200);

/// Games of a generation that are played beside other work.
pub(super) struct Ahead<'a> {
    pub(super) games: RunGames<'a>,
    /// The generation, from 1.
    pub(super) generation: u32,
    pub(super) observer: &'a dyn RunObserver,
    pub(super) stop: &'a AtomicBool,
}

impl Ahead<'_> {
    /// Does `work` here while the games are played, then waits for them. Returns what both made; `None` when `work` returned
    /// it, or it was stopped. Games that are not finished then are in journals.
    pub(super) fn beside<T>(
        &self,
        work: impl FnOnce() -> Result<Option<T>, RunError>,
    ) -> Result<Option<(T, Generated)>, RunError> {
        let (watch, given_up) = (Watch::default(), AtomicBool::new(false));
        let (games, generation) = (self.games, self.generation);
        thread::scope(|scope| {
            // However this ends, the games do not go on without it.
            let _guard = SetAtEnd(&given_up);
            let (playing, ended) = mpsc::channel::<()>();
            let (watch, given_up) = (&watch, &given_up);
            let thread = scope.spawn(move || {
                let played = games.play(generation, watch, given_up);
                drop(playing);
                played
            });
            let Some(made) = work()? else { return Ok(None) };
            self.observer.generation(generation);
            let mut is_shown = false;
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if self.stop.load(Ordering::Relaxed) {
                    break;
                }
                is_shown = watch.tell(self.observer, is_shown);
            }
            given_up.store(self.stop.load(Ordering::Relaxed), Ordering::Relaxed);
            let played = thread.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked));
            watch.end(self.observer, is_shown);
            let played = played?;
            Ok((!played.cancelled).then_some((made, played)))
        })
    }
}

/// Sets a flag when it is dropped.
struct SetAtEnd<'a>(&'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Keeps what games tell until the observer, which follows the training meanwhile, may hear it.
#[derive(Default)]
struct Watch(Mutex<Told>);

#[derive(Default)]
struct Told {
    done: u64,
    total: u64,
    positions: u64,
    notes: Vec<String>,
}

impl Watch {
    fn told<T>(&self, change: impl FnOnce(&mut Told) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Passes on how far the games are, after the beginning of their stage unless `is_shown`. Returns whether the stage is
    /// shown now.
    fn tell(&self, observer: &dyn RunObserver, is_shown: bool) -> bool {
        let (done, total, positions, notes) =
            self.told(|told| (told.done, told.total, told.positions, std::mem::take(&mut told.notes)));
        let is_begun = is_shown || total > 0;
        if is_begun && !is_shown {
            observer.stage(Stage::Generate, done, total);
        }
        notes.iter().for_each(|note| observer.note(note));
        if is_begun {
            observer.progress(done, positions, "");
        }
        is_begun
    }

    /// Passes on what is left, and the end of the stage where it is shown.
    fn end(&self, observer: &dyn RunObserver, is_shown: bool) {
        if is_shown {
            self.tell(observer, true);
            observer.stage_finished();
        } else {
            self.told(|told| std::mem::take(&mut told.notes)).iter().for_each(|note| observer.note(note));
        }
    }
}

impl StageObserver for Watch {
    fn stage(&self, _: Stage, done: u64, total: u64) {
        self.told(|told| (told.done, told.total) = (done, total));
    }

    fn progress(&self, done: u64, positions: u64, _: &str) {
        self.told(|told| (told.done, told.positions) = (done, positions));
    }

    fn stage_finished(&self) {}

    fn note(&self, text: &str) {
        self.told(|told| told.notes.push(text.to_owned()));
    }
}
