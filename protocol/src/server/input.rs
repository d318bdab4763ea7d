//! The reading thread.

use std::{io::Read, thread::JoinHandle};

use crossbeam_channel::{Receiver, bounded};

use crate::line::{Ends, Line, Lines};

/// Lines that wait to be handled; a peer that sends more is blocked.
const LINES_WAITING: usize = 64;

/// Reads lines on a thread of its own, so that a search can be stopped while it runs. The channel closes at
/// the end of the source, or where it cannot be read. The thread ends then, or with the next line after the receiver
/// was dropped.
pub fn read_lines(source: impl Read + Send + 'static, ends: Ends) -> (Receiver<Line>, JoinHandle<()>) {
    let (sender, lines) = bounded(LINES_WAITING);
    let thread = std::thread::spawn(move || {
        let mut reader = Lines::new(source, ends);
        while let Ok(Some(line)) = reader.next_line() {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    (lines, thread)
}
