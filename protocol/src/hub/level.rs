//! The bounds of a search.

use crate::fields::{Fields, Reads};

/// What follows `level`. Times are in seconds; clocks may be overdrawn, so they have a sign.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Level {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// For this move.
    pub move_time: Option<f64>,
    /// Moves to the next time control.
    pub moves: Option<u32>,
    /// What is left on the clock.
    pub time: Option<f64>,
    /// What is added before each move.
    pub increment: Option<f64>,
    /// Until `stop`.
    pub infinite: Option<()>,
    /// Bounds whose values cannot be read.
    pub unread: Vec<(String, String)>,
}

/// What the bounds are.
const BOUNDS: [(&str, Reads); 7] = [
    ("depth", Reads::Whole32),
    ("nodes", Reads::Whole64),
    ("move-time", Reads::Real),
    ("moves", Reads::Whole32),
    ("time", Reads::Real),
    ("inc", Reads::Real),
    ("infinite", Reads::Anything),
];

impl Level {
    pub(super) fn of(fields: &Fields) -> Self {
        let known = |name: &str| BOUNDS.iter().any(|(other, _)| *other == name);
        Self {
            depth: fields.read("depth"),
            nodes: fields.read("nodes"),
            move_time: fields.real("move-time"),
            moves: fields.read("moves"),
            time: fields.real("time"),
            increment: fields.real("inc"),
            infinite: fields.get("infinite").map(|_| ()),
            unread: fields.unread(&BOUNDS).into_iter().filter(|(name, _)| known(name)).collect(),
        }
    }

    pub(super) fn fields(&self) -> Fields {
        let bounds = Fields::new("level")
            .with_some("depth", self.depth)
            .with_some("nodes", self.nodes)
            .with_some("move-time", self.move_time)
            .with_some("moves", self.moves)
            .with_some("time", self.time)
            .with_some("inc", self.increment)
            .with_flag("infinite", self.infinite);
        self.unread.iter().fold(bounds, |fields, (name, value)| fields.with(name, value))
    }
}
