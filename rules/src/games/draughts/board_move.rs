//! A move.

use super::{bits::Bits, geometry::DIRECTIONS};

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// A man.
    Man,
    /// A king.
    King,
}

/// What kind of move it is, in canonical order: a capture, steps of men by direction, steps of kings by
/// direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Class(u8);

impl Class {
    /// A capture.
    pub(super) const CAPTURE: Self = Self(0);

    /// A step.
    #[inline(always)]
    pub(super) const fn step(rank: Rank, direction: usize) -> Self {
        match rank {
            Rank::Man => Self(1 + direction as u8),
            Rank::King => Self((1 + DIRECTIONS + direction) as u8),
        }
    }

    /// Whether it is a step of a king.
    pub(super) const fn is_king_step(self) -> bool {
        self.0 as usize > DIRECTIONS
    }
}

/// A step or a complete capture. Its order, which is the canonical one, is by class, then origin, then
/// destination, then captured set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DraughtsMove<B: Bits> {
    pub(super) class: Class,
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
