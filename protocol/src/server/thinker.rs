//! The thread that thinks.

use std::{sync::Arc, thread::JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use damier_endgames::open_if_any;
use damier_engine::{
    AnyEngine,
    engine::{EngineOptions, Judge},
    opening_book::OpeningBook,
    search::{Limits, SearchReport, StopHandle},
};
use damier_rules::{AnyGame, AnyMove, AnyPosition, History};

use super::{ServeError, settings::Settings};

/// Reports that wait to be told before further ones are left out.
const REPORTS_WAITING: usize = 8;

/// When a search answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// When it is done.
    WhenDone,
    /// Not before it is stopped.
    WhenStopped,
}

/// What a search found; nothing where there was no move to search.
pub(super) type Found<M> = Option<SearchReport<M>>;

/// What the thread says.
pub(super) enum Event<M> {
    /// What it thinks so far.
    Watched(SearchReport<M>),
    /// What people have to know about the search that begins.
    Noted(String),
    /// What it thinks at the end.
    Done(Found<M>),
}

/// What the thread is asked.
pub(super) struct Search {
    /// The moves to choose from; none for all.
    pub(super) only: Vec<AnyMove>,
    pub(super) position: AnyPosition,
    pub(super) history: History<AnyPosition>,
    pub(super) limits: Limits,
    pub(super) control: StopHandle,
    pub(super) answer: Answer,
}

enum Job {
    Think(Box<Search>),
    /// Answers without a move, when a search would.
    Wait(StopHandle, Answer),
    Options(EngineOptions),
    NewGame,
}

/// An engine on a thread of its own. Dropping it stops the search and ends the thread.
pub(super) struct Thinker {
    jobs: Option<Sender<Job>>,
    events: Receiver<Event<AnyMove>>,
    thread: Option<JoinHandle<()>>,
    /// The reins of the search that runs.
    running: Option<StopHandle>,
}

impl Thinker {
    /// Starts the thread. It plays by a book, where there is one.
    ///
    /// # Errors
    /// The net does not fit the game, or its endgame tables are damaged.
    pub(super) fn start(
        game: AnyGame,
        judge: Judge,
        book: Option<Arc<OpeningBook>>,
        settings: &Settings,
    ) -> Result<Self, ServeError> {
        let folder = settings.endgames.as_deref();
        let tables = folder.map(|folder| open_if_any(&game, folder)).transpose()?;
        let mut engine = AnyEngine::new(game, judge, settings.options)?;
        engine.set_book(book);
        if let Some(tables) = tables.flatten() {
            engine.set_tables(Some(tables));
        }
        let (jobs, orders) = unbounded();
        // The one that tells the result never waits: there is room for it besides the reports.
        let (sender, events) = bounded(REPORTS_WAITING + 1);
        let thread = std::thread::spawn(move || work(&mut engine, &orders, &sender));
        Ok(Self { jobs: Some(jobs), events, thread: Some(thread), running: None })
    }

    /// What the thread says. The channel closes if the thread dies.
    pub(super) fn events(&self) -> &Receiver<Event<AnyMove>> {
        &self.events
    }

    /// Whether a search runs.
    pub(super) fn is_thinking(&self) -> bool {
        self.running.is_some()
    }

    /// Starts a search of a position that has legal moves. There must be none.
    pub(super) fn think(&mut self, search: Search) {
        debug_assert!(!self.is_thinking(), "one search at a time");
        self.running = Some(search.control.clone());
        self.order(Job::Think(Box::new(search)));
    }

    /// Answers without a move, but not before a search would: neither while it ponders nor, if it has to wait for
    /// that, before it is stopped. There must be no search.
    pub(super) fn wait(&mut self, control: StopHandle, answer: Answer) {
        debug_assert!(!self.is_thinking(), "one search at a time");
        self.running = Some(control.clone());
        self.order(Job::Wait(control, answer));
    }

    fn order(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // Where the thread has died, its events say so.
            let _ = jobs.send(job);
        }
    }

    /// Other options, from the next search on.
    pub(super) fn configure(&self, options: EngineOptions) {
        self.order(Job::Options(options));
    }

    /// Forgets the game, after the search that runs.
    pub(super) fn new_game(&self) {
        self.order(Job::NewGame);
    }

    /// Ends the search soon.
    pub(super) fn stop(&self) {
        if let Some(control) = &self.running {
            control.stop();
        }
    }

    /// The move pondered on was played.
    pub(super) fn ponder_hit(&self) {
        if let Some(control) = &self.running {
            control.ponder_hit();
        }
    }

    /// Notes that the search is over: its last event was taken.
    pub(super) fn done(&mut self) {
        self.running = None;
    }

    /// Ends the search now, if one runs, and gives its result.
    pub(super) fn finish(&mut self) -> Option<Found<AnyMove>> {
        self.stop();
        self.running.take()?;
        loop {
            match self.events.recv() {
                Ok(Event::Watched(_) | Event::Noted(_)) => {}
                Ok(Event::Done(found)) => return Some(found),
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        // Makes room for what the thread may still have to say.
        while self.events.recv().is_ok() {}
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(engine: &mut AnyEngine, orders: &Receiver<Job>, events: &Sender<Event<AnyMove>>) {
    let mut told = None;
    for job in orders {
        match job {
            Job::Options(options) => engine.set_options(options),
            Job::NewGame => engine.new_game(),
            Job::Wait(control, answer) => {
                control.wait_for_clock();
                if !tell(None, &control, answer, events) {
                    return;
                }
            }
            Job::Think(search) => {
                let Search { only, position, history, limits, control, answer } = *search;
                let shortage = engine.memory_shortage();
                if let Some(shortage) = shortage.filter(|shortage| told != Some(*shortage)) {
                    let _ = events.send(Event::Noted(shortage.to_string()));
                }
                told = shortage;
                let report = engine.think_of(&only, &position, &history, &limits, &control, &mut |report| {
                    if events.len() < REPORTS_WAITING {
                        // Whoever listens no more has stopped the search.
                        let _ = events.send(Event::Watched(report.clone()));
                    }
                });
                if !tell(Some(report), &control, answer, events) {
                    return;
                }
            }
        }
    }
}

/// Tells what was found, as soon as it may be told. Returns whether anyone listens.
fn tell<M>(found: Found<M>, control: &StopHandle, answer: Answer, events: &Sender<Event<M>>) -> bool {
    if answer == Answer::WhenStopped {
        control.wait_for_stop();
    }
    events.send(Event::Done(found)).is_ok()
}
