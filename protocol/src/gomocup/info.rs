//! What the manager tells about a game.

use std::fmt;

use super::point::Point;

/// The time that is left where there is no limit, in milliseconds.
pub const UNLIMITED: i64 = i32::MAX as i64;

/// What follows `INFO`: a key in small letters and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Info {
    /// `timeout_turn`: for a move, in milliseconds; 0 for as fast as possible.
    TimeoutTurn(i64),
    /// `timeout_match`: for the whole game, in milliseconds; 0 for no limit.
    TimeoutMatch(i64),
    /// `time_left`: of the whole game, in milliseconds; [`UNLIMITED`] for no limit, below 0 when overdrawn.
    TimeLeft(i64),
    /// `time_increment`: for each move, in milliseconds (Yixin).
    TimeIncrement(i64),
    /// `max_memory`: in bytes; 0 for no limit.
    MaxMemory(u64),
    /// `hash_size`: in KiB (Yixin).
    HashSize(u64),
    /// `game_type`: 0 a person, 1 a brain, 2 a tournament, 3 one over the network.
    GameType(u32),
    /// `rule`: bits, 1 exactly five, 2 the game goes on after five (Yixin: 2 alone is Renju), 4 Renju, 8 Caro.
    Rule(u32),
    /// `evaluate`: where the mouse is.
    Evaluate(Point),
    /// `folder`: for files that are kept.
    Folder(String),
    /// `max_depth`: in plies (Yixin).
    MaxDepth(u32),
    /// `max_node` (Yixin).
    MaxNode(u64),
    /// `thread_num` (Yixin).
    ThreadNum(u32),
    /// `pondering`: 1 to think on the opponent's time (Yixin).
    Pondering(u32),
    /// `show_detail` (Yixin).
    ShowDetail(u32),
    /// `strength`: 0 to 100 (Rapfi).
    Strength(u32),
    /// Another key.
    Other {
        /// The key.
        key: String,
        /// Its value.
        value: String,
    },
}

impl Info {
    /// Reads what follows `INFO`; a key that is not known or a value that is none of its kind is
    /// [`Other`](Self::Other).
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        Self::known(&key.to_ascii_lowercase(), value)
            .unwrap_or_else(|| Self::Other { key: key.to_owned(), value: value.to_owned() })
    }

    fn known(key: &str, value: &str) -> Option<Self> {
        Some(match key {
            "timeout_turn" => Self::TimeoutTurn(value.parse().ok()?),
            "timeout_match" => Self::TimeoutMatch(value.parse().ok()?),
            "time_left" => Self::TimeLeft(value.parse().ok()?),
            "time_increment" => Self::TimeIncrement(value.parse().ok()?),
            "max_memory" => Self::MaxMemory(value.parse().ok()?),
            "hash_size" => Self::HashSize(value.parse().ok()?),
            "game_type" => Self::GameType(value.parse().ok()?),
            "rule" => Self::Rule(value.parse().ok()?),
            "evaluate" => Self::Evaluate(value.parse().ok()?),
            "folder" => Self::Folder(value.to_owned()),
            "max_depth" => Self::MaxDepth(value.parse().ok()?),
            "max_node" => Self::MaxNode(value.parse().ok()?),
            "thread_num" => Self::ThreadNum(value.parse().ok()?),
            "pondering" => Self::Pondering(value.parse().ok()?),
            "show_detail" => Self::ShowDetail(value.parse().ok()?),
            "strength" => Self::Strength(value.parse().ok()?),
            _ => return None,
        })
    }
}

impl fmt::Display for Info {
    /// Writes what follows `INFO`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeoutTurn(value) => write!(formatter, "timeout_turn {value}"),
            Self::TimeoutMatch(value) => write!(formatter, "timeout_match {value}"),
            Self::TimeLeft(value) => write!(formatter, "time_left {value}"),
            Self::TimeIncrement(value) => write!(formatter, "time_increment {value}"),
            Self::MaxMemory(value) => write!(formatter, "max_memory {value}"),
            Self::HashSize(value) => write!(formatter, "hash_size {value}"),
            Self::GameType(value) => write!(formatter, "game_type {value}"),
            Self::Rule(value) => write!(formatter, "rule {value}"),
            Self::Evaluate(value) => write!(formatter, "evaluate {value}"),
            Self::Folder(value) => write!(formatter, "folder {value}"),
            Self::MaxDepth(value) => write!(formatter, "max_depth {value}"),
            Self::MaxNode(value) => write!(formatter, "max_node {value}"),
            Self::ThreadNum(value) => write!(formatter, "thread_num {value}"),
            Self::Pondering(value) => write!(formatter, "pondering {value}"),
            Self::ShowDetail(value) => write!(formatter, "show_detail {value}"),
            Self::Strength(value) => write!(formatter, "strength {value}"),
            Self::Other { key, value } => write!(formatter, "{key} {value}"),
        }
    }
}
