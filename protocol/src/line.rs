//! Lines of bounded length from a reader.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is kept, in bytes: more than the moves of any game take.
pub const MAX_LINE: usize = 256 * 1024;

/// What ends a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// A line feed, a carriage return, or both; lines without text are skipped.
    Lines,
    /// A zero byte, as in DamExchange over a socket; messages without text are skipped.
    Zeros,
}

impl Ends {
    fn is_end(self, byte: u8) -> bool {
        match self {
            Self::Lines => matches!(byte, b'\n' | b'\r'),
            Self::Zeros => byte == 0,
        }
    }
}

/// A line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Its text without the end; bytes that are no UTF-8 have become replacement characters.
    Text(String),
    /// It was longer than the limit and is dropped.
    TooLong,
}

/// Reads lines, keeping no more than one of them in memory.
#[derive(Debug)]
pub struct Lines<R> {
    source: BufReader<R>,
    ends: Ends,
    limit: usize,
}

impl<R: Read> Lines<R> {
    /// Lines of `source` up to [`MAX_LINE`] bytes.
    pub fn new(source: R, ends: Ends) -> Self {
        Self::with_limit(source, ends, MAX_LINE)
    }

    /// Lines of `source` up to `limit` bytes.
    pub fn with_limit(source: R, ends: Ends, limit: usize) -> Self {
        Self { source: BufReader::new(source), ends, limit }
    }

    /// The next line that is not empty; `None` at the end. What stands between the last end of a line and the
    /// end of the input is a line too.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let mut length = 0_usize;
        loop {
            let buffer = match self.source.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                return Ok((length > 0).then(|| self.finish(bytes, length)));
            }
            let end = buffer.iter().position(|byte| self.ends.is_end(*byte));
            let part = &buffer[..end.unwrap_or(buffer.len())];
            length = length.saturating_add(part.len());
            if length <= self.limit {
                bytes.extend_from_slice(part);
            } else {
                bytes = Vec::new();
            }
            let used = part.len() + usize::from(end.is_some());
            self.source.consume(used);
            if end.is_some() && length > 0 {
                return Ok(Some(self.finish(bytes, length)));
            }
        }
    }

    fn finish(&self, bytes: Vec<u8>, length: usize) -> Line {
        if length > self.limit {
            Line::TooLong
        } else {
            Line::Text(String::from_utf8_lossy(&bytes).into_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8], ends: Ends) -> Vec<Line> {
        let mut lines = Lines::with_limit(bytes, ends, 8);
        std::iter::from_fn(|| lines.next_line().expect("memory can be read")).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn all_ends_of_lines_are_the_same() {
        let expected = vec![text("a b"), text("c"), text("d"), text("e")];
        assert_eq!(lines(b"a b\nc\r\n\r\n\nd\re", Ends::Lines), expected);
        assert_eq!(lines(b"a b\0c\0\0d\0e", Ends::Zeros), expected);
        assert_eq!(lines(b"", Ends::Lines), vec![]);
        assert_eq!(lines(b"\n\n\n", Ends::Lines), vec![]);
    }

    #[test]
    fn long_lines_are_dropped_and_the_next_one_is_read() {
        assert_eq!(
            lines(b"12345678\n123456789\nok", Ends::Lines),
            vec![text("12345678"), Line::TooLong, text("ok")]
        );
        let mut megabyte = vec![b'x'; 1 << 20];
        megabyte.extend(b"\nstop");
        assert_eq!(lines(&megabyte, Ends::Lines), vec![Line::TooLong, text("stop")]);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"a\xff\xfeb\n", Ends::Lines), vec![text("a\u{fffd}\u{fffd}b")]);
    }
}
