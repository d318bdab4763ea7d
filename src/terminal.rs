//! Standard output: written through a buffer, with errors for the caller, and colours only for people.

use std::io::{self, IsTerminal, StdoutLock};

/// Standard output, locked; every line is flushed, so that the reader of a pipe sees it at once.
pub(crate) fn output() -> StdoutLock<'static> {
    io::stdout().lock()
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
