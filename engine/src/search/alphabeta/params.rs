//! Parameters of the alpha-beta search.

/// Parameters of the alpha-beta search. The default is the strongest setting found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaParams {
    /// Size of the transposition table in mebibytes; 0 disables it.
    pub hash_mb: usize,
    /// Reductions and forward pruning.
    pub reductions: Reductions,
    /// Aspiration window of an iteration.
    pub aspiration: Aspiration,
    /// Contempt of the player to move at the root in percent, -100..=100: a draw is worth (100 - contempt) / 200 points.
    pub contempt: i32,
}

impl Default for AlphaBetaParams {
    fn default() -> Self {
        Self {
            hash_mb: 16,
            reductions: Reductions::Selective,
            aspiration: Aspiration::Around(20),
            contempt: 0,
        }
    }
}

/// Reductions and forward pruning of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reductions {
    /// Searches every move to the full depth.
    None,
    /// Late-move reductions, internal iterative reduction, lazy evaluation and delta pruning in every game.
    ///
    /// With a null move ([`Tactics::null_move`](damier_rules::Tactics::null_move)) also null-move pruning, reverse futility
    /// pruning, futility pruning and, where a policy orders the moves, late-move pruning.
    Selective,
}

/// First window of an iteration (aspiration window).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aspiration {
    /// The full window.
    Full,
    /// A margin in centipawns on either side of the previous iteration's score.
    Around(i32),
}
