//! Standard output: written through a buffer, with errors for the caller, and colours only for people.

use std::io::{self, IsTerminal, StdoutLock, Write};

/// Standard output, locked. Every line is handed on at once, and an error says where it comes from.
#[derive(Debug)]
pub(crate) struct Output(StdoutLock<'static>);

/// Standard output for a command.
pub(crate) fn output() -> Output {
    Output(io::stdout().lock())
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(located)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(located)
    }
}

/// The same error with the place, which the system leaves out.
fn located(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}

/// Whether standard output may be coloured: it is a terminal and `NO_COLOR` is unset or empty
/// (<https://no-color.org>).
pub(crate) fn colours() -> Colours {
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stdout().is_terminal() && !forbidden { Colours::Ansi } else { Colours::None }
}

/// How text is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colours {
    /// With ANSI escape sequences.
    Ansi,
    /// Not at all.
    None,
}
