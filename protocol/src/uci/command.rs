//! What the program sends to the engine.

use std::fmt;

use super::{go::Go, words::Words};

/// A line to the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`
    Uci,
    /// `debug on`, `debug off`
    Debug(Switch),
    /// `isready`
    IsReady,
    /// `setoption name … [value …]`
    SetOption {
        /// The option; upper and lower case are the same to the engine.
        name: String,
        /// Its value; buttons have none.
        value: Option<String>,
    },
    /// `register …`
    Register(String),
    /// `ucinewgame`
    NewGame,
    /// `position …`
    Position {
        /// Where the moves begin.
        start: Start,
        /// The moves since.
        moves: Vec<String>,
    },
    /// `go …`
    Go(Box<Go>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// Anything else.
    Unknown(String),
}

/// On or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

/// The position from which moves are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// `startpos`: that of the game.
    Usual,
    /// `fen …`: this text, its words with one space between them.
    Text(String),
    /// Anything else: there is no position.
    Unknown(String),
}

/// Reads what follows `position`.
fn position(words: &mut Words<'_>) -> Command {
    let start = match words.next() {
        Some("startpos") => Start::Usual,
        Some("fen") => Start::Text(words.until(|word| word == "moves").join(" ")),
        other => {
            let all = other.map(str::to_owned).into_iter().chain(words.rest());
            return Command::Position {
                start: Start::Unknown(all.collect::<Vec<_>>().join(" ")),
                moves: vec![],
            };
        }
    };
    match words.next() {
        None | Some("moves") => Command::Position { start, moves: words.rest() },
        // Only the start position is not followed by all words up to the moves.
        Some(other) => {
            let all = ["startpos", other].map(str::to_owned).into_iter().chain(words.rest());
            Command::Position { start: Start::Unknown(all.collect::<Vec<_>>().join(" ")), moves: vec![] }
        }
    }
}

impl Command {
    /// Reads a line. Words before a known command are skipped, as the specification asks; a line without a
    /// known command is [`Unknown`](Self::Unknown).
    pub fn parse(line: &str) -> Self {
        let mut words = Words::of(line);
        while let Some(word) = words.next() {
            if let Some(command) = Self::of(word, &mut words) {
                return command;
            }
        }
        Self::Unknown(line.trim().to_owned())
    }

    fn of(word: &str, words: &mut Words<'_>) -> Option<Self> {
        Some(match word {
            "uci" => Self::Uci,
            "debug" => Self::Debug(match words.next() {
                Some("on") => Switch::On,
                Some("off") => Switch::Off,
                _ => return None,
            }),
            "isready" => Self::IsReady,
            "setoption" => {
                words.until(|word| word == "name");
                words.next()?;
                let name = words.until(|word| word == "value").join(" ");
                let value = words.next().map(|_| words.rest().join(" "));
                Self::SetOption { name, value }
            }
            "register" => Self::Register(words.rest().join(" ")),
            "ucinewgame" => Self::NewGame,
            "position" => position(words),
            "go" => Self::Go(Box::new(Go::read(words))),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            _ => return None,
        })
    }
}

impl fmt::Display for Command {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => formatter.write_str("uci"),
            Self::Debug(Switch::On) => formatter.write_str("debug on"),
            Self::Debug(Switch::Off) => formatter.write_str("debug off"),
            Self::IsReady => formatter.write_str("isready"),
            Self::SetOption { name, value: None } => write!(formatter, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => {
                write!(formatter, "setoption name {name} value {value}")
            }
            Self::Register(text) => write!(formatter, "register {text}"),
            Self::NewGame => formatter.write_str("ucinewgame"),
            Self::Position { start, moves } => {
                match start {
                    Start::Usual => formatter.write_str("position startpos")?,
                    Start::Text(text) => write!(formatter, "position fen {text}")?,
                    Start::Unknown(text) => write!(formatter, "position {text}")?,
                }
                if moves.is_empty() { Ok(()) } else { write!(formatter, " moves {}", moves.join(" ")) }
            }
            Self::Go(go) => go.fmt(formatter),
            Self::Stop => formatter.write_str("stop"),
            Self::PonderHit => formatter.write_str("ponderhit"),
            Self::Quit => formatter.write_str("quit"),
            Self::Unknown(line) => formatter.write_str(line),
        }
    }
}
