//! The program itself.

use std::{
    fmt::Write as _,
    io::Read,
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use damier_protocol::line::{Ends, Line, Lines};

use super::{
    Description,
    description::PORT,
    transcript::{Origin, Transcript},
};
use crate::competitor::{Cause, Failure};

/// The longest line of its standard error that is looked at.
const LONGEST_ERROR_LINE: usize = 4096;
/// So much of a line is quoted.
const QUOTED: usize = 120;
/// How often its end is looked for.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// How long what an ended program said on its standard error may take to arrive.
const STDERR_TIMEOUT: Duration = Duration::from_millis(500);
/// What has closed its output is given so long to end by itself, so that its status is its own.
const EXIT_TIMEOUT: Duration = Duration::from_millis(200);

/// A program in a group of processes of its own, which ends with it.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// The last thing it said on its standard error.
    last_error: Arc<Mutex<String>>,
}

impl Process {
    /// Starts it; its standard error is read to the end.
    pub(super) fn start(
        description: &Description,
        program: &Path,
        port: Option<u16>,
        transcript: &Transcript,
    ) -> Result<(Self, ChildStdin, ChildStdout), Failure> {
        let port = port.map(|port| port.to_string()).unwrap_or_default();
        let mut command = Command::new(program);
        command
            .args(description.arguments.iter().map(|argument| argument.replace(PORT, &port)))
            .envs(&description.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = &description.directory {
            command.current_dir(directory);
        }
        in_own_group(&mut command);
        let failed = |error| Failure::new(Cause::Start, format!("{}: {error}", program.display()));
        let mut child = command.spawn().map_err(failed)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let last_error = Arc::new(Mutex::new(String::new()));
        if let Some(errors) = child.stderr.take() {
            drain(errors, transcript.clone(), Some(Arc::clone(&last_error)));
        }
        let mut process = Self { child, last_error };
        match (input, output) {
            (Some(input), Some(output)) => Ok((process, input, output)),
            _ => {
                process.kill();
                Err(Failure::new(Cause::Start, "its pipes are missing"))
            }
        }
    }

    /// Returns how it ended, for people; what has not ended by now is ended.
    pub(super) fn exit_reason(&mut self) -> String {
        let status = self.wait(EXIT_TIMEOUT);
        self.kill();
        let mut text = match status {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its output".to_owned(),
        };
        // Who listens to its errors has the other share until it has heard all; children may keep them open.
        let until = Instant::now() + STDERR_TIMEOUT;
        while Arc::strong_count(&self.last_error) > 1 && Instant::now() < until {
            thread::sleep(POLL_INTERVAL);
        }
        let last_error = self.last_error.lock().unwrap_or_else(PoisonError::into_inner);
        if !last_error.is_empty() {
            let _ = write!(text, ", and said {:?}", quoted(&last_error));
        }
        text
    }

    /// Waits for its end.
    pub(super) fn wait(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(POLL_INTERVAL),
                _ => return None,
            }
        }
    }

    /// Ends it and whatever it has started.
    pub(super) fn kill(&mut self) {
        kill_group(&self.child);
        // It may be over already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Gives the command a group of its own: signals from the terminal are not for it, and its children end with it.
#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_own_group(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use nix::{
        sys::signal::{Signal, killpg},
        unistd::Pid,
    };
    if let Ok(group) = i32::try_from(child.id()) {
        // No process of the group may be left.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Reads an output that is not the protocol's to its end, and keeps the last line.
pub(super) fn drain(
    source: impl Read + Send + 'static,
    transcript: Transcript,
    last: Option<Arc<Mutex<String>>>,
) {
    thread::spawn(move || {
        let mut lines = Lines::with_limit(source, Ends::Lines, LONGEST_ERROR_LINE);
        while let Ok(Some(line)) = lines.next_line() {
            let Line::Text(text) = line else { continue };
            transcript.note(Origin::Other, &text);
            if let Some(last) = &last {
                *last.lock().unwrap_or_else(PoisonError::into_inner) = text;
            }
        }
    });
}

/// So much of a line that it fits a message, without control characters.
pub(super) fn quoted(line: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    line.trim().chars().map(plain).take(QUOTED).collect()
}
