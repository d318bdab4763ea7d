//! Proven results (MCTS-Solver, Winands et al. 2008).

/// Rounding tolerance between two shares of the point.
pub(super) const SAME_SHARE: f32 = 1e-4;

/// Proven result of a position for its player to move.
///
/// With more than two players it is the place of this player; the places of the others are then proven too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Proof {
    /// Nothing is proven.
    #[default]
    Unknown = 0,
    /// The player to move wins: takes the first place alone.
    Win = 1,
    /// A draw, or with more than two players anything between the first and the last place.
    Between = 2,
    /// The player to move loses: takes the last place alone.
    Loss = 3,
}

impl Proof {
    /// Returns the proof that an exact share of the point is for its player.
    #[inline]
    pub(crate) fn of_share(share: f32, players: usize) -> Self {
        // The first of n places is worth n - 1 of the n·(n - 1)/2 points that are shared out.
        let first = 2.0 / players as f32;
        if share >= first {
            Self::Win
        } else if share <= 0.0 {
            Self::Loss
        } else {
            Self::Between
        }
    }

    /// Returns the proof of the two lowest bits: the inverse of `self as u8`.
    #[inline]
    pub(super) fn of_bits(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::Unknown,
            1 => Self::Win,
            2 => Self::Between,
            _ => Self::Loss,
        }
    }
}
