//! Handle with which another thread stops a running search.

use std::{
    sync::{
        Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::Receiver,
    },
    time::Instant,
};

use super::tree_questions::{NodeMoves, TreeQuestions};

/// Handle with which another thread stops a running search, or ends its pondering.
///
/// Clones share one state. A handle serves one search: once stopped, it stays stopped.
///
/// ```
/// use damier_engine::search::StopHandle;
///
/// let handle = StopHandle::new();
/// let other = handle.clone();
/// other.stop();
/// assert!(handle.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopHandle {
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    stopped: AtomicBool,
    /// Whether the search began on the opponent's time.
    pondering: bool,
    /// When the opponent's time ended.
    hit: OnceLock<Instant>,
    /// Mutex of `changed`; guards no data of its own.
    lock: Mutex<()>,
    /// Notified when the search is stopped or its clock starts.
    changed: Condvar,
    questions: TreeQuestions,
}

impl StopHandle {
    /// Returns a handle for a search whose clock runs from its start.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a handle for a search on the opponent's time (pondering).
    ///
    /// No limit holds, and the search does not end, before [`ponder_hit`](Self::ponder_hit) or
    /// [`stop`](Self::stop).
    pub fn pondering() -> Self {
        Self { state: Arc::new(State { pondering: true, ..State::default() }) }
    }

    /// Stops the search as soon as possible.
    pub fn stop(&self) {
        let _guard = self.lock();
        self.state.stopped.store(true, Ordering::Release);
        self.state.changed.notify_all();
    }

    /// Starts the clock of a pondering search: the opponent has played the expected move. Only the first call
    /// counts.
    pub fn ponder_hit(&self) {
        let _guard = self.lock();
        let _ = self.state.hit.set(Instant::now());
        self.state.changed.notify_all();
    }

    /// Returns whether the search has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.state.stopped.load(Ordering::Acquire)
    }

    /// Returns whether the search still runs on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.state.pondering && self.state.hit.get().is_none()
    }

    /// Returns when the clock of a search that began at `start` started; `None` while it has not.
    pub fn clock_start(&self, start: Instant) -> Option<Instant> {
        if self.state.pondering { self.state.hit.get().copied() } else { Some(start) }
    }

    /// Blocks until the search is stopped.
    pub fn wait_for_stop(&self) {
        self.wait_while(|handle| !handle.is_stopped());
    }

    /// Blocks until the search is stopped or its clock has started.
    pub fn wait_for_clock(&self) {
        self.wait_while(|handle| !handle.is_stopped() && handle.is_pondering());
    }

    /// Asks for the moves behind a line in the tree of the running search. The moves of the line are places in the
    /// canonical order of the legal moves.
    ///
    /// A tree search answers between two batches of simulations, so that it is not disturbed. The receiver is disconnected
    /// where the search ends before, and all clones of the handle are dropped.
    pub fn ask_tree(&self, line: Vec<usize>) -> Receiver<NodeMoves> {
        self.state.questions.ask(line)
    }

    /// Answers what was asked of the tree.
    pub(super) fn answer_questions(&self, moves: impl Fn(&[usize]) -> NodeMoves) {
        self.state.questions.answer(moves);
    }

    fn wait_while(&self, asleep: impl Fn(&Self) -> bool) {
        let mut guard = self.lock();
        while asleep(self) {
            guard = self.state.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.state.lock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_one_state() {
        let handle = StopHandle::new();
        let other = handle.clone();
        assert!(!handle.is_stopped() && !handle.is_pondering());
        other.stop();
        assert!(handle.is_stopped());
        handle.wait_for_stop();
    }

    #[test]
    fn the_clock_of_a_pondering_search_starts_at_the_hit() {
        let start = Instant::now();
        assert_eq!(StopHandle::new().clock_start(start), Some(start));
        let handle = StopHandle::pondering();
        assert!(handle.is_pondering() && handle.clock_start(start).is_none());
        let sleeper = std::thread::spawn({
            let handle = handle.clone();
            move || handle.wait_for_clock()
        });
        handle.ponder_hit();
        let hit = handle.clock_start(start).expect("it was hit");
        handle.ponder_hit();
        assert!(hit >= start && handle.clock_start(start) == Some(hit) && !handle.is_pondering());
        sleeper.join().expect("it wakes up");
    }
}
