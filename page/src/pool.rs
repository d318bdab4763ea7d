//! Searches that run, and those that wait for their turn.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use damier_engine::search::StopHandle;
use tokio::sync::watch;

use crate::error::ApiError;

/// A bounded number of searches, and a bounded queue of those that wait, by priority and then by arrival.
pub(crate) struct Pool {
    width: usize,
    longest: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: usize,
    /// First the one whose turn is next.
    waiting: Vec<Waiting>,
    stops: HashMap<u64, StopHandle>,
    /// The number of the next ticket.
    next: u64,
    is_closed: bool,
}

struct Waiting {
    number: u64,
    priority: i32,
    place: watch::Sender<usize>,
}

impl State {
    /// Lets searches begin as far as there is room, and tells the others their places.
    fn advance(&mut self, width: usize) {
        while self.running < width && !self.waiting.is_empty() {
            let first = self.waiting.remove(0);
            first.place.send_replace(RUNNING);
            self.running += 1;
        }
        for (index, waiting) in self.waiting.iter().enumerate() {
            waiting.place.send_if_modified(|place| std::mem::replace(place, index + 1) != index + 1);
        }
    }

    /// Takes a search out of the queue; false where it does not wait.
    fn withdraw(&mut self, number: u64) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| waiting.number != number);
        self.waiting.len() < before
    }
}

/// The place of a search that may run; those that wait are counted from 1.
const RUNNING: usize = 0;

/// The right of a search to run, now or when its turn has come. Dropping it makes room for the next one.
pub(crate) struct Ticket {
    pool: Arc<Pool>,
    number: u64,
    place: watch::Receiver<usize>,
    stop: StopHandle,
}

/// Stops a search when it is dropped, whether it runs or waits.
pub(crate) struct Cancel {
    pool: Arc<Pool>,
    number: u64,
}

impl Pool {
    /// Creates a pool in which `width` searches run and `longest` wait.
    pub(crate) fn new(width: usize, longest: usize) -> Arc<Self> {
        Arc::new(Self { width, longest, state: Mutex::default() })
    }

    /// Returns a ticket for a search; of two that wait, the one with the higher priority runs first.
    ///
    /// # Errors
    /// The queue is full, or the server ends.
    pub(crate) fn enter(self: &Arc<Self>, priority: i32) -> Result<Ticket, ApiError> {
        let mut state = self.state();
        if state.is_closed {
            return Err(ApiError::busy("the server ends"));
        }
        if state.waiting.len() >= self.longest {
            return Err(ApiError::busy(format!("{} searches are waiting; ask again later", self.longest)));
        }
        let number = state.next;
        state.next += 1;
        let (place, receiver) = watch::channel(self.longest);
        let behind = state.waiting.iter().position(|waiting| waiting.priority < priority);
        let index = behind.unwrap_or(state.waiting.len());
        state.waiting.insert(index, Waiting { number, priority, place });
        let stop = StopHandle::new();
        state.stops.insert(number, stop.clone());
        state.advance(self.width);
        Ok(Ticket { pool: Arc::clone(self), number, place: receiver, stop })
    }

    /// Stops all searches and refuses new ones.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.waiting.clear();
        state.stops.values().for_each(StopHandle::stop);
    }

    /// Returns how many searches run and how many wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = self.state();
        (state.running, state.waiting.len())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    /// Returns the handle that stops the search.
    pub(crate) fn stop(&self) -> &StopHandle {
        &self.stop
    }

    /// Returns what cancels the search when it is dropped.
    pub(crate) fn cancel(&self) -> Cancel {
        Cancel { pool: Arc::clone(&self.pool), number: self.number }
    }

    /// Waits until it may run, and calls `moved` with its place in the queue, from 1, whenever that changes.
    ///
    /// Returns false where it was cancelled.
    pub(crate) async fn turn(&mut self, mut moved: impl FnMut(usize)) -> bool {
        loop {
            match *self.place.borrow_and_update() {
                RUNNING => return true,
                place => moved(place),
            }
            if self.place.changed().await.is_err() {
                return *self.place.borrow() == RUNNING;
            }
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.pool.state();
        state.stops.remove(&self.number);
        let waited = state.withdraw(self.number) || *self.place.borrow() != RUNNING;
        if !waited {
            state.running -= 1;
        }
        state.advance(self.pool.width);
    }
}

impl Drop for Cancel {
    fn drop(&mut self) {
        let mut state = self.pool.state();
        if let Some(stop) = state.stops.get(&self.number) {
            stop.stop();
        }
        if state.withdraw(self.number) {
            state.advance(self.pool.width);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(ticket: &Ticket) -> usize {
        *ticket.place.borrow()
    }

    #[test]
    fn searches_run_by_priority_and_then_by_arrival() {
        let pool = Pool::new(1, 3);
        let enter = |priority| pool.enter(priority).expect("there is room");
        let running = enter(0);
        let [low, usual, high] = [-1, 0, 1].map(enter);
        assert!(pool.enter(9).is_err(), "the queue is full");
        assert_eq!([&running, &high, &usual, &low].map(place), [0, 1, 2, 3]);
        drop(running);
        assert_eq!([&high, &usual, &low].map(place), [0, 1, 2]);
        drop(usual.cancel());
        assert_eq!([&high, &low].map(place), [0, 1]);
        drop(usual);
        drop(high);
        assert_eq!((place(&low), pool.load()), (0, (1, 0)));
        drop(low);
        assert_eq!(pool.load(), (0, 0));
    }

    #[test]
    fn cancelled_and_closed_searches_are_stopped() {
        let pool = Pool::new(2, 2);
        let [one, other] = [0, 0].map(|priority| pool.enter(priority).expect("there is room"));
        drop(one.cancel());
        assert!(one.stop().is_stopped() && !other.stop().is_stopped());
        let waiting = pool.enter(0).expect("there is room");
        pool.close();
        assert!(other.stop().is_stopped() && waiting.stop().is_stopped() && pool.enter(0).is_err());
        drop((one, other, waiting));
        assert_eq!(pool.load(), (0, 0));
    }
}
