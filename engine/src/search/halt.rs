//! The end of the work of threads that help another.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Shared by the threads of a search: whether those that help shall stop.
#[derive(Debug, Default)]
pub(super) struct Halt(AtomicBool);

impl Halt {
    /// They shall.
    pub(super) fn call(&self) {
        self.0.store(true, Relaxed);
    }

    pub(super) fn is_called(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// Calls when what it returns goes, whether its thread returns or panics: the others would work for ever.
    pub(super) fn in_the_end(&self) -> impl Drop + '_ {
        Caller(self)
    }
}

struct Caller<'a>(&'a Halt);

impl Drop for Caller<'_> {
    fn drop(&mut self) {
        self.0.call();
    }
}
