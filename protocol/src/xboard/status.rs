//! How far an analysis has come.

use std::fmt;

/// What follows `stat01:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// Time since the search began, in hundredths of a second.
    pub time: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Depth in plies.
    pub depth: u32,
    /// Moves that are left to be searched at this depth.
    pub moves_left: u32,
    /// Legal moves.
    pub moves: u32,
    /// The move that is searched now.
    pub current: Option<String>,
}

impl Status {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (time, nodes, depth, moves_left, moves, current) = match words[..] {
            [time, nodes, depth, left, moves] => (time, nodes, depth, left, moves, None),
            [time, nodes, depth, left, moves, current] => (time, nodes, depth, left, moves, Some(current)),
            _ => return None,
        };
        Some(Self {
            time: time.parse().ok()?,
            nodes: nodes.parse().ok()?,
            depth: depth.parse().ok()?,
            moves_left: moves_left.parse().ok()?,
            moves: moves.parse().ok()?,
            current: current.map(str::to_owned),
        })
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, nodes, depth, moves_left, moves, current } = self;
        write!(formatter, "stat01: {time} {nodes} {depth} {moves_left} {moves}")?;
        current.as_ref().map_or(Ok(()), |current| write!(formatter, " {current}"))
    }
}
