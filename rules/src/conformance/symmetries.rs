//! Symmetries.

use super::{Turn, random_games};
use crate::{
    game::Game,
    notation::NotationFormat::Native,
    outcome::Outcome,
    player::Player,
    position::{MoveList, Position},
};

/// Symmetry 0 changes nothing; under every symmetry the legal moves correspond, playing a move and its image
/// lead to a position and its image, and outcome, quietness and the yardsticks' judgement stay the same for
/// the players and their images.
///
/// # Panics
/// If not.
pub fn symmetries_commute_with_play<G: Game>(game: &G) {
    let mut legal = MoveList::new();
    random_games(game, |turn| {
        let Turn { position, moves, .. } = turn;
        let place = game.position_text(Native, position);
        assert_eq!(game.transform(position, 0), *position, "symmetry 0 changes {place}");
        for symmetry in 0..game.symmetries() {
            let image = game.transform(position, symmetry);
            assert_eq!(image.is_quiet(), position.is_quiet(), "quiet or not: {place}, {symmetry}");
            for player in (0..position.players()).map(Player::new) {
                let moved = game.transform_player(player, symmetry);
                let [judged, expected] =
                    [game.static_eval(&image, moved), game.static_eval(position, player)];
                assert_eq!(judged, expected, "judged for {player:?}: {place}, {symmetry}");
            }
            let mover = game.transform_player(position.to_move(), symmetry);
            assert_eq!(image.to_move(), mover, "player to move: {place}, {symmetry}");
            let mut images = MoveList::new();
            images.extend(moves.iter().map(|mv| game.transform_move(position, *mv, symmetry)));
            for mv in turn.tried() {
                let moved = game.transform_move(position, mv, symmetry);
                let (mut next, mut next_image) = (position.clone(), image.clone());
                next.play(mv);
                next_image.play(moved);
                let expected = game.transform(&next, symmetry);
                assert_eq!(next_image, expected, "{mv:?} in {place}, symmetry {symmetry}");
                let shares = |position: &G::Position, symmetry| {
                    let players = position.players();
                    let image = |seat| game.transform_player(Player::new(seat), symmetry);
                    let all = |outcome: Outcome| {
                        (0..players).map(|seat| outcome.share(image(seat), players)).collect::<Vec<_>>()
                    };
                    position.outcome().map(all)
                };
                let [reached, expected] = [shares(&next_image, symmetry), shares(&next, 0)];
                assert_eq!(reached, expected, "outcome after {mv:?} in {place}, {symmetry}");
            }
            images.sort_unstable();
            image.legal_moves(&mut legal);
            assert_eq!(legal, images, "moves in {place}, symmetry {symmetry}");
        }
    });
}
