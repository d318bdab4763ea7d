//! Symmetries of a game.

use crate::{player::Player, position::Position};

/// Symmetries of a game with positions `P`; by default the identity alone.
///
/// Symmetry 0 is the identity. A symmetry may exchange the players.
pub trait Symmetry<P: Position> {
    /// Returns the number of symmetries, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// Returns the image of a position under a symmetry.
    fn transform(&self, position: &P, symmetry: usize) -> P {
        let _ = symmetry;
        position.clone()
    }

    /// Returns the image of a legal move of `position`; it is legal in the transformed position.
    fn transform_move(&self, position: &P, mv: P::Move, symmetry: usize) -> P::Move {
        let _ = (position, symmetry);
        mv
    }

    /// Returns the image of `player`; by default no symmetry exchanges the players.
    fn transform_player(&self, player: Player, symmetry: usize) -> Player {
        let _ = symmetry;
        player
    }

    /// Returns the symmetries that leave `mover`, the player to move, the identity first.
    ///
    /// Every other one looks like one of these to a network: [`Features`](crate::Features) and policy rows turn the board
    /// for a player.
    fn seen_symmetries(&self, mover: Player) -> Vec<usize> {
        (0..self.symmetries()).filter(|symmetry| self.transform_player(mover, *symmetry) == mover).collect()
    }
}
