//! The reins of a running search: how others stop it.

use std::{
    sync::{
        Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

/// Shared between a search and whoever may stop it; clones hold the same reins. One is for one search: once
/// stopped, it stays so.
#[derive(Clone, Debug, Default)]
pub struct Control {
    reins: Arc<Reins>,
}

#[derive(Debug, Default)]
struct Reins {
    stopped: AtomicBool,
    /// Whether the search began on the opponent's time.
    pondering: bool,
    /// When that time ended.
    hit: OnceLock<Instant>,
    /// Guards nothing but the moment between looking and falling asleep.
    door: Mutex<()>,
    bell: Condvar,
}

impl Control {
    /// For a search whose clock runs from its start.
    pub fn new() -> Self {
        Self::default()
    }

    /// For a search on the opponent's time: no bound holds, and it does not end, before
    /// [`ponder_hit`](Self::ponder_hit) or [`stop`](Self::stop).
    pub fn pondering() -> Self {
        Self { reins: Arc::new(Reins { pondering: true, ..Reins::default() }) }
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        let _guard = self.lock();
        self.reins.stopped.store(true, Ordering::Release);
        self.reins.bell.notify_all();
    }

    /// The opponent has played the expected move: the clock of the search starts now. Only the first call
    /// counts.
    pub fn ponder_hit(&self) {
        let _guard = self.lock();
        let _ = self.reins.hit.set(Instant::now());
        self.reins.bell.notify_all();
    }

    /// Whether the search was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.reins.stopped.load(Ordering::Acquire)
    }

    /// Whether the search still runs on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.reins.pondering && self.reins.hit.get().is_none()
    }

    /// When the clock started, for a search that began at `start`; `None` while it has not.
    pub fn clock_start(&self, start: Instant) -> Option<Instant> {
        if self.reins.pondering { self.reins.hit.get().copied() } else { Some(start) }
    }

    /// Sleeps until the search is told to stop.
    pub fn wait_for_stop(&self) {
        self.wait_while(|control| !control.is_stopped());
    }

    /// Sleeps until the search is told to stop or its clock has started.
    pub fn wait_for_clock(&self) {
        self.wait_while(|control| !control.is_stopped() && control.is_pondering());
    }

    fn wait_while(&self, asleep: impl Fn(&Self) -> bool) {
        let mut guard = self.lock();
        while asleep(self) {
            guard = self.reins.bell.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.reins.door.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_hold_the_same_reins() {
        let control = Control::new();
        let other = control.clone();
        assert!(!control.is_stopped() && !control.is_pondering());
        other.stop();
        assert!(control.is_stopped());
        control.wait_for_stop();
    }

    #[test]
    fn the_clock_of_a_pondering_search_starts_at_the_hit() {
        let start = Instant::now();
        assert_eq!(Control::new().clock_start(start), Some(start));
        let control = Control::pondering();
        assert!(control.is_pondering() && control.clock_start(start).is_none());
        let sleeper = std::thread::spawn({
            let control = control.clone();
            move || control.wait_for_clock()
        });
        control.ponder_hit();
        let hit = control.clock_start(start).expect("it was hit");
        control.ponder_hit();
        assert!(hit >= start && control.clock_start(start) == Some(hit) && !control.is_pondering());
        sleeper.join().expect("it wakes up");
    }
}
