//! A move.

use super::bits::Bits;

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// A man.
    Man,
    /// A king.
    King,
}

/// A step or a complete capture. Its order, which is the canonical one, is by origin, then destination,
/// then captured set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DraughtsMove<B: Bits> {
    /// The bit that the piece leaves.
    pub(super) from: u8,
    /// The bit that it arrives at; equal to `from` where a capture ends where it began.
    pub(super) to: u8,
    /// The captured pieces; none for a step.
    pub(super) captured: B,
    /// What the piece is when it has arrived.
    pub(super) arrives: Rank,
}

impl<B: Bits> DraughtsMove<B> {
    /// Whether it captures.
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// The number of captured pieces.
    pub fn captures(&self) -> usize {
        self.captured.count() as usize
    }
}
