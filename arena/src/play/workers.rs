//! Threads that play games side by side.

use std::{
    hint::black_box,
    io,
    sync::{Condvar, Mutex, PoisonError},
    thread,
};

use thiserror::Error;

/// The system makes no more threads.
#[derive(Debug, Error)]
#[error("only {made} of {wanted} games can be played at a time, for the system makes no more threads ({error}); give --concurrency {}", made.div_ceil(2).max(1))]
pub struct ThreadsError {
    /// Threads that were wanted.
    pub wanted: usize,
    /// Threads that could be made.
    pub made: usize,
    /// Why there are no more.
    pub error: io::Error,
}

/// Bytes that have to be free for a thread to be made, beside its stack.
const ROOM: usize = 64 << 20;

/// Whether the workers may begin: unknown at first.
#[derive(Default)]
struct StartSignal {
    begin: Mutex<Option<bool>>,
    decided: Condvar,
}

impl StartSignal {
    fn decide(&self, begin: bool) {
        *self.begin.lock().unwrap_or_else(PoisonError::into_inner) = Some(begin);
        self.decided.notify_all();
    }

    fn wait(&self) -> bool {
        let undecided = |begin: &mut Option<bool>| begin.is_none();
        let begin = self.begin.lock().unwrap_or_else(PoisonError::into_inner);
        let begin = self.decided.wait_while(begin, undecided).unwrap_or_else(PoisonError::into_inner);
        *begin == Some(true)
    }
}

/// Runs `work` in `wanted` threads and waits for all of them. None begins before all are there: programs and searches
/// need threads of their own.
///
/// # Errors
/// The system does not make that many threads; nothing was done.
pub(crate) fn run_workers(wanted: usize, work: impl Fn() + Sync) -> Result<(), ThreadsError> {
    let signal = StartSignal::default();
    thread::scope(|scope| {
        let worker = || {
            if signal.wait() {
                work();
            }
        };
        let start = |made| {
            let started = check_room().and_then(|()| thread::Builder::new().spawn_scoped(scope, worker));
            started.map(drop).map_err(|error| ThreadsError { wanted, made, error })
        };
        let started = (0..wanted).try_for_each(start);
        signal.decide(started.is_ok());
        started
    })
}

/// Refuses where memory is nearly used up: a thread that cannot allocate what it begins with ends the process.
fn check_room() -> io::Result<()> {
    let mut room = Vec::<u8>::new();
    let reserved = room.try_reserve_exact(ROOM);
    // Otherwise the compiler may leave the allocation out.
    black_box(&room);
    reserved.map_err(|_| io::ErrorKind::OutOfMemory.into())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_thread_works_once() {
        for wanted in [0, 1, 5] {
            let done = AtomicUsize::new(0);
            run_workers(wanted, || {
                done.fetch_add(1, Ordering::Relaxed);
            })
            .expect("a few threads");
            assert_eq!(done.into_inner(), wanted);
        }
    }

    #[test]
    fn the_remedy_is_a_number_that_leaves_room() {
        let text =
            |made| ThreadsError { wanted: 9000, made, error: io::ErrorKind::WouldBlock.into() }.to_string();
        assert!(text(31).ends_with("give --concurrency 16") && text(31).starts_with("only 31 of 9000"));
        assert!(text(0).ends_with("give --concurrency 1"));
    }
}
