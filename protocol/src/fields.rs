//! Lines of the form `command name=value name="two words" flag`: the grammar of Hub and of our own protocol.

use std::fmt;

/// A line: a command and its arguments, in order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Fields {
    /// The first word; empty for a line without one.
    pub command: String,
    /// The arguments; one without a value has an empty one.
    pub arguments: Vec<(String, String)>,
}

impl Fields {
    /// A command without arguments.
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned(), arguments: Vec::new() }
    }

    /// With one more argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.arguments.push((name.to_owned(), value.to_string()));
        self
    }

    /// With one more argument where there is a value.
    #[must_use]
    pub fn with_some(self, name: &str, value: Option<impl fmt::Display>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// With an argument that has no value where `when` is given.
    #[must_use]
    pub fn with_flag(self, name: &str, when: Option<()>) -> Self {
        self.with_some(name, when.map(|()| ""))
    }

    /// With the words of a list as one value, where there are any.
    #[must_use]
    pub fn with_list(self, name: &str, words: &[String]) -> Self {
        self.with_some(name, (!words.is_empty()).then(|| words.join(" ")))
    }

    /// The value of the first argument of that name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The value of the first argument of that name, as text of its own.
    pub fn owned(&self, name: &str) -> Option<String> {
        self.get(name).map(str::to_owned)
    }

    /// The value of an argument, where it is there and can be read.
    pub fn read<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.parse().ok()
    }

    /// The value of an argument, where it is a finite number.
    pub fn real(&self, name: &str) -> Option<f64> {
        self.read(name).filter(|number: &f64| number.is_finite())
    }

    /// The value of an argument or nothing.
    pub fn text(&self, name: &str) -> String {
        self.get(name).unwrap_or_default().to_owned()
    }

    /// The words of an argument.
    pub fn list(&self, name: &str) -> Vec<String> {
        self.get(name).unwrap_or_default().split_whitespace().map(str::to_owned).collect()
    }

    /// The arguments that say nothing: those of other names than the known ones, the second of a name, and values that
    /// the name cannot have.
    pub fn unread(&self, known: &[(&str, Reads)]) -> Vec<(String, String)> {
        let says = |at: usize, name: &str, value: &str| {
            let first = self.arguments.iter().position(|(other, _)| other == name) == Some(at);
            first && known.iter().any(|(other, reads)| *other == name && reads.accepts(value))
        };
        let unread = self.arguments.iter().enumerate().filter(|(at, (name, value))| !says(*at, name, value));
        unread.map(|(_, argument)| argument.clone()).collect()
    }

    /// Reads a line. Every text can be read: a quote that is not closed reaches to the end of the line.
    pub fn parse(line: &str) -> Self {
        let mut scanner = Scanner { rest: line };
        let mut fields = Self { command: scanner.next_word().unwrap_or_default(), arguments: Vec::new() };
        while let Some(name) = scanner.next_word() {
            fields.arguments.push((name, scanner.value().unwrap_or_default()));
        }
        fields
    }
}

/// What values an argument may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// A finite number.
    Real,
    /// A whole number of 32 bits.
    Whole32,
    /// A whole number of 64 bits.
    Whole64,
    /// Any or none.
    Anything,
}

impl Reads {
    fn accepts(self, value: &str) -> bool {
        match self {
            Self::Real => value.parse::<f64>().is_ok_and(f64::is_finite),
            Self::Whole32 => value.parse::<u32>().is_ok(),
            Self::Whole64 => value.parse::<u64>().is_ok(),
            Self::Anything => true,
        }
    }
}

impl fmt::Display for Fields {
    /// Writes the line. Line ends cannot be written, nor a quote in a value of several words: they become
    /// spaces and apostrophes.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            write!(formatter, " {name}")?;
            let spaced = value.contains(char::is_whitespace);
            if spaced || value.starts_with(QUOTE) || (value.contains('=') && !value.contains(QUOTE)) {
                let value: String = value.chars().map(plain).collect();
                write!(formatter, "={QUOTE}{value}{QUOTE}")?;
            } else if !value.is_empty() {
                write!(formatter, "={value}")?;
            }
        }
        Ok(())
    }
}

const QUOTE: char = '"';

fn plain(letter: char) -> char {
    match letter {
        QUOTE => '\'',
        '\n' | '\r' => ' ',
        _ => letter,
    }
}

struct Scanner<'t> {
    rest: &'t str,
}

impl Scanner<'_> {
    /// What stands before white space, `=` or a quote; `None` where that is nothing.
    fn word(&mut self) -> Option<String> {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|letter: char| letter.is_whitespace() || "=\"".contains(letter));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        (!word.is_empty()).then(|| word.to_owned())
    }

    /// What stands after `=`, if that is next.
    fn value(&mut self) -> Option<String> {
        let rest = self.rest.trim_start().strip_prefix('=')?.trim_start();
        let (value, rest) = match rest.strip_prefix(QUOTE) {
            Some(quoted) => quoted.split_once(QUOTE).unwrap_or((quoted, "")),
            None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        let value = value.to_owned();
        self.rest = rest;
        Some(value)
    }

    /// The next word, whatever stands before it.
    fn next_word(&mut self) -> Option<String> {
        self.rest =
            self.rest.trim_start_matches(|letter: char| letter.is_whitespace() || "=\"".contains(letter));
        self.word()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_in_every_form() {
        let fields = Fields::parse("  pos  pos = We2  moves=\"32-28 19-23\" flag empty=\"\" ");
        assert_eq!(fields.command, "pos");
        assert_eq!(fields.get("pos"), Some("We2"));
        assert_eq!(fields.list("moves"), ["32-28", "19-23"]);
        assert_eq!((fields.get("flag"), fields.get("empty"), fields.get("none")), (Some(""), Some(""), None));
        assert_eq!(fields.to_string(), "pos pos=We2 moves=\"32-28 19-23\" flag empty");
        assert_eq!(Fields::parse("a b=\"c").get("b"), Some("c"));
        assert_eq!(Fields::parse("a = \"\" = b=1").get("b"), Some("1"));
    }

    #[test]
    fn numbers_that_are_none_are_not_there() {
        let fields = Fields::parse("level depth=-1 time=inf nodes=12 inc=x");
        assert_eq!(fields.read::<u32>("depth"), None);
        assert_eq!(fields.real("time"), None);
        assert_eq!(fields.read::<u64>("nodes"), Some(12));
        assert_eq!(fields.real("inc"), None);
    }
}
