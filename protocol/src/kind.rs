//! Which protocol is spoken.

use std::{fmt, str::FromStr};

use crate::{fields::Fields, gomocup, uci};

/// A protocol over lines of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI.
    Uci,
    /// CECP, the protocol of xboard and WinBoard, version 2.
    Xboard,
    /// Hub, version 2.
    Hub,
    /// Gomocup's, with Yixin's additions.
    Gomocup,
    /// Our own.
    Native,
}

const NAMES: [(&str, Protocol); 5] = [
    ("uci", Protocol::Uci),
    ("xboard", Protocol::Xboard),
    ("hub", Protocol::Hub),
    ("gomocup", Protocol::Gomocup),
    ("damier", Protocol::Native),
];

impl Protocol {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Uci, Self::Xboard, Self::Hub, Self::Gomocup, Self::Native];

    /// The protocol that a first line belongs to; `None` where it could be anything.
    pub fn of_first_line(line: &str) -> Option<Self> {
        let word = Fields::parse(line).command;
        match word.as_str() {
            "uci" | "isready" | "setoption" | "ucinewgame" | "debug" => return Some(Self::Uci),
            "xboard" | "protover" => return Some(Self::Xboard),
            "hub" => return Some(Self::Hub),
            "damier" => return Some(Self::Native),
            "init" | "set-param" | "new-game" => return Some(Self::Hub),
            _ => {}
        }
        match gomocup::Command::parse(line) {
            gomocup::Command::Unknown(_) | gomocup::Command::Stone(..) | gomocup::Command::YxStop => {}
            _ => return Some(Self::Gomocup),
        }
        // Words may stand before the first command.
        let is_uci = match uci::Command::parse(line) {
            uci::Command::Uci => true,
            uci::Command::Position { start, .. } => !matches!(start, uci::Start::Unknown(_)),
            _ => false,
        };
        is_uci.then_some(Self::Uci)
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, protocol)| protocol == self).map_or("", |(name, _)| name);
        formatter.write_str(name)
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // The protocol has a name of its own, which fewer people know than that of the program.
        let text = if text == "cecp" { "xboard" } else { text };
        NAMES.iter().find(|(name, _)| *name == text).map(|(_, protocol)| *protocol).ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            format!("there is no protocol {text:?}; there are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_tells_the_protocol() {
        for (line, protocol) in [
            ("uci", Some(Protocol::Uci)),
            ("  uci  ", Some(Protocol::Uci)),
            ("\u{feff} uci", Some(Protocol::Uci)),
            ("xboard", Some(Protocol::Xboard)),
            ("protover 2", Some(Protocol::Xboard)),
            ("hub", Some(Protocol::Hub)),
            ("init", Some(Protocol::Hub)),
            ("position startpos", Some(Protocol::Uci)),
            ("position text=x", None),
            ("START 15", Some(Protocol::Gomocup)),
            ("start 20", Some(Protocol::Gomocup)),
            ("INFO timeout_turn 1000", Some(Protocol::Gomocup)),
            ("ABOUT", Some(Protocol::Gomocup)),
            ("damier", Some(Protocol::Native)),
            ("hello", None),
            ("", None),
            ("stop", None),
        ] {
            assert_eq!(Protocol::of_first_line(line), protocol, "{line:?}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for protocol in Protocol::ALL {
            assert_eq!(protocol.to_string().parse(), Ok(protocol));
        }
        assert_eq!("cecp".parse(), Ok(Protocol::Xboard));
        assert!("usi".parse::<Protocol>().is_err_and(|error| error.contains("uci, xboard, hub")));
    }
}
