//! What the engine answers.

use std::fmt;

use super::info::Info;
use crate::fields::Fields;

/// A line from the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// `id name=… version=… protocol=…`
    Id {
        /// The program.
        name: String,
        /// Its version.
        version: String,
        /// The version of the protocol.
        protocol: u32,
    },
    /// `game id=… players=… [judge="…"]`
    Game {
        /// The identity of the game.
        id: String,
        /// Its players.
        players: u32,
        /// What judges it, in words: the net or the built-in judgement.
        judge: Option<String>,
    },
    /// `option name=… …`
    Option(OptionDeclaration),
    /// `ready`
    Ready,
    /// `info …`
    Info(Info),
    /// `best move=… [reply=…]`
    Best {
        /// The move; `None` where the game is over.
        mv: Option<String>,
        /// The answer the engine expects.
        reply: Option<String>,
    },
    /// `pong`
    Pong,
    /// `moves list="…"`
    Moves(Vec<String>),
    /// `position text="…" …`
    Position(Situation),
    /// `error message="…"`
    Error(String),
    /// Anything else.
    Unknown(Fields),
}

/// A position and whose turn it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Situation {
    /// The position.
    pub text: String,
    /// The player to move, from 1.
    pub to_move: u32,
    /// The players' shares of the game's point once it is over; empty before.
    pub shares: Vec<f64>,
}

/// An option of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDeclaration {
    /// Its name.
    pub name: String,
    /// Its value at the start.
    pub value: String,
    /// What values it takes.
    pub kind: Kind,
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Switch,
    /// A whole number.
    Number {
        /// The least value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of several words.
    Choice(Vec<String>),
}

impl OptionDeclaration {
    fn of(fields: &Fields) -> Option<Self> {
        let kind = match fields.get("type")? {
            "switch" => Kind::Switch,
            "number" => Kind::Number { min: fields.read("min")?, max: fields.read("max")? },
            "choice" => Kind::Choice(fields.get("values")?.split_whitespace().map(str::to_owned).collect()),
            _ => return None,
        };
        Some(Self { name: fields.get("name")?.to_owned(), value: fields.text("value"), kind })
    }

    fn fields(&self) -> Fields {
        let fields = Fields::new("option").with("name", &self.name).with("value", &self.value);
        match &self.kind {
            Kind::Switch => fields.with("type", "switch"),
            Kind::Choice(values) => fields.with("type", "choice").with("values", values.join(" ")),
            Kind::Number { min, max } => fields.with("type", "number").with("min", min).with("max", max),
        }
    }
}

impl Reply {
    /// Reads a line; one that lacks what it needs is [`Unknown`](Self::Unknown).
    pub fn parse(line: &str) -> Self {
        let fields = Fields::parse(line);
        Self::known(&fields).unwrap_or(Self::Unknown(fields))
    }

    fn known(fields: &Fields) -> Option<Self> {
        Some(match fields.command.as_str() {
            "id" => Self::Id {
                name: fields.text("name"),
                version: fields.text("version"),
                protocol: fields.read("protocol")?,
            },
            "game" => Self::Game {
                id: fields.owned("id")?,
                players: fields.read("players")?,
                judge: fields.owned("judge"),
            },
            "option" => Self::Option(OptionDeclaration::of(fields)?),
            "ready" => Self::Ready,
            "info" => Self::Info(Info::of(fields)),
            "best" => Self::Best { mv: fields.owned("move"), reply: fields.owned("reply") },
            "pong" => Self::Pong,
            "moves" => Self::Moves(fields.list("list")),
            "position" => Self::Position(Situation {
                text: fields.owned("text")?,
                to_move: fields.read("to-move")?,
                shares: fields.list("shares").iter().map(|word| share(word)).collect::<Option<_>>()?,
            }),
            "error" => Self::Error(fields.text("message")),
            _ => return None,
        })
    }
}

fn share(word: &str) -> Option<f64> {
    word.parse().ok().filter(|share: &f64| share.is_finite())
}

impl fmt::Display for Reply {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = match self {
            Self::Id { name, version, protocol } => {
                Fields::new("id").with("name", name).with("version", version).with("protocol", protocol)
            }
            Self::Game { id, players, judge } => {
                Fields::new("game").with("id", id).with("players", players).with_some("judge", judge.as_ref())
            }
            Self::Option(option) => option.fields(),
            Self::Ready => Fields::new("ready"),
            Self::Info(info) => info.fields(),
            Self::Best { mv, reply } => {
                Fields::new("best").with_some("move", mv.as_ref()).with_some("reply", reply.as_ref())
            }
            Self::Pong => Fields::new("pong"),
            Self::Moves(moves) => Fields::new("moves").with_list("list", moves),
            Self::Position(Situation { text, to_move, shares }) => {
                let shares: Vec<String> = shares.iter().map(f64::to_string).collect();
                Fields::new("position")
                    .with("text", text)
                    .with("to-move", to_move)
                    .with_list("shares", &shares)
            }
            Self::Error(message) => Fields::new("error").with("message", message),
            Self::Unknown(fields) => fields.clone(),
        };
        fields.fmt(formatter)
    }
}
