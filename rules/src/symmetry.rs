//! Symmetries of a game.

use crate::{
    player::Player,
    position::{MoveList, Position},
};

/// Replaces places of legal moves of a position, in canonical order, by those of their images under a symmetry. The lists
/// are the legal moves of the position and of its image.
pub(crate) fn move_images<P: Position>(
    game: &(impl Symmetry<P> + ?Sized),
    (position, symmetry): (&P, usize),
    [moves, images]: [&MoveList<P::Move>; 2],
    places: &mut [usize],
) {
    for place in places {
        let image = game.transform_move(position, moves[*place], symmetry);
        *place = images.binary_search(&image).expect("legal in the transformed position");
    }
}

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

    /// Replaces places of legal moves of `position`, in canonical order, by those of their images in its image.
    ///
    /// # Panics
    /// If there is no move at a place, or `image` is that of another position or symmetry.
    fn transform_places(&self, (position, image): (&P, &P), symmetry: usize, places: &mut [usize]) {
        let (mut moves, mut images) = (MoveList::new(), MoveList::new());
        position.legal_moves(&mut moves);
        image.legal_moves(&mut images);
        move_images(self, (position, symmetry), [&moves, &images], places);
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
