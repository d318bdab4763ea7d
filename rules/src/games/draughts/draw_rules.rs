//! The draw rules of a variant, as data.

/// The most rules about endings that a variant has.
pub const MAX_ENDINGS: usize = 5;

/// The draw rules of a variant; the third repetition draws in every one.
#[derive(Clone, Copy, Debug)]
pub struct DrawRules {
    /// Moves by each side without a capture or a man's move.
    pub quiet_moves: u16,
    /// Rules about endings, at most [`MAX_ENDINGS`].
    pub endings: &'static [Ending],
    /// One king against one king.
    pub bare_kings: BareKings,
}

/// What becomes of one king against one king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BareKings {
    /// Nothing special.
    PlayedOn,
    /// A draw at once, unless the player to move can capture.
    Drawn,
}

/// A balance of material that may last for a number of moves only.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// The balance.
    pub balance: Balance,
    /// Moves by each side.
    pub moves: u16,
}

/// A kind of balance.
#[derive(Clone, Copy, Debug)]
pub enum Balance {
    /// A lone king against several pieces.
    LoneKing {
        /// The fewest and the most pieces on the other side.
        pieces: [u32; 2],
        /// The kings among them.
        kings: Kings,
        /// Where the lone king stands.
        place: Place,
    },
    /// Both sides have kings, and nothing has been captured or crowned since.
    BothHaveKings {
        /// The fewest and the most pieces of both sides together.
        pieces: [u32; 2],
    },
}

/// How many of several pieces are kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kings {
    /// One or more.
    Some,
    /// All.
    All,
}

/// Where a king has to stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Anywhere.
    Anywhere,
    /// On the long diagonal.
    LongDiagonal,
}
