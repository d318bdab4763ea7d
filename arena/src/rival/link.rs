//! The conversation with an engine: lines in both directions, with time running.

use std::{
    fmt::Display,
    io::{self, Write},
    net::{Shutdown, TcpStream},
    process::{ChildStdin, ChildStdout},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use damier_engine::time::DurationText;
use damier_protocol::{
    line::{Ends, Line},
    server::read_lines,
};

use super::{
    journal::{Journal, Voice},
    process::{Process, quoted},
};
use crate::competitor::{Cause, Failure};

/// Messages that may wait for an engine that does not read.
const MESSAGES_WAITING: usize = 64;
/// An engine that reads nothing for so long does not read at all.
const STUCK: Duration = Duration::from_secs(5);
/// What an engine may say for one answer, in bytes; lines count a little more than their text.
const MOST_SAID: usize = 16 << 20;
const BYTES_OF_A_LINE: usize = 32;
/// How often somebody who waits looks whether the game is called off.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// An engine that was told to quit may take so long for it.
const PARTING: Duration = Duration::from_millis(500);

/// What a line means to somebody who waits for an answer.
pub(super) enum Heard<T> {
    /// The answer.
    Answer(T),
    /// There will be none.
    Failed(Failure),
    /// Something that belongs to the protocol.
    Aside,
    /// Nothing.
    Nonsense,
}

/// A conversation.
#[derive(Debug)]
pub(super) struct Link {
    process: Process,
    lines: Receiver<Line>,
    out: Out,
    journal: Journal,
    /// What was said since the last question, in bytes.
    said: usize,
    /// The first line of this answer that meant nothing.
    strange: Option<String>,
}

/// The way to the engine.
#[derive(Debug)]
enum Out {
    /// Through a thread, so that nobody waits for an engine that does not read.
    Pipe(Option<Sender<String>>),
    /// Directly: the socket has a timeout.
    Socket(TcpStream),
}

impl Link {
    /// Over the standard input and output of a process.
    pub(super) fn over_pipes(
        process: Process,
        mut input: ChildStdin,
        output: ChildStdout,
        journal: Journal,
    ) -> Self {
        let (sender, messages) = bounded::<String>(MESSAGES_WAITING);
        thread::spawn(move || {
            for message in messages {
                // An engine that is gone is noticed by its output.
                if input.write_all(message.as_bytes()).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        let (lines, _) = read_lines(output, Ends::Lines);
        Self { process, lines, out: Out::Pipe(Some(sender)), journal, said: 0, strange: None }
    }

    /// Over a socket with a process that listens or has connected.
    pub(super) fn over_socket(
        process: Process,
        stream: TcpStream,
        patience: Duration,
        journal: Journal,
    ) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(patience))?;
        let (lines, _) = read_lines(stream.try_clone()?, Ends::Zeros);
        Ok(Self { process, lines, out: Out::Socket(stream), journal, said: 0, strange: None })
    }

    /// Says something; the answer that is heard next belongs to it. Several lines are separated by line feeds.
    pub(super) fn say(&mut self, words: impl Display) -> Result<(), Failure> {
        let words = words.to_string();
        words.lines().for_each(|line| self.journal.note(Voice::Arena, line));
        (self.said, self.strange) = (0, None);
        match &mut self.out {
            Out::Pipe(sender) => match sender.as_ref().map(|sender| sender.send_timeout(words + "\n", STUCK))
            {
                Some(Ok(())) => Ok(()),
                Some(Err(error)) if error.is_disconnected() => Err(self.crash()),
                _ => Err(Failure::new(Cause::Hang, "it does not read its input")),
            },
            Out::Socket(stream) => {
                let sent = stream.write_all((words + "\0").as_bytes());
                sent.map_err(|error| match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                        Failure::new(Cause::Hang, "it does not read its messages")
                    }
                    _ => self.crash(),
                })
            }
        }
    }

    /// Says `question` and hears lines until `read` finds an answer in one, which has to be within `patience`.
    pub(super) fn ask<T>(
        &mut self,
        question: impl Display,
        patience: Duration,
        what: &str,
        read: impl FnMut(&str) -> Heard<T>,
    ) -> Result<T, Failure> {
        self.say(question)?;
        self.hear(patience, what, None, read)
    }

    /// Hears lines until `read` finds an answer in one, which has to be within `patience`, or until the game is
    /// called off.
    pub(super) fn hear<T>(
        &mut self,
        patience: Duration,
        what: &str,
        cancelled: Option<&AtomicBool>,
        mut read: impl FnMut(&str) -> Heard<T>,
    ) -> Result<T, Failure> {
        let deadline = Instant::now() + patience;
        loop {
            let Some(line) = self.next_line(deadline, cancelled)? else {
                return Err(self.silence(patience, what));
            };
            match read(&line) {
                Heard::Answer(answer) => return Ok(answer),
                Heard::Failed(failure) => return Err(failure),
                Heard::Aside => {}
                Heard::Nonsense => {
                    self.strange.get_or_insert(line);
                }
            }
        }
    }

    /// The next line; `None` where none comes in time.
    fn next_line(
        &mut self,
        deadline: Instant,
        cancelled: Option<&AtomicBool>,
    ) -> Result<Option<String>, Failure> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            match self.lines.recv_timeout(left.min(LOOK_EVERY)) {
                Ok(line) => return self.take(line).map(Some),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) => {
                    if cancelled.is_some_and(|cancelled| cancelled.load(Ordering::Relaxed)) {
                        return Err(Failure::new(Cause::Other, "the game was called off"));
                    }
                }
            }
        }
    }

    fn take(&mut self, line: Line) -> Result<String, Failure> {
        let Line::Text(text) = line else {
            return Err(Failure::new(Cause::Flood, "a line without end"));
        };
        self.journal.note(Voice::Engine, &text);
        self.said += text.len() + BYTES_OF_A_LINE;
        if self.said > MOST_SAID {
            return Err(Failure::new(Cause::Flood, format!("{} MiB for one answer", MOST_SAID >> 20)));
        }
        Ok(text)
    }

    fn crash(&mut self) -> Failure {
        Failure::new(Cause::Crash, self.process.obituary())
    }

    fn silence(&self, patience: Duration, what: &str) -> Failure {
        let time = DurationText(Duration::from_millis(patience.as_millis() as u64));
        match &self.strange {
            None => Failure::new(Cause::Hang, format!("no {what} within {time}")),
            Some(line) => {
                Failure::new(Cause::Protocol, format!("no {what} within {time}, but {:?}", quoted(line)))
            }
        }
    }

    /// Says good-bye and waits a moment; what is still there then is ended.
    pub(super) fn part(mut self, farewell: &str) {
        let _ = self.say(farewell);
        self.close();
        self.process.wait(PARTING);
    }

    /// Closes the way to the engine. A socket is closed from this side before the engine ends: otherwise its port
    /// would be taken for a while.
    fn close(&mut self) {
        match &mut self.out {
            Out::Pipe(sender) => *sender = None,
            Out::Socket(stream) => {
                let _ = stream.shutdown(Shutdown::Both);
            }
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.close();
    }
}
