//! The bounds of a search.

use std::{fmt, str::FromStr};

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
    /// What was said besides and is no bound: a word, or a bound with what stands in the place of its number, `?` for
    /// nothing.
    pub unread: Vec<String>,
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

/// Reads the number of a bound. What is no number goes to `unread`; a number that is there already stays.
fn number<T: FromStr>(bound: &str, words: &mut Words<'_>, number: &mut Option<T>, unread: &mut Vec<String>) {
    let word = words.peek().filter(|word| !BOUNDS.contains(word));
    if word.is_some() {
        words.next();
    }
    match word.and_then(|word| word.parse().ok()) {
        Some(value) if number.is_none() => *number = Some(value),
        _ => unread.push(format!("{bound} {}", word.unwrap_or("?"))),
    }
}

impl Go {
    pub(super) fn read(words: &mut Words<'_>) -> Self {
        let mut go = Self::default();
        while let Some(word) = words.next() {
            let unread = &mut go.unread;
            match word {
                "searchmoves" => go.search_moves = words.until(|word| BOUNDS.contains(&word)),
                "ponder" => go.ponder = Some(()),
                "infinite" => go.infinite = Some(()),
                "wtime" => number(word, words, &mut go.wtime, unread),
                "btime" => number(word, words, &mut go.btime, unread),
                "winc" => number(word, words, &mut go.winc, unread),
                "binc" => number(word, words, &mut go.binc, unread),
                "movestogo" => number(word, words, &mut go.moves_to_go, unread),
                "depth" => number(word, words, &mut go.depth, unread),
                "nodes" => number(word, words, &mut go.nodes, unread),
                "mate" => number(word, words, &mut go.mate, unread),
                "movetime" => number(word, words, &mut go.move_time, unread),
                _ => unread.push(word.to_owned()),
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
        for text in &self.unread {
            write!(formatter, " {text}")?;
        }
        if !self.search_moves.is_empty() {
            write!(formatter, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}
