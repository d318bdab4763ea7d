//! Standard output: written through a buffer, with errors for the caller, laid out for the terminal's width.

use std::io::{self, IsTerminal, StdoutLock, Write};

use super::{layout, printable::printable};

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

/// Output with the names and comments of others in it, of which a terminal obeys none.
#[derive(Debug)]
pub(crate) struct Escaped<W = Output>(W);

/// Standard output with texts of others.
pub(crate) fn escaped() -> Escaped {
    Escaped(output())
}

/// Standard error with texts of others.
pub(crate) fn escaped_aside() -> Escaped<io::Stderr> {
    Escaped(io::stderr())
}

impl<W: Write> Write for Escaped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(printable(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a file's text to standard output: unchanged, or escaped where that is a terminal.
pub(crate) fn write_file_text(text: &str) -> io::Result<()> {
    let text = if io::stdout().is_terminal() { printable(text) } else { text.into() };
    output().write_all(text.as_bytes())
}

/// The same error with the place, which the system leaves out.
fn located(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}

/// Columns of a terminal of which nothing is known.
const WIDTH: usize = 80;
/// Narrower than this nothing can be laid out.
const NARROWEST: usize = 40;

/// Columns for what is printed: those of the terminal that standard output or standard error is, or else `COLUMNS`, or
/// else 80.
pub(crate) fn width() -> usize {
    let told = || std::env::var("COLUMNS").ok()?.parse().ok();
    let columns = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).or_else(told);
    columns.filter(|columns| *columns > 0).unwrap_or(WIDTH).max(NARROWEST)
}

/// Standard output for reports: lines are broken between words where they are wider than the terminal.
pub(crate) fn report() -> Report {
    Report { out: escaped(), width: width(), line: Vec::new() }
}

/// See [`report`].
#[derive(Debug)]
pub(crate) struct Report {
    out: Escaped,
    width: usize,
    /// What was written since the last end of a line.
    line: Vec<u8>,
}

impl Report {
    fn write_line(&mut self) -> io::Result<()> {
        let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
        self.out.write_all(layout::wrapped(&line, self.width).as_bytes())
    }
}

impl Write for Report {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.write_line()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_line()?;
        self.out.flush()
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        // Callers that have to know whether the last line was written flush.
        let _ = self.write_line();
    }
}
