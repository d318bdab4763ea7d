//! A position: three sets of squares and the player to move.

use super::{bits::Bits, description::Description, goal::Goal, turn::Turn, variant::Variant};
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
    pub(super) turn: Turn,
    pub(super) limit: V::Limit,
}

impl<V: Variant> DraughtsPosition<V> {
    /// Returns the start position of a description that has the variant's board and moves.
    pub(super) fn start(description: &Description, goal: Goal) -> Self {
        let [own, their] = V::GEOMETRY.homes(description).map(V::Bits::from_mask);
        Self { own, their, ..Self::empty_board(Player::FIRST) }.with_goal(goal)
    }

    /// Returns the position without the pieces on some squares.
    pub(super) fn without(self, missing: V::Bits) -> Self {
        Self { own: self.own & !missing, their: self.their & !missing, ..self }
    }

    /// Returns a board without a piece, with the usual goal.
    pub(super) fn empty_board(to_move: Player) -> Self {
        Self {
            own: V::Bits::EMPTY,
            their: V::Bits::EMPTY,
            kings: V::Bits::EMPTY,
            turn: Turn::new(to_move, Goal::default()),
            limit: V::Limit::default(),
        }
    }

    /// Returns the same position, in a game with another goal.
    pub(super) fn with_goal(self, goal: Goal) -> Self {
        Self { turn: Turn::new(self.mover(), goal), ..self }
    }

    /// Returns the player to move.
    #[inline(always)]
    pub(super) fn mover(&self) -> Player {
        self.turn.player()
    }

    /// Returns what wins.
    #[inline(always)]
    pub(super) fn goal(&self) -> Goal {
        self.turn.goal()
    }

    /// All pieces of a player.
    #[inline]
    pub(super) fn pieces(&self, player: Player) -> V::Bits {
        if player == self.mover() { self.own } else { self.their }
    }

    /// The number of men of a player.
    pub fn men(&self, player: Player) -> usize {
        (self.pieces(player) & !self.kings).count() as usize
    }

    /// The number of kings of a player.
    pub fn kings(&self, player: Player) -> usize {
        (self.pieces(player) & self.kings).count() as usize
    }

    /// Returns what a player's men are worth by how far they are: the square of the rows that the foremost is ahead.
    pub(super) fn advance(&self, player: Player) -> i32 {
        let men = self.pieces(player) & !self.kings;
        let crowning = V::Bits::from_mask(V::GEOMETRY.crowning[player.index()]).lowest() as u8;
        let goal_row = V::GEOMETRY.row_of(crowning);
        let rows_left = |bit: u32| V::GEOMETRY.row_of(bit as u8).abs_diff(goal_row);
        let nearest = men.squares().map(rows_left).min().unwrap_or(V::DESCRIPTION.rows);
        (V::DESCRIPTION.rows.saturating_sub(nearest) as i32).pow(2)
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
