//! The words of a line.

use std::str::FromStr;

/// The words of a line, one after the other.
pub(super) struct Words<'t> {
    words: Vec<&'t str>,
    at: usize,
}

impl<'t> Words<'t> {
    pub(super) fn of(line: &'t str) -> Self {
        Self { words: line.split_whitespace().collect(), at: 0 }
    }

    /// The next word.
    pub(super) fn next(&mut self) -> Option<&'t str> {
        let word = self.words.get(self.at).copied();
        self.at += usize::from(word.is_some());
        word
    }

    /// The next word, which stays.
    pub(super) fn peek(&self) -> Option<&'t str> {
        self.words.get(self.at).copied()
    }

    /// The next word if it can be read; otherwise it stays.
    pub(super) fn read<T: FromStr>(&mut self) -> Option<T> {
        let value = self.peek()?.parse().ok()?;
        self.at += 1;
        Some(value)
    }

    /// The words before the next one for which `ends` holds.
    pub(super) fn until(&mut self, ends: impl Fn(&str) -> bool) -> Vec<String> {
        let mut taken = Vec::new();
        while let Some(word) = self.peek().filter(|word| !ends(word)) {
            taken.push(word.to_owned());
            self.at += 1;
        }
        taken
    }

    /// All words that are left.
    pub(super) fn rest(&mut self) -> Vec<String> {
        self.until(|_| false)
    }
}
