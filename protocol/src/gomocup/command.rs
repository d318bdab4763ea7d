//! What the manager sends to the brain.

use std::fmt;

use super::{info::Info, point::Point};

/// A line to the brain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `START size`
    Start(u8),
    /// `RECTSTART width,height`
    RectStart(Point),
    /// `RESTART`
    Restart,
    /// `BEGIN`
    Begin,
    /// `TURN x,y`
    Turn(Point),
    /// `BOARD`: lines of [`Stone`](Self::Stone) up to [`Done`](Self::Done) follow, then the brain moves.
    Board,
    /// `YXBOARD`: the same, but the brain does not move.
    YxBoard,
    /// `SWAP2BOARD`: lines up to [`Done`](Self::Done) follow, then the brain makes its choice.
    Swap2Board,
    /// `x,y,whose` (or `x,y` after `SWAP2BOARD`)
    Stone(Point, Option<Whose>),
    /// `DONE`
    Done,
    /// `INFO key value`
    Info(Info),
    /// `TAKEBACK x,y`
    TakeBack(Point),
    /// `PLAY x,y`: the answer to a suggestion.
    Play(Point),
    /// `END`
    End,
    /// `ABOUT`
    About,
    /// `YXSTOP` (or `STOP`): move at once.
    YxStop,
    /// `YXSHOWFORBID`
    YxShowForbid,
    /// `YXHASHCLEAR`
    YxHashClear,
    /// `YXNBEST n`: move, and tell the best `n` lines.
    YxNBest(u32),
    /// `YXSHOWINFO`: the manager is Yixin's board.
    YxShowInfo,
    /// A known command with something wrong about it.
    Wrong(String),
    /// Anything else.
    Unknown(String),
}

/// Whose stone it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// `1`: the brain's.
    Own,
    /// `2`: the opponent's.
    Opponents,
    /// `3`: a wall, or part of a row in the game that goes on after five.
    Neither,
}

const WHOSE: [(&str, Whose); 3] = [("1", Whose::Own), ("2", Whose::Opponents), ("3", Whose::Neither)];

impl Command {
    /// Reads a line; upper and lower case are the same.
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let wrong = || Self::Wrong(line.to_owned());
        let point = |make: fn(Point) -> Self| rest.parse().map(make).unwrap_or_else(|_| wrong());
        match word.to_ascii_uppercase().as_str() {
            "START" => rest.parse().map(Self::Start).unwrap_or_else(|_| wrong()),
            "RECTSTART" => point(Self::RectStart),
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => point(Self::Turn),
            "BOARD" => Self::Board,
            "YXBOARD" => Self::YxBoard,
            "SWAP2BOARD" => Self::Swap2Board,
            "DONE" => Self::Done,
            "INFO" => Self::Info(Info::parse(rest)),
            "TAKEBACK" => point(Self::TakeBack),
            "PLAY" => point(Self::Play),
            "END" => Self::End,
            "ABOUT" => Self::About,
            "YXSTOP" | "STOP" => Self::YxStop,
            "YXSHOWFORBID" => Self::YxShowForbid,
            "YXHASHCLEAR" => Self::YxHashClear,
            "YXNBEST" => rest.parse().map(Self::YxNBest).unwrap_or_else(|_| wrong()),
            "YXSHOWINFO" => Self::YxShowInfo,
            _ => stone(line).unwrap_or_else(|| Self::Unknown(line.to_owned())),
        }
    }
}

/// A line of a board.
fn stone(line: &str) -> Option<Command> {
    if let Ok(point) = line.parse() {
        return Some(Command::Stone(point, None));
    }
    let (point, whose) = line.rsplit_once(',')?;
    let point = point.parse().ok()?;
    let (_, whose) = WHOSE.iter().find(|(code, _)| *code == whose.trim())?;
    Some(Command::Stone(point, Some(*whose)))
}

impl fmt::Display for Command {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Self::Start(size) => return write!(formatter, "START {size}"),
            Self::RectStart(size) => return write!(formatter, "RECTSTART {size}"),
            Self::Turn(point) => return write!(formatter, "TURN {point}"),
            Self::TakeBack(point) => return write!(formatter, "TAKEBACK {point}"),
            Self::Play(point) => return write!(formatter, "PLAY {point}"),
            Self::YxNBest(count) => return write!(formatter, "YXNBEST {count}"),
            Self::Info(info) => return write!(formatter, "INFO {info}"),
            Self::Stone(point, None) => return point.fmt(formatter),
            Self::Stone(point, Some(whose)) => {
                let code = WHOSE.iter().find(|(_, other)| other == whose).map_or("", |(code, _)| code);
                return write!(formatter, "{point},{code}");
            }
            Self::Restart => "RESTART",
            Self::Begin => "BEGIN",
            Self::Board => "BOARD",
            Self::YxBoard => "YXBOARD",
            Self::Swap2Board => "SWAP2BOARD",
            Self::Done => "DONE",
            Self::End => "END",
            Self::About => "ABOUT",
            Self::YxStop => "YXSTOP",
            Self::YxShowForbid => "YXSHOWFORBID",
            Self::YxHashClear => "YXHASHCLEAR",
            Self::YxShowInfo => "YXSHOWINFO",
            Self::Wrong(line) | Self::Unknown(line) => line,
        };
        formatter.write_str(word)
    }
}
