//! Symmetries of any game.

use super::{
    AnyGame, AnyMove, AnyPosition,
    game::Typed,
    moves::{erased_move, typed_move},
};
use crate::{game::Game, player::Player, symmetry::Symmetry};

impl<G: Game> Symmetry<AnyPosition> for Typed<G> {
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn transform(&self, position: &AnyPosition, symmetry: usize) -> AnyPosition {
        AnyPosition::new(self.0.transform(position.typed(), symmetry))
    }

    fn transform_move(&self, position: &AnyPosition, mv: AnyMove, symmetry: usize) -> AnyMove {
        let position = position.typed();
        let mv = self.0.transform_move(position, typed_move(position, mv), symmetry);
        erased_move(&self.0.transform(position, symmetry), mv)
    }

    fn transform_places(
        &self,
        (position, image): (&AnyPosition, &AnyPosition),
        symmetry: usize,
        places: &mut [usize],
    ) {
        self.0.transform_places((position.typed(), image.typed()), symmetry, places);
    }

    fn transform_player(&self, player: Player, symmetry: usize) -> Player {
        self.0.transform_player(player, symmetry)
    }

    fn seen_symmetries(&self, mover: Player) -> Vec<usize> {
        self.0.seen_symmetries(mover)
    }
}

impl Symmetry<AnyPosition> for AnyGame {
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn transform(&self, position: &AnyPosition, symmetry: usize) -> AnyPosition {
        self.0.transform(position, symmetry)
    }

    fn transform_move(&self, position: &AnyPosition, mv: AnyMove, symmetry: usize) -> AnyMove {
        self.0.transform_move(position, mv, symmetry)
    }

    fn transform_places(
        &self,
        (position, image): (&AnyPosition, &AnyPosition),
        symmetry: usize,
        places: &mut [usize],
    ) {
        self.0.transform_places((position, image), symmetry, places);
    }

    fn transform_player(&self, player: Player, symmetry: usize) -> Player {
        self.0.transform_player(player, symmetry)
    }

    fn seen_symmetries(&self, mover: Player) -> Vec<usize> {
        self.0.seen_symmetries(mover)
    }
}
