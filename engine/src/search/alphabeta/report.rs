//! Result of an alpha-beta search.

use std::time::Duration;

/// Result of an alpha-beta search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphaBetaReport<M> {
    /// The move to play.
    pub best: M,
    /// Score of `best` for the player to move, in centipawns; see [`score`](super::score) for wins.
    pub score: i32,
    /// Last completed depth, in plies; 0 where no search was needed.
    pub depth: u32,
    /// Nodes: moves made on the board.
    pub nodes: u64,
    /// Principal variation, `best` first.
    pub pv: Vec<M>,
    /// Wall-clock time used.
    pub elapsed: Duration,
}
