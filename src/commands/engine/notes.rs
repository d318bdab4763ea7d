//! Notes for people, which may stay unread.

use std::{io::Write as _, time::Duration};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::terminal::{self, printable::printable_line};

/// Notes that wait to be read; further ones are left out.
const WAITING: usize = 256;
/// How long the end of the program waits for the last notes to be read.
const PATIENCE: Duration = Duration::from_secs(1);

/// Writes notes to standard output from a thread of its own, so that an unread pipe holds nothing up.
pub(super) struct Notes {
    lines: Option<Sender<String>>,
    /// Closes when all is written.
    done: Receiver<()>,
}

impl Notes {
    /// Starts the thread.
    pub(super) fn start() -> Self {
        let (lines, waiting) = bounded::<String>(WAITING);
        let (guard, done) = bounded(0);
        std::thread::spawn(move || {
            let _guard: Sender<()> = guard;
            let mut out = terminal::output();
            for line in waiting {
                if writeln!(out, "{line}").is_err() {
                    return;
                }
            }
        });
        Self { lines: Some(lines), done }
    }

    /// Writes a line, whatever characters another program has put into it.
    pub(super) fn tell(&self, text: &str) {
        if let Some(lines) = &self.lines {
            // A reader that is too slow misses some.
            let _ = lines.try_send(printable_line(text).into_owned());
        }
    }
}

impl Drop for Notes {
    fn drop(&mut self) {
        self.lines = None;
        let _ = self.done.recv_timeout(PATIENCE);
    }
}
