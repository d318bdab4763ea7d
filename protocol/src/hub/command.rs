//! What the program sends to the engine.

use std::fmt;

use super::level::Level;
use crate::fields::Fields;

/// A line to the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `hub`
    Hub,
    /// `set-param name=… value=…`
    SetParameter {
        /// The parameter.
        name: String,
        /// Its value.
        value: String,
    },
    /// `init`
    Init,
    /// `pos pos=… [moves="…"]`
    Position {
        /// The player to move and one letter for each square.
        position: String,
        /// The moves since.
        moves: Vec<String>,
    },
    /// `level …`
    Level(Level),
    /// `go …`
    Go(Mode),
    /// `ponder-hit`
    PonderHit,
    /// `stop`
    Stop,
    /// `new-game`
    NewGame,
    /// `ping`
    Ping,
    /// `quit`
    Quit,
    /// Anything else.
    Unknown(Fields),
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A move to play.
    Think,
    /// Thinking on the opponent's time.
    Ponder,
    /// What there is to say about the position.
    Analyze,
}

const MODES: [(&str, Mode); 3] =
    [("think", Mode::Think), ("ponder", Mode::Ponder), ("analyze", Mode::Analyze)];

impl Command {
    /// Reads a line. Arguments that mean nothing here are skipped; a line that lacks what it needs is
    /// [`Unknown`](Self::Unknown).
    pub fn parse(line: &str) -> Self {
        let fields = Fields::parse(line);
        Self::known(&fields).unwrap_or(Self::Unknown(fields))
    }

    fn known(fields: &Fields) -> Option<Self> {
        Some(match fields.command.as_str() {
            "hub" => Self::Hub,
            "set-param" => {
                Self::SetParameter { name: fields.get("name")?.to_owned(), value: fields.text("value") }
            }
            "init" => Self::Init,
            "pos" => Self::Position { position: fields.get("pos")?.to_owned(), moves: fields.list("moves") },
            "level" => Self::Level(Level::of(fields)),
            "go" => {
                let mode = MODES.iter().find(|(name, _)| fields.get(name).is_some());
                Self::Go(mode.map(|(_, mode)| *mode)?)
            }
            "ponder-hit" => Self::PonderHit,
            "stop" => Self::Stop,
            "new-game" => Self::NewGame,
            "ping" => Self::Ping,
            "quit" => Self::Quit,
            _ => return None,
        })
    }
}

impl fmt::Display for Command {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = match self {
            Self::Hub => Fields::new("hub"),
            Self::SetParameter { name, value } => {
                Fields::new("set-param").with("name", name).with("value", value)
            }
            Self::Init => Fields::new("init"),
            Self::Position { position, moves } => {
                Fields::new("pos").with("pos", position).with_list("moves", moves)
            }
            Self::Level(level) => level.fields(),
            Self::Go(mode) => {
                let name = MODES.iter().find(|(_, other)| other == mode).map_or("", |(name, _)| name);
                Fields::new("go").with(name, "")
            }
            Self::PonderHit => Fields::new("ponder-hit"),
            Self::Stop => Fields::new("stop"),
            Self::NewGame => Fields::new("new-game"),
            Self::Ping => Fields::new("ping"),
            Self::Quit => Fields::new("quit"),
            Self::Unknown(fields) => fields.clone(),
        };
        fields.fmt(formatter)
    }
}
