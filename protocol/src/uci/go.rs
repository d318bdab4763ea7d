//! The bounds of a search.

use std::fmt;

use super::words::Words;

/// What follows `go`. Times are in milliseconds; clocks may be overdrawn, so they have a sign.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// Look at these moves only.
    pub search_moves: Vec<String>,
    /// Think on the opponent's time.
    pub ponder: Option<()>,
    /// What is left to White.
    pub wtime: Option<i64>,
    /// What is left to Black.
    pub btime: Option<i64>,
    /// What White gets for each move.
    pub winc: Option<i64>,
    /// What Black gets for each move.
    pub binc: Option<i64>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Look for a mate in this many moves.
    pub mate: Option<u32>,
    /// For this move exactly.
    pub move_time: Option<i64>,
    /// Until `stop`.
    pub infinite: Option<()>,
}

/// The words that begin a bound.
const BOUNDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl Go {
    pub(super) fn read(words: &mut Words<'_>) -> Self {
        let mut go = Self::default();
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => go.search_moves = words.until(|word| BOUNDS.contains(&word)),
                "ponder" => go.ponder = Some(()),
                "wtime" => go.wtime = words.read(),
                "btime" => go.btime = words.read(),
                "winc" => go.winc = words.read(),
                "binc" => go.binc = words.read(),
                "movestogo" => go.moves_to_go = words.read(),
                "depth" => go.depth = words.read(),
                "nodes" => go.nodes = words.read(),
                "mate" => go.mate = words.read(),
                "movetime" => go.move_time = words.read(),
                "infinite" => go.infinite = Some(()),
                _ => {}
            }
        }
        go
    }
}

impl fmt::Display for Go {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn number<T: fmt::Display>(
            formatter: &mut fmt::Formatter<'_>,
            name: &str,
            value: Option<T>,
        ) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(formatter, " {name} {value}"))
        }
        formatter.write_str("go")?;
        if self.ponder.is_some() {
            formatter.write_str(" ponder")?;
        }
        number(formatter, "wtime", self.wtime)?;
        number(formatter, "btime", self.btime)?;
        number(formatter, "winc", self.winc)?;
        number(formatter, "binc", self.binc)?;
        number(formatter, "movestogo", self.moves_to_go)?;
        number(formatter, "depth", self.depth)?;
        number(formatter, "nodes", self.nodes)?;
        number(formatter, "mate", self.mate)?;
        number(formatter, "movetime", self.move_time)?;
        if self.infinite.is_some() {
            formatter.write_str(" infinite")?;
        }
        if !self.search_moves.is_empty() {
            write!(formatter, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}
