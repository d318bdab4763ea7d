//! A move.

use super::star::NOWHERE;

/// A step, a chain of hops (only its ends count), or a pass. Its order, which is the canonical one, is by
/// origin, then destination.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StarMove {
    /// The cell that the piece leaves, from 0.
    pub(super) from: u8,
    /// The cell that it arrives at, from 0; never the one it left.
    pub(super) to: u8,
}

impl StarMove {
    /// What a player does who has no move.
    pub const PASS: Self = Self { from: NOWHERE, to: NOWHERE };
}
