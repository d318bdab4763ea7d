//! News where no bar can be drawn, such as in a log: a line now and then on standard error.

use std::{
    io::Write as _,
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::terminal::printable::printable;

/// How often a line is written, at most.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Keeps the time of the last line.
#[derive(Debug)]
pub(crate) struct SparseLines {
    last: Mutex<Instant>,
}

impl Default for SparseLines {
    /// The first line is due in half a minute.
    fn default() -> Self {
        Self { last: Mutex::new(Instant::now()) }
    }
}

impl SparseLines {
    /// Writes `line` if one is due.
    pub(crate) fn tell(&self, line: impl FnOnce() -> String) {
        let mut last = self.last.lock().expect("no panic while it is held");
        if last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            // The work goes on where standard error is closed.
            let _ = writeln!(std::io::stderr(), "{}", printable(&line()));
        }
    }
}
