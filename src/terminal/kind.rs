//! What the terminal can do: colours, characters, placing the cursor.

use std::env;

/// How many colours there are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Colours {
    /// None: `NO_COLOR`, `TERM=dumb`, or no terminal.
    None,
    /// The eight of ECMA-48.
    Eight,
    /// The palette of 256.
    Palette,
    /// Red, green and blue: `COLORTERM=truecolor`.
    True,
}

/// Which characters can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Charset {
    /// All of Unicode: the locale says UTF-8.
    Unicode,
    /// ASCII alone.
    Ascii,
}

/// Columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

impl std::str::FromStr for Size {
    type Err = String;

    /// Reads `80x24`.
    fn from_str(text: &str) -> Result<Self, String> {
        const RANGE: std::ops::RangeInclusive<usize> = 1..=1000;
        let number = |word: &str| word.trim().parse().ok().filter(|number| RANGE.contains(number));
        text.split_once(['x', '×'])
            .and_then(|(columns, rows)| Some(Self { columns: number(columns)?, rows: number(rows)? }))
            .ok_or_else(|| "a size is columns x rows, such as 80x24".to_owned())
    }
}

/// What a terminal can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TerminalKind {
    pub(crate) colours: Colours,
    pub(crate) charset: Charset,
    /// Whether the cursor can be placed, so that a screen is drawn over the one before.
    pub(crate) places_cursor: bool,
}

impl TerminalKind {
    /// Returns the kind of the terminal on standard output; `is_terminal` says whether there is one.
    pub(crate) fn current(is_terminal: bool) -> Self {
        let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        Self::of(is_terminal, variable)
    }

    /// Returns the kind that the variables of the environment tell; an empty one is unset.
    fn of(is_terminal: bool, variable: impl Fn(&str) -> Option<String>) -> Self {
        let term = variable("TERM").unwrap_or_default();
        let has_escapes = is_terminal && term != "dumb" && (!term.is_empty() || cfg!(windows));
        let colours = match variable("COLORTERM").as_deref() {
            _ if !has_escapes || variable("NO_COLOR").is_some() => Colours::None,
            Some("truecolor" | "24bit") => Colours::True,
            _ if term.contains("direct") || (term.is_empty() && cfg!(windows)) => Colours::True,
            _ if PALETTE_TERMS.iter().any(|part| term.contains(part)) => Colours::Palette,
            _ if MONOCHROME_TERMS.iter().any(|start| term.starts_with(start)) || term.ends_with("-m") => {
                Colours::None
            }
            _ => Colours::Eight,
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
        let charset = match locale.map(|locale| locale.to_lowercase()) {
            Some(locale) if locale.contains("utf-8") || locale.contains("utf8") => Charset::Unicode,
            None if cfg!(windows) => Charset::Unicode,
            _ => Charset::Ascii,
        };
        Self { colours, charset, places_cursor: has_escapes }
    }
}

/// Parts of the names of terminals with 256 colours.
const PALETTE_TERMS: [&str; 6] = ["256", "kitty", "alacritty", "foot", "wezterm", "ghostty"];
/// How the names of terminals without colours begin.
const MONOCHROME_TERMS: [&str; 4] = ["vt1", "vt2", "vt3", "vt5"];

/// Returns the same text in ASCII: what has a likeness is replaced by that, everything else by a question mark.
pub(crate) fn to_ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            letter if letter.is_ascii() => plain.push(letter),
            '×' => plain.push('x'),
            '…' => plain.push_str("..."),
            '–' | '—' | '−' => plain.push('-'),
            '·' | '•' => plain.push('.'),
            '’' | '‘' => plain.push('\''),
            '“' | '”' => plain.push('"'),
            '½' => plain.push_str("1/2"),
            _ => plain.push('?'),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(is_terminal: bool, variables: &[(&str, &str)]) -> TerminalKind {
        TerminalKind::of(is_terminal, |name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn colours_are_those_of_the_terminal() {
        for (term, colorterm, colours) in [
            ("xterm-256color", "", Colours::Palette),
            ("xterm-256color", "truecolor", Colours::True),
            ("xterm-256color", "24bit", Colours::True),
            ("screen-256color", "", Colours::Palette),
            ("xterm-kitty", "", Colours::Palette),
            ("xterm-direct", "", Colours::True),
            ("xterm", "", Colours::Eight),
            ("linux", "", Colours::Eight),
            ("vt100", "", Colours::None),
            ("vt220", "", Colours::None),
            ("dumb", "truecolor", Colours::None),
            ("", "", Colours::None),
        ] {
            let kind = kind(true, &[("TERM", term), ("COLORTERM", colorterm)]);
            assert_eq!(kind.colours, colours, "{term} {colorterm}");
            assert_eq!(kind.places_cursor, !["dumb", ""].contains(&term), "{term}");
        }
        assert_eq!(kind(false, &[("TERM", "xterm-256color")]).colours, Colours::None);
        assert_eq!(kind(true, &[("TERM", "xterm"), ("NO_COLOR", "1")]).colours, Colours::None);
    }

    #[test]
    fn the_first_variable_that_is_set_tells_the_characters() {
        for (all, ctype, lang, charset) in [
            ("", "", "en_US.UTF-8", Charset::Unicode),
            ("", "", "C.utf8", Charset::Unicode),
            ("C", "", "en_US.UTF-8", Charset::Ascii),
            ("", "de_DE.ISO-8859-1", "en_US.UTF-8", Charset::Ascii),
            ("", "UTF-8", "C", Charset::Unicode),
            ("", "", "C", Charset::Ascii),
        ] {
            let set: Vec<_> = [("LC_ALL", all), ("LC_CTYPE", ctype), ("LANG", lang)]
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .collect();
            assert_eq!(kind(true, &set).charset, charset, "{set:?}");
        }
    }

    #[test]
    fn sizes_are_columns_by_rows() {
        assert_eq!("80x24".parse(), Ok(Size { columns: 80, rows: 24 }));
        for wrong in ["80", "x24", "80x", "0x24", "80x24x3", "axb", "9999x24"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn everything_has_a_likeness_in_ascii() {
        assert_eq!(to_ascii("10×10 – é…"), "10x10 - ?...");
    }
}
