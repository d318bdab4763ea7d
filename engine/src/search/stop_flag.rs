//! Stop flag between the threads of one search.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Stop flag of the helper threads of a search.
#[derive(Debug, Default)]
pub(super) struct StopFlag(AtomicBool);

impl StopFlag {
    /// Asks the helper threads to stop.
    pub(super) fn set(&self) {
        self.0.store(true, Relaxed);
    }

    /// Returns whether the helper threads have to stop.
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// Returns a guard that sets the flag when it is dropped, also when its thread panics: otherwise the helper
    /// threads would never stop.
    pub(super) fn set_on_drop(&self) -> impl Drop + '_ {
        SetOnDrop(self)
    }
}

struct SetOnDrop<'a>(&'a StopFlag);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.set();
    }
}
