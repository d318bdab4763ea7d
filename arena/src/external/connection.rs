//! The connection to an engine: lines in both directions, with timeouts.

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
    process::{Process, quoted},
    transcript::{Origin, Transcript},
};
use crate::competitor::{Cause, Failure};

/// Messages that may wait for an engine that does not read.
const MESSAGES_WAITING: usize = 64;
/// An engine that reads nothing for so long does not read at all.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
/// What an engine may say for one answer, in bytes; lines count a little more than their text.
const MAX_ANSWER_BYTES: usize = 16 << 20;
const BYTES_OF_A_LINE: usize = 32;
/// Interval between two looks at whether the game is called off.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// An engine that was told to quit may take so long for it.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// Meaning of a line while an answer is awaited.
pub(super) enum Received<T> {
    /// The answer.
    Answer(T),
    /// There will be none.
    Failed(Failure),
    /// Something that belongs to the protocol.
    Other,
    /// Nothing.
    Unknown,
}

/// A connection.
#[derive(Debug)]
pub(super) struct Connection {
    process: Process,
    lines: Receiver<Line>,
    out: Out,
    transcript: Transcript,
    /// Bytes received since the last question.
    said: usize,
    /// The first line of this answer that meant nothing.
    strange: Option<String>,
}

/// The way to the engine.
#[derive(Debug)]
enum Out {
    /// Through a thread: an engine that does not read blocks no other thread.
    Pipe(Option<Sender<String>>),
    /// Directly: the socket has a timeout.
    Socket(TcpStream),
}

impl Connection {
    /// Makes a connection over the standard input and output of a process.
    pub(super) fn over_pipes(
        process: Process,
        mut input: ChildStdin,
        output: ChildStdout,
        transcript: Transcript,
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
        Self { process, lines, out: Out::Pipe(Some(sender)), transcript, said: 0, strange: None }
    }

    /// Makes a connection over a socket with a process that listens or has connected.
    pub(super) fn over_socket(
        process: Process,
        stream: TcpStream,
        timeout: Duration,
        transcript: Transcript,
    ) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(timeout))?;
        let (lines, _) = read_lines(stream.try_clone()?, Ends::Zeros);
        Ok(Self { process, lines, out: Out::Socket(stream), transcript, said: 0, strange: None })
    }

    /// Sends something; the answer that is received next belongs to it. Several lines are separated by line feeds.
    pub(super) fn send(&mut self, words: impl Display) -> Result<(), Failure> {
        let words = words.to_string();
        words.lines().for_each(|line| self.transcript.note(Origin::Arena, line));
        (self.said, self.strange) = (0, None);
        match &mut self.out {
            Out::Pipe(sender) => {
                match sender.as_ref().map(|sender| sender.send_timeout(words + "\n", WRITE_TIMEOUT)) {
                    Some(Ok(())) => Ok(()),
                    Some(Err(error)) if error.is_disconnected() => Err(self.crash()),
                    _ => Err(Failure::new(Cause::Hang, "it does not read its input")),
                }
            }
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

    /// Sends `question` and receives lines until `read` finds an answer in one, which has to be within `timeout`.
    pub(super) fn request<T>(
        &mut self,
        question: impl Display,
        timeout: Duration,
        what: &str,
        read: impl FnMut(&str) -> Received<T>,
    ) -> Result<T, Failure> {
        self.send(question)?;
        self.receive(timeout, what, None, read)
    }

    /// Receives lines until `read` finds an answer in one, which has to be within `timeout`, or until the game is
    /// called off.
    pub(super) fn receive<T>(
        &mut self,
        timeout: Duration,
        what: &str,
        cancelled: Option<&AtomicBool>,
        mut read: impl FnMut(&str) -> Received<T>,
    ) -> Result<T, Failure> {
        let deadline = Instant::now() + timeout;
        loop {
            let Some(line) = self.next_line(deadline, cancelled)? else {
                return Err(self.no_answer(timeout, what));
            };
            match read(&line) {
                Received::Answer(answer) => return Ok(answer),
                Received::Failed(failure) => return Err(failure),
                Received::Other => {}
                Received::Unknown => {
                    self.strange.get_or_insert(line);
                }
            }
        }
    }

    /// Returns the next line; `None` where none comes in time.
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
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
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
        self.transcript.note(Origin::Engine, &text);
        self.said += text.len() + BYTES_OF_A_LINE;
        if self.said > MAX_ANSWER_BYTES {
            return Err(Failure::new(Cause::Flood, format!("{} MiB for one answer", MAX_ANSWER_BYTES >> 20)));
        }
        Ok(text)
    }

    fn crash(&mut self) -> Failure {
        Failure::new(Cause::Crash, self.process.exit_reason())
    }

    fn no_answer(&self, timeout: Duration, what: &str) -> Failure {
        let time = DurationText(Duration::from_millis(timeout.as_millis() as u64));
        match &self.strange {
            None => Failure::new(Cause::Hang, format!("no {what} within {time}")),
            Some(line) => {
                Failure::new(Cause::Protocol, format!("no {what} within {time}, but {:?}", quoted(line)))
            }
        }
    }

    /// Sends the quit command and waits a moment; a process that is still there then is killed.
    pub(super) fn quit(mut self, quit_command: &str) {
        let _ = self.send(quit_command);
        self.close();
        self.process.wait(QUIT_TIMEOUT);
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

impl Drop for Connection {
    fn drop(&mut self) {
        self.close();
    }
}
