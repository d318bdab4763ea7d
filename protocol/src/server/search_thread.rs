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

/// Reports that wait to be sent; further ones are left out.
const REPORTS_WAITING: usize = 8;

/// When the result of a search is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// When it is done.
    WhenDone,
    /// Not before it is stopped.
    WhenStopped,
}

/// Result of a search; `None` where there was no move to search.
pub(super) type SearchResult<M> = Option<SearchReport<M>>;

/// Message from the search thread.
pub(super) enum Event<M> {
    /// Report of the running search.
    Info(SearchReport<M>),
    /// Remark for people about the search that begins.
    Note(String),
    /// Result of the finished search.
    Result(SearchResult<M>),
}

/// Search to run.
pub(super) struct Search {
    /// Root moves to choose from; empty for all.
    pub(super) only: Vec<AnyMove>,
    pub(super) position: AnyPosition,
    pub(super) history: History<AnyPosition>,
    pub(super) limits: Limits,
    pub(super) control: StopHandle,
    pub(super) answer: Answer,
}

enum Job {
    Search(Box<Search>),
    /// Sends an empty result, when a search would send its own.
    Wait(StopHandle, Answer),
    Options(EngineOptions),
    NewGame,
}

/// Engine on a thread of its own. Dropping it stops the search and ends the thread.
pub(super) struct SearchThread {
    jobs: Option<Sender<Job>>,
    events: Receiver<Event<AnyMove>>,
    thread: Option<JoinHandle<()>>,
    /// Stop handle of the running search.
    running: Option<StopHandle>,
}

impl SearchThread {
    /// Starts the thread, with an opening book where there is one.
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
        // Sending the result never waits: there is room for it besides the reports.
        let (sender, events) = bounded(REPORTS_WAITING + 1);
        let thread = std::thread::spawn(move || work(&mut engine, &orders, &sender));
        Ok(Self { jobs: Some(jobs), events, thread: Some(thread), running: None })
    }

    /// Returns the channel of its messages, which closes if the thread dies.
    pub(super) fn events(&self) -> &Receiver<Event<AnyMove>> {
        &self.events
    }

    /// Returns whether a search runs.
    pub(super) fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Starts a search of a position that has legal moves. No other may run.
    pub(super) fn start_search(&mut self, search: Search) {
        debug_assert!(!self.is_searching(), "one search at a time");
        self.running = Some(search.control.clone());
        self.order(Job::Search(Box::new(search)));
    }

    /// Sends an empty result, but not before a search would send its own: neither while it ponders nor, if it has to
    /// wait for that, before it is stopped. No search may run.
    pub(super) fn wait(&mut self, control: StopHandle, answer: Answer) {
        debug_assert!(!self.is_searching(), "one search at a time");
        self.running = Some(control.clone());
        self.order(Job::Wait(control, answer));
    }

    fn order(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // Where the thread has died, its events say so.
            let _ = jobs.send(job);
        }
    }

    /// Sets the options, from the next search on.
    pub(super) fn configure(&self, options: EngineOptions) {
        self.order(Job::Options(options));
    }

    /// Forgets the game, after the search that runs.
    pub(super) fn new_game(&self) {
        self.order(Job::NewGame);
    }

    /// Asks the running search to stop.
    pub(super) fn stop(&self) {
        if let Some(control) = &self.running {
            control.stop();
        }
    }

    /// Turns pondering into a search on the own time: the expected move was played.
    pub(super) fn ponder_hit(&self) {
        if let Some(control) = &self.running {
            control.ponder_hit();
        }
    }

    /// Marks the search as over: its result was taken.
    pub(super) fn result_taken(&mut self) {
        self.running = None;
    }

    /// Stops the running search, if there is one, waits for it and returns its result.
    pub(super) fn finish(&mut self) -> Option<SearchResult<AnyMove>> {
        self.stop();
        self.running.take()?;
        loop {
            match self.events.recv() {
                Ok(Event::Info(_) | Event::Note(_)) => {}
                Ok(Event::Result(found)) => return Some(found),
                Err(_) => return None,
            }
        }
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        // Makes room for messages that the thread may still send.
        while self.events.recv().is_ok() {}
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(engine: &mut AnyEngine, orders: &Receiver<Job>, events: &Sender<Event<AnyMove>>) {
    let mut reported = None;
    for job in orders {
        match job {
            Job::Options(options) => engine.set_options(options),
            Job::NewGame => engine.new_game(),
            Job::Wait(control, answer) => {
                control.wait_for_clock();
                if !send_result(None, &control, answer, events) {
                    return;
                }
            }
            Job::Search(search) => {
                let Search { only, position, history, limits, control, answer } = *search;
                let shortage = engine.memory_shortage();
                if let Some(shortage) = shortage.filter(|shortage| reported != Some(*shortage)) {
                    let _ = events.send(Event::Note(shortage.to_string()));
                }
                reported = shortage;
                let report = engine.think_of(&only, &position, &history, &limits, &control, &mut |report| {
                    if events.len() < REPORTS_WAITING {
                        // A receiver that is gone has stopped the search.
                        let _ = events.send(Event::Info(report.clone()));
                    }
                });
                if !send_result(Some(report), &control, answer, events) {
                    return;
                }
            }
        }
    }
}

/// Sends the result as soon as it may be sent. Returns whether the receiver exists.
fn send_result<M>(
    found: SearchResult<M>,
    control: &StopHandle,
    answer: Answer,
    events: &Sender<Event<M>>,
) -> bool {
    if answer == Answer::WhenStopped {
        control.wait_for_stop();
    }
    events.send(Event::Result(found)).is_ok()
}
