//! A position: three sets of squares and the player to move.

use super::{bits::Bits, variant::Variant};
use crate::player::Player;

/// A position of a variant of draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DraughtsPosition<V: Variant> {
    /// All pieces of the player to move.
    pub(super) own: V::Bits,
    /// All pieces of the opponent.
    pub(super) their: V::Bits,
    /// The kings of both players.
    pub(super) kings: V::Bits,
    pub(super) to_move: Player,
}

impl<V: Variant> DraughtsPosition<V> {
    /// The start position.
    pub fn start() -> Self {
        Self {
            own: V::Bits::from_mask(V::GEOMETRY.home[0]),
            their: V::Bits::from_mask(V::GEOMETRY.home[1]),
            kings: V::Bits::EMPTY,
            to_move: Player::FIRST,
        }
    }

    /// All pieces of a player.
    #[inline]
    pub(super) fn pieces(&self, player: Player) -> V::Bits {
        if player == self.to_move { self.own } else { self.their }
    }

    /// The number of men of a player.
    pub fn men(&self, player: Player) -> usize {
        (self.pieces(player) & !self.kings).count() as usize
    }

    /// The number of kings of a player.
    pub fn kings(&self, player: Player) -> usize {
        (self.pieces(player) & self.kings).count() as usize
    }

    pub(super) fn has_kings(&self) -> bool {
        !self.kings.is_empty()
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> V::Bits {
        self.own | self.their
    }

    #[inline(always)]
    pub(super) fn empty(&self) -> V::Bits {
        V::Bits::from_mask(V::GEOMETRY.board) & !self.occupied()
    }

    /// A set with the board turned by 180°.
    #[inline(always)]
    pub(super) fn turned(set: V::Bits) -> V::Bits {
        set.reversed() >> (V::Bits::SIZE - V::GEOMETRY.bits)
    }
}
