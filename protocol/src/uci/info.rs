//! What the engine tells while it thinks.

use std::fmt;

use super::words::Words;

/// What follows `info`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The longest line looked at, in plies.
    pub seldepth: Option<u32>,
    /// The number of this line among several, from 1.
    pub multipv: Option<u32>,
    /// What the position is worth to the player to move.
    pub score: Option<Score>,
    /// The chances of the player to move.
    pub wdl: Option<PerMille>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the memory is, in thousandths.
    pub hashfull: Option<u32>,
    /// Positions found in endgame tables.
    pub tbhits: Option<u64>,
    /// Milliseconds since the search began.
    pub time: Option<u64>,
    /// The move looked at now.
    pub currmove: Option<String>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The line the engine expects.
    pub pv: Vec<String>,
    /// A text for people; it is the last thing on the line.
    pub string: Option<String>,
}

/// A score, from the point of view of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32, Bound),
    /// Mate in that many moves (not plies); negative when the player to move is mated.
    Mate(i32, Bound),
}

/// What a score says.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Bound {
    /// The score is this.
    #[default]
    Exact,
    /// It is this or more.
    Lower,
    /// It is this or less.
    Upper,
}

/// Chances in thousandths; they sum to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerMille {
    /// Of a win.
    pub win: u32,
    /// Of a draw.
    pub draw: u32,
    /// Of a loss.
    pub loss: u32,
}

/// The words that begin something.
const KEYS: [&str; 19] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "string",
    "refutation",
    "currline",
    "cpuload",
    "sbhits",
    "lowerbound",
];

impl Info {
    /// A text for people.
    pub fn text(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    pub(super) fn read(words: &mut Words<'_>) -> Self {
        let mut info = Self::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.read(),
                "seldepth" => info.seldepth = words.read(),
                "multipv" => info.multipv = words.read(),
                "score" => info.score = Score::read(words),
                "wdl" => info.wdl = PerMille::read(words),
                "nodes" => info.nodes = words.read(),
                "nps" => info.nps = words.read(),
                "hashfull" => info.hashfull = words.read(),
                "tbhits" => info.tbhits = words.read(),
                "time" => info.time = words.read(),
                "currmove" => info.currmove = words.next().map(str::to_owned),
                "currmovenumber" => info.currmovenumber = words.read(),
                "pv" => info.pv = words.until(|word| KEYS.contains(&word)),
                "string" => info.string = Some(words.rest().join(" ")),
                _ => {}
            }
        }
        info
    }
}

impl Score {
    fn read(words: &mut Words<'_>) -> Option<Self> {
        let make = match words.peek()? {
            "cp" => Self::Centipawns,
            "mate" => Self::Mate,
            _ => return None,
        };
        words.next();
        let value = words.read()?;
        let bound = match words.peek() {
            Some("lowerbound") => Bound::Lower,
            Some("upperbound") => Bound::Upper,
            _ => return Some(make(value, Bound::Exact)),
        };
        words.next();
        Some(make(value, bound))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = match self {
            Self::Centipawns(value, bound) => {
                write!(formatter, "cp {value}")?;
                bound
            }
            Self::Mate(moves, bound) => {
                write!(formatter, "mate {moves}")?;
                bound
            }
        };
        formatter.write_str(match bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

impl PerMille {
    fn read(words: &mut Words<'_>) -> Option<Self> {
        Some(Self { win: words.read()?, draw: words.read()?, loss: words.read()? })
    }
}

impl fmt::Display for Info {
    /// Writes the line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn item<T: fmt::Display>(
            formatter: &mut fmt::Formatter<'_>,
            name: &str,
            value: &Option<T>,
        ) -> fmt::Result {
            value.as_ref().map_or(Ok(()), |value| write!(formatter, " {name} {value}"))
        }
        formatter.write_str("info")?;
        item(formatter, "depth", &self.depth)?;
        item(formatter, "seldepth", &self.seldepth)?;
        item(formatter, "multipv", &self.multipv)?;
        item(formatter, "score", &self.score)?;
        if let Some(PerMille { win, draw, loss }) = self.wdl {
            write!(formatter, " wdl {win} {draw} {loss}")?;
        }
        item(formatter, "nodes", &self.nodes)?;
        item(formatter, "nps", &self.nps)?;
        item(formatter, "hashfull", &self.hashfull)?;
        item(formatter, "tbhits", &self.tbhits)?;
        item(formatter, "time", &self.time)?;
        item(formatter, "currmove", &self.currmove)?;
        item(formatter, "currmovenumber", &self.currmovenumber)?;
        if !self.pv.is_empty() {
            write!(formatter, " pv {}", self.pv.join(" "))?;
        }
        item(formatter, "string", &self.string)
    }
}
