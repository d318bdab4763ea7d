//! What the engine tells while it thinks.

use crate::fields::Fields;

/// What follows `info`. Everything is from the point of view of the player to move.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Info {
    /// The number of this line among several, from 1.
    pub line: Option<u32>,
    /// Plies of the expected line.
    pub depth: Option<u32>,
    /// The longest line looked at, in plies.
    pub longest: Option<u32>,
    /// Expected share of the game's point, 0 to 1.
    pub value: Option<f64>,
    /// Chances of a win, of a draw and of a loss, which sum to 1; only of two players.
    pub wdl: Option<[f64; 3]>,
    /// What is proven.
    pub proven: Option<Proven>,
    /// Plies expected to the end of the game.
    pub left: Option<f64>,
    /// Simulations of the line's first move.
    pub visits: Option<u64>,
    /// Simulations in all.
    pub nodes: Option<u64>,
    /// Seconds since the search began.
    pub time: Option<f64>,
    /// The line the engine expects.
    pub moves: Vec<String>,
}

/// What is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proven {
    /// The player to move wins.
    Win,
    /// It is a draw.
    Draw,
    /// The player to move loses.
    Loss,
}

const PROVEN: [(&str, Proven); 3] = [("win", Proven::Win), ("draw", Proven::Draw), ("loss", Proven::Loss)];

impl Info {
    pub(super) fn of(fields: &Fields) -> Self {
        let proven = fields.get("proven");
        Self {
            line: fields.read("line"),
            depth: fields.read("depth"),
            longest: fields.read("longest"),
            value: fields.real("value"),
            wdl: wdl(fields),
            proven: PROVEN.iter().find(|(name, _)| Some(*name) == proven).map(|(_, proven)| *proven),
            left: fields.real("left"),
            visits: fields.read("visits"),
            nodes: fields.read("nodes"),
            time: fields.real("time"),
            moves: fields.list("moves"),
        }
    }

    pub(super) fn fields(&self) -> Fields {
        let proven = self
            .proven
            .and_then(|proven| PROVEN.iter().find(|(_, other)| *other == proven))
            .map(|(name, _)| name);
        Fields::new("info")
            .with_some("line", self.line)
            .with_some("depth", self.depth)
            .with_some("longest", self.longest)
            .with_some("value", self.value)
            .with_some("wdl", self.wdl.map(|[win, draw, loss]| format!("{win} {draw} {loss}")))
            .with_some("proven", proven)
            .with_some("left", self.left)
            .with_some("visits", self.visits)
            .with_some("nodes", self.nodes)
            .with_some("time", self.time)
            .with_list("moves", &self.moves)
    }
}

fn wdl(fields: &Fields) -> Option<[f64; 3]> {
    let words = fields.list("wdl");
    let numbers: Vec<f64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let numbers: [f64; 3] = numbers.try_into().ok()?;
    numbers.iter().all(|number| number.is_finite()).then_some(numbers)
}
