//! What the engine tells while it thinks.

use crate::fields::Fields;

/// What follows `info`.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Mean depth of the leaves, in plies.
    pub mean_depth: Option<f64>,
    /// What the position is worth to the player to move, in men.
    pub score: Option<f64>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Seconds since the search began.
    pub time: Option<f64>,
    /// Millions of nodes per second.
    pub nps: Option<f64>,
    /// The line the engine expects.
    pub pv: Vec<String>,
    /// What judges the variant, in words: an argument of ours, told once.
    pub judge: Option<String>,
}

impl Info {
    pub(super) fn of(fields: &Fields) -> Self {
        Self {
            depth: fields.read("depth"),
            mean_depth: fields.real("mean-depth"),
            score: fields.real("score"),
            nodes: fields.read("nodes"),
            time: fields.real("time"),
            nps: fields.real("nps"),
            pv: fields.list("pv"),
            judge: fields.owned("judge"),
        }
    }

    pub(super) fn fields(&self) -> Fields {
        Fields::new("info")
            .with_some("depth", self.depth)
            .with_some("mean-depth", self.mean_depth)
            .with_some("score", self.score)
            .with_some("nodes", self.nodes)
            .with_some("time", self.time)
            .with_some("nps", self.nps)
            .with_list("pv", &self.pv)
            .with_some("judge", self.judge.as_ref())
    }
}
