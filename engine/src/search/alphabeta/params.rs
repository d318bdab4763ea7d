//! The searcher's settings.

/// How the search goes about its work. The default is the strongest setting found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaParams {
    /// Size of the transposition table in mebibytes; 0 searches without one.
    pub hash_mb: usize,
    /// Whether what promises little is searched less deeply.
    pub reductions: Reductions,
    /// The window that an iteration starts with.
    pub aspiration: Aspiration,
}

impl Default for AlphaBetaParams {
    fn default() -> Self {
        Self { hash_mb: 16, reductions: Reductions::Selective, aspiration: Aspiration::Around(20) }
    }
}

/// Reductions of the depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reductions {
    /// Every move is searched to the full depth.
    None,
    /// Quiet moves late in the order are searched less deeply first, those of the root too, and again if they turn out
    /// well; so are nodes without a move to begin with. Where players may pass ([`Position::passed`](damier_rules::Position::passed)),
    /// positions that are good enough even so are not searched to the full depth, and quiet moves are left out in
    /// positions that are too bad, and late in the order where a policy has ordered them. So are captures beyond the
    /// depth that gain too little.
    Selective,
}

/// The first window of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aspiration {
    /// Everything.
    Full,
    /// So many hundredths of a man to either side of the score of the iteration before.
    Around(i32),
}
