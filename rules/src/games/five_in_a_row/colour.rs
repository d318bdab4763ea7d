//! The colours of stones.

/// The colour of a stone. Black moves first. A colour is not a player: openings may exchange them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Moves first.
    Black,
    /// Moves second.
    White,
}

impl Colour {
    /// Both, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The colour of the next stone after a number of moves: Black's moves have odd numbers, passes included.
    pub const fn after_moves(moves: usize) -> Self {
        if moves.is_multiple_of(2) { Self::Black } else { Self::White }
    }

    /// Its name in English.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }
}
