//! What the program sends to the engine.

use std::fmt;

use crate::fields::{Fields, Reads};

/// A line to the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `damier`
    Damier,
    /// `set name=… value=…`
    Set {
        /// The option.
        name: String,
        /// Its value.
        value: String,
    },
    /// `game id=…`
    Game(String),
    /// `new`
    New,
    /// `position [text="…"] [moves="…"]`
    Position {
        /// The position before the moves; `None` for the start of the game.
        text: Option<String>,
        /// The moves since.
        moves: Vec<String>,
    },
    /// `go …`
    Go(Go),
    /// `stop`
    Stop,
    /// `hit`: the move pondered on was played.
    Hit,
    /// `ping`
    Ping,
    /// `moves`: asks for the legal moves.
    Moves,
    /// `show`: asks for the position.
    Show,
    /// `quit`
    Quit,
    /// Anything else.
    Unknown(Fields),
}

/// The bounds of a search; without any it ends with `stop`. Times are in seconds.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Go {
    /// The opponent is still to make the last move of the position.
    pub ponder: Option<()>,
    /// For this move.
    pub move_time: Option<f64>,
    /// What is left on the clock of the player to move.
    pub time: Option<f64>,
    /// What that player gets for each move.
    pub increment: Option<f64>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Simulations.
    pub nodes: Option<u64>,
    /// Plies of the expected line.
    pub depth: Option<u32>,
    /// Look for a win within this many plies.
    pub win: Option<u32>,
    /// Arguments that are no bounds.
    pub unread: Vec<(String, String)>,
}

/// What the bounds are.
const BOUNDS: [(&str, Reads); 8] = [
    ("ponder", Reads::Anything),
    ("move-time", Reads::Real),
    ("time", Reads::Real),
    ("increment", Reads::Real),
    ("moves-to-go", Reads::Whole32),
    ("nodes", Reads::Whole64),
    ("depth", Reads::Whole32),
    ("win", Reads::Whole32),
];

impl Go {
    fn of(fields: &Fields) -> Self {
        Self {
            ponder: fields.get("ponder").map(|_| ()),
            move_time: fields.real("move-time"),
            time: fields.real("time"),
            increment: fields.real("increment"),
            moves_to_go: fields.read("moves-to-go"),
            nodes: fields.read("nodes"),
            depth: fields.read("depth"),
            win: fields.read("win"),
            unread: fields.unread(&BOUNDS),
        }
    }

    fn fields(&self) -> Fields {
        let bounds = Fields::new("go")
            .with_flag("ponder", self.ponder)
            .with_some("move-time", self.move_time)
            .with_some("time", self.time)
            .with_some("increment", self.increment)
            .with_some("moves-to-go", self.moves_to_go)
            .with_some("nodes", self.nodes)
            .with_some("depth", self.depth)
            .with_some("win", self.win);
        self.unread.iter().fold(bounds, |fields, (name, value)| fields.with(name, value))
    }
}

impl Command {
    /// Reads a line; one that lacks what it needs is [`Unknown`](Self::Unknown).
    pub fn parse(line: &str) -> Self {
        let fields = Fields::parse(line);
        Self::known(&fields).unwrap_or(Self::Unknown(fields))
    }

    fn known(fields: &Fields) -> Option<Self> {
        Some(match fields.command.as_str() {
            "damier" => Self::Damier,
            "set" => Self::Set { name: fields.get("name")?.to_owned(), value: fields.text("value") },
            "game" => Self::Game(fields.get("id")?.to_owned()),
            "new" => Self::New,
            "position" => Self::Position { text: fields.owned("text"), moves: fields.list("moves") },
            "go" => Self::Go(Go::of(fields)),
            "stop" => Self::Stop,
            "hit" => Self::Hit,
            "ping" => Self::Ping,
            "moves" => Self::Moves,
            "show" => Self::Show,
            "quit" => Self::Quit,
            _ => return None,
        })
    }
}

impl fmt::Display for Command {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = match self {
            Self::Damier => Fields::new("damier"),
            Self::Set { name, value } => Fields::new("set").with("name", name).with("value", value),
            Self::Game(id) => Fields::new("game").with("id", id),
            Self::New => Fields::new("new"),
            Self::Position { text, moves } => {
                Fields::new("position").with_some("text", text.as_ref()).with_list("moves", moves)
            }
            Self::Go(go) => go.fields(),
            Self::Stop => Fields::new("stop"),
            Self::Hit => Fields::new("hit"),
            Self::Ping => Fields::new("ping"),
            Self::Moves => Fields::new("moves"),
            Self::Show => Fields::new("show"),
            Self::Quit => Fields::new("quit"),
            Self::Unknown(fields) => fields.clone(),
        };
        fields.fmt(formatter)
    }
}
