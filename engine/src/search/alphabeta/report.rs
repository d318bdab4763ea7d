//! What a search found.

use std::time::Duration;

/// What an alpha-beta search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphaBetaReport<M> {
    /// The move to play.
    pub best: M,
    /// Its score for the player to move, in hundredths of a man; see [`score`](super::score) for wins.
    pub score: i32,
    /// The last depth that was searched completely, in plies; 0 where no search was needed.
    pub depth: u32,
    /// Nodes searched: moves made on the board.
    pub nodes: u64,
    /// The expected line, `best` first.
    pub pv: Vec<M>,
    /// Wall-clock time used.
    pub elapsed: Duration,
}
