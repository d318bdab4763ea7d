//! The other side of a conversation.

use std::{
    io::{self, Write},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use damier_engine::engine::EngineOptions;
use damier_protocol::{
    Line, Protocol,
    server::{Books, Judges, ServeError, Settings, serve},
};

/// Longer than any answer takes, on a busy machine too: what has not come by then never comes, whatever else does.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
/// Lines that a failure repeats.
const SHOWN: usize = 40;

/// Settings that cost little.
pub(crate) fn settings() -> Settings {
    Settings {
        judges: Judges::built_in(),
        options: EngineOptions { memory_mib: 16, ..EngineOptions::default() },
        endgames: None,
        books: Books::none(),
    }
}

/// A program that talks to an engine.
pub(crate) struct Client {
    lines: Option<Sender<Line>>,
    answers: Receiver<String>,
    engine: JoinHandle<Result<(), ServeError>>,
}

impl Client {
    pub(crate) fn new(game: &str, protocol: Protocol) -> Self {
        let (lines, inputs) = unbounded();
        let (outputs, answers) = unbounded();
        let game = game.to_owned();
        let engine = std::thread::spawn(move || {
            let mut out = Answers { sender: outputs, line: Vec::new() };
            serve(&game, protocol, settings(), None, &inputs, &mut out)
        });
        Self { lines: Some(lines), answers, engine }
    }

    pub(crate) fn say(&self, line: &str) {
        let line = Line::Text(line.to_owned());
        // An engine that has quit hears no more.
        let _ = self.lines.as_ref().expect("open").send(line);
    }

    pub(crate) fn say_too_much(&self) {
        let _ = self.lines.as_ref().expect("open").send(Line::TooLong);
    }

    /// The next line; `None` once the engine has quit.
    pub(crate) fn hear(&self) -> Option<String> {
        self.hear_by(Instant::now() + PATIENCE, &[])
    }

    /// The next line; `heard` are those that were no answer. A search that never ends writes lines for ever, so that the
    /// deadline is that of the answer and not that of a line.
    fn hear_by(&self, deadline: Instant, heard: &[String]) -> Option<String> {
        let last = || &heard[heard.len().saturating_sub(SHOWN)..];
        match self.answers.recv_deadline(deadline) {
            Ok(line) if Instant::now() < deadline => Some(line),
            Ok(_) => panic!("no answer among {} lines; the last: {:#?}", heard.len(), last()),
            Err(error) if error.is_timeout() => panic!("no answer after {:#?}", last()),
            Err(_) => None,
        }
    }

    /// The first line that the pattern matches; `None` once the engine has quit.
    pub(crate) fn hear_until(&self, matches: impl Fn(&str) -> bool) -> Option<String> {
        let (deadline, mut heard) = (Instant::now() + PATIENCE, Vec::new());
        while let Some(line) = self.hear_by(deadline, &heard) {
            if matches(&line) {
                return Some(line);
            }
            heard.push(line);
        }
        None
    }

    /// Closes the input and waits for the engine's end; everything it still said.
    pub(crate) fn leave(mut self) -> Vec<String> {
        self.lines = None;
        let rest = std::iter::from_fn(|| self.hear()).collect();
        self.engine.join().expect("no panic").expect("no error");
        rest
    }
}

/// Takes lines apart.
struct Answers {
    sender: Sender<String>,
    line: Vec<u8>,
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            if *byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.line)).expect("UTF-8");
                self.sender.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
            } else {
                self.line.push(*byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
