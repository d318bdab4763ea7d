//! Symmetries.

use super::{Turn, random_games};
use crate::{
    game::Game,
    position::{MoveList, Position},
};

/// Symmetry 0 changes nothing; under every symmetry the legal moves correspond, playing a move and its image
/// lead to a position and its image, and outcome, quietness and material stay the same for the player to
/// move.
///
/// # Panics
/// If not.
pub fn symmetries_commute_with_play<G: Game>(game: &G) {
    let mut legal = MoveList::new();
    random_games(game, |Turn { position, moves, .. }| {
        let place = game.position_text(position);
        assert_eq!(game.transform(position, 0), *position, "symmetry 0 changes {place}");
        for symmetry in 0..game.symmetries() {
            let image = game.transform(position, symmetry);
            assert_eq!(image.is_quiet(), position.is_quiet(), "quiet or not: {place}, {symmetry}");
            assert_eq!(game.material(&image), game.material(position), "material: {place}, {symmetry}");
            let mut images = MoveList::new();
            for mv in moves {
                let moved = game.transform_move(position, *mv, symmetry);
                images.push(moved);
                let (mut next, mut next_image) = (position.clone(), image.clone());
                next.play(*mv);
                next_image.play(moved);
                let expected = game.transform(&next, symmetry);
                assert_eq!(next_image, expected, "{mv:?} in {place}, symmetry {symmetry}");
                let share = |position: &G::Position| {
                    position.outcome().map(|outcome| outcome.share(position.to_move(), position.players()))
                };
                assert_eq!(share(&next_image), share(&next), "outcome after {mv:?} in {place}, {symmetry}");
            }
            images.sort_unstable();
            image.legal_moves(&mut legal);
            assert_eq!(legal, images, "moves in {place}, symmetry {symmetry}");
        }
    });
}
