//! Hub, version 1: the protocol of Scan 2, before it had names for arguments.

use std::fmt;

/// What the program sends to the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `hub`: the answer is lines about the engine, then `wait`.
    Hub,
    /// `set NAME VALUE`, before `init`.
    Set {
        /// The parameter.
        name: String,
        /// Its value.
        value: String,
    },
    /// `init`: the answer is `ready`.
    Init,
    /// `new`: another game.
    New,
    /// `pos …`: the player to move, `w` or `b`, and a letter for each square. Forgets bounds.
    Position(String),
    /// `move …`: plays a move.
    Move(String),
    /// `time …`: milliseconds for each move.
    Time(u64),
    /// `level MOVES TIME INCREMENT`: the clock in milliseconds, and the moves it is for (0 for the rest of the
    /// game).
    Level {
        /// The moves.
        moves: u32,
        /// What is left.
        time: u64,
        /// What is added for each move.
        increment: u64,
    },
    /// `depth …`: plies.
    Depth(u32),
    /// `go`: the answer is `move`.
    Go,
    /// `ping`: the answer is `pong`.
    Ping,
    /// `quit`
    Quit,
    /// Anything else.
    Unknown(String),
}

/// What the engine answers.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// `name …`
    Name(String),
    /// `wait`
    Wait,
    /// `ready`
    Ready,
    /// `pong`
    Pong,
    /// `info DEPTH MEAN-DEPTH SCORE NODES SECONDS MILLIONS-PER-SECOND LINE…`
    Info(Info),
    /// `move … [EXPECTED-ANSWER]`
    Move(String),
    /// `error …`
    Error(String),
    /// Anything else.
    Unknown(String),
}

/// What the engine thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Info {
    /// Plies.
    pub depth: u32,
    /// What the position is worth to the player to move, in hundredths of a man.
    pub score: i32,
    /// Nodes searched.
    pub nodes: u64,
}

impl Command {
    /// Reads a line; one that lacks what it needs is [`Unknown`](Self::Unknown).
    pub fn parse(line: &str) -> Self {
        Self::known(line).unwrap_or_else(|| Self::Unknown(line.trim().to_owned()))
    }

    fn known(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let command = words.next()?;
        let mut text = || words.next().map(str::to_owned);
        Some(match command {
            "hub" => Self::Hub,
            "set" => Self::Set { name: text()?, value: text().unwrap_or_default() },
            "init" => Self::Init,
            "new" => Self::New,
            "pos" => Self::Position(text()?),
            "move" => Self::Move(text()?),
            "time" => Self::Time(text()?.parse().ok()?),
            "level" => Self::Level {
                moves: text()?.parse().ok()?,
                time: text()?.parse().ok()?,
                increment: text()?.parse().ok()?,
            },
            "depth" => Self::Depth(text()?.parse().ok()?),
            "go" => Self::Go,
            "ping" => Self::Ping,
            "quit" => Self::Quit,
            _ => return None,
        })
    }
}

impl fmt::Display for Command {
    /// Writes the line.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hub => out.write_str("hub"),
            Self::Set { name, value } => write!(out, "set {name} {value}"),
            Self::Init => out.write_str("init"),
            Self::New => out.write_str("new"),
            Self::Position(position) => write!(out, "pos {position}"),
            Self::Move(mv) => write!(out, "move {mv}"),
            Self::Time(millis) => write!(out, "time {millis}"),
            Self::Level { moves, time, increment } => write!(out, "level {moves} {time} {increment}"),
            Self::Depth(plies) => write!(out, "depth {plies}"),
            Self::Go => out.write_str("go"),
            Self::Ping => out.write_str("ping"),
            Self::Quit => out.write_str("quit"),
            Self::Unknown(line) => out.write_str(line),
        }
    }
}

impl Reply {
    /// Reads a line; one that lacks what it needs is [`Unknown`](Self::Unknown).
    pub fn parse(line: &str) -> Self {
        Self::known(line).unwrap_or_else(|| Self::Unknown(line.trim().to_owned()))
    }

    fn known(line: &str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut words = rest.split_whitespace();
        Some(match word {
            "name" => Self::Name(rest.trim().to_owned()),
            "wait" => Self::Wait,
            "ready" => Self::Ready,
            "pong" => Self::Pong,
            "info" => {
                let depth = words.next()?.parse().ok()?;
                let score = words.nth(1)?.parse().ok()?;
                Self::Info(Info { depth, score, nodes: words.next()?.parse().ok()? })
            }
            "move" => Self::Move(words.next()?.to_owned()),
            "error" => Self::Error(rest.trim().to_owned()),
            _ => return None,
        })
    }
}

impl fmt::Display for Reply {
    /// Writes the line.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(out, "name {name}"),
            Self::Wait => out.write_str("wait"),
            Self::Ready => out.write_str("ready"),
            Self::Pong => out.write_str("pong"),
            Self::Info(Info { depth, score, nodes }) => {
                write!(out, "info {depth} {depth}.0 {score} {nodes} 0.00 0.0")
            }
            Self::Move(mv) => write!(out, "move {mv}"),
            Self::Error(message) => write!(out, "error {message}"),
            Self::Unknown(line) => out.write_str(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_replies_are_read_back() {
        for line in [
            "hub",
            "set book false",
            "init",
            "new",
            "pos wbe",
            "move 32-28",
            "time 100",
            "level 0 60000 100",
            "depth 7",
            "go",
            "ping",
            "quit",
        ] {
            let command = Command::parse(line);
            assert!(!matches!(command, Command::Unknown(_)), "{line}");
            assert_eq!(command.to_string(), line);
        }
        for line in ["name Scan 2.0", "wait", "ready", "pong", "move 28x19x23", "error bad move"] {
            let reply = Reply::parse(line);
            assert!(!matches!(reply, Reply::Unknown(_)), "{line}");
            assert_eq!(reply.to_string(), line);
        }
        for line in ["", "pos", "level 1 2", "time -1", "depth x", "analyse now"] {
            assert!(matches!(Command::parse(line), Command::Unknown(_)), "{line:?}");
        }
    }

    #[test]
    fn what_an_engine_thinks_is_read() {
        let said = Reply::parse("info 12 14.3 -7 123456 0.10 1.2 32-28 19-23");
        assert_eq!(said, Reply::Info(Info { depth: 12, score: -7, nodes: 123_456 }));
        assert_eq!(Reply::parse("move 32-28 19-23"), Reply::Move("32-28".to_owned()));
        assert_eq!(Reply::parse(&said.to_string()), said);
        assert!(matches!(Reply::parse("info 12"), Reply::Unknown(_)));
    }
}
