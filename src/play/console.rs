//! Lines from and for a terminal.

use std::io::{self, BufRead, Write};

/// Columns in which words are listed.
const WORDS_WIDTH: usize = 78;

/// The next line, `None` at the end of the input. Bytes that are not UTF-8 are replaced.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Words in lines of at most [`WORDS_WIDTH`] columns.
pub(super) fn write_wrapped(words: &[String], out: &mut impl Write) -> io::Result<()> {
    let mut column = 0;
    for word in words {
        let width = word.chars().count() + 2;
        if column > 0 && column + width > WORDS_WIDTH {
            writeln!(out)?;
            column = 0;
        }
        write!(out, "  {word}")?;
        column += width;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_wrapped() {
        let words = vec!["12x34".to_owned(); 40];
        let mut out = Vec::new();
        write_wrapped(&words, &mut out).expect("memory");
        let text = String::from_utf8(out).expect("UTF-8");
        assert!(text.lines().count() > 1);
        assert!(text.lines().all(|line| line.len() <= WORDS_WIDTH));
        assert_eq!(text.split_whitespace().count(), 40);
    }

    #[test]
    fn lines_end_with_the_input() {
        let mut input = &b"one\ntwo"[..];
        assert_eq!(read_line(&mut input).expect("read"), Some("one\n".to_owned()));
        assert_eq!(read_line(&mut input).expect("read"), Some("two".to_owned()));
        assert_eq!(read_line(&mut input).expect("read"), None);
    }
}
