//! What the engine answers.

use std::fmt;

use super::{info::Info, option::OptionDeclaration, words::Words};

/// A line from the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name …`
    Name(String),
    /// `id author …`
    Author(String),
    /// `option …`
    Option(OptionDeclaration),
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove … [ponder …]`
    BestMove {
        /// The move; [`NO_MOVE`](Self::NO_MOVE) where there is none.
        mv: String,
        /// The answer the engine expects, to ponder on.
        ponder: Option<String>,
    },
    /// `info …`
    Info(Box<Info>),
    /// Anything else.
    Unknown(String),
}

impl Reply {
    /// How no move is written.
    pub const NO_MOVE: &str = "(none)";

    /// Reads a line. Words before a known one are skipped; a line without one is [`Unknown`](Self::Unknown).
    pub fn parse(line: &str) -> Self {
        let mut words = Words::of(line);
        while let Some(word) = words.next() {
            if let Some(reply) = Self::of(word, &mut words) {
                return reply;
            }
        }
        Self::Unknown(line.trim().to_owned())
    }

    fn of(word: &str, words: &mut Words<'_>) -> Option<Self> {
        Some(match word {
            "id" => match words.next()? {
                "name" => Self::Name(words.rest().join(" ")),
                "author" => Self::Author(words.rest().join(" ")),
                _ => return None,
            },
            "option" => Self::Option(OptionDeclaration::read(words)?),
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "bestmove" => {
                let mv = words.next()?.to_owned();
                let ponder = words.next().filter(|word| *word == "ponder").and_then(|_| words.next());
                Self::BestMove { mv, ponder: ponder.map(str::to_owned) }
            }
            "info" => Self::Info(Box::new(Info::read(words))),
            _ => return None,
        })
    }
}

impl fmt::Display for Reply {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(formatter, "id name {name}"),
            Self::Author(author) => write!(formatter, "id author {author}"),
            Self::Option(option) => option.fmt(formatter),
            Self::UciOk => formatter.write_str("uciok"),
            Self::ReadyOk => formatter.write_str("readyok"),
            Self::BestMove { mv, ponder: None } => write!(formatter, "bestmove {mv}"),
            Self::BestMove { mv, ponder: Some(ponder) } => write!(formatter, "bestmove {mv} ponder {ponder}"),
            Self::Info(info) => info.fmt(formatter),
            Self::Unknown(line) => formatter.write_str(line),
        }
    }
}
