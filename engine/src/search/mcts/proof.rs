//! Proven results and how they combine.

/// What is known for certain about a position, relative to its player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Proof {
    /// Nothing.
    #[default]
    Unknown = 0,
    /// The player to move wins.
    Win = 1,
    /// A draw.
    Draw = 2,
    /// The player to move loses.
    Loss = 3,
}

impl Proof {
    /// The share of the point that a proven result is worth; `None` where nothing is proven.
    pub fn share(self) -> Option<f32> {
        match self {
            Self::Unknown => None,
            Self::Win => Some(1.0),
            Self::Draw => Some(0.5),
            Self::Loss => Some(0.0),
        }
    }

    /// The same result, seen by the opponent.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            same => same,
        }
    }

    /// The inverse of `self as u8`, by the two lowest bits.
    pub(super) fn from_bits(bits: u32) -> Self {
        match bits & 3 {
            0 => Self::Unknown,
            1 => Self::Win,
            2 => Self::Draw,
            _ => Self::Loss,
        }
    }

    /// What the results of all moves, relative to the player who chooses among them, prove: one winning
    /// move is enough to win, everything else needs every move to be proven.
    pub fn of_moves(moves: impl IntoIterator<Item = Self>) -> Self {
        let mut best = Self::Loss;
        for proof in moves {
            match proof {
                Self::Win => return Self::Win,
                Self::Unknown => best = Self::Unknown,
                Self::Draw if best == Self::Loss => best = Self::Draw,
                Self::Draw | Self::Loss => {}
            }
        }
        best
    }
}
