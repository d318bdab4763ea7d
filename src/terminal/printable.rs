//! Text of others, made safe for a terminal.

use std::borrow::Cow;

/// Writes out characters that a terminal would obey: `\u{1b}` for an escape. Line feeds and tabs stay.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| matches!(letter, '\n' | '\t'))
}

/// The same for text of one line: line feeds are written out too.
pub(crate) fn printable_line(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| letter == '\t')
}

fn escaped(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_obeyed = |letter: char| (letter.is_control() && !stays(letter)) || turns_text(letter);
    if !text.contains(is_obeyed) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_obeyed(letter) {
            safe.extend(letter.escape_unicode());
        } else {
            safe.push(letter);
        }
    }
    safe.into()
}

/// Whether a character changes the direction of what follows, so that it reads as something else.
fn turns_text(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        for text in ["", "plain", "Ünïcode ♞ 中", "two\nlines\tand a tab"] {
            assert!(matches!(printable(text), Cow::Borrowed(same) if same == text));
        }
        assert_eq!(printable("a\u{1b}]0;title\u{7}b\r\u{7f}"), "a\\u{1b}]0;title\\u{7}b\\u{d}\\u{7f}");
        assert_eq!(printable("\u{9b}31m\u{202e}"), "\\u{9b}31m\\u{202e}");
        assert_eq!(printable_line("one\ntwo"), "one\\u{a}two");
    }
}
