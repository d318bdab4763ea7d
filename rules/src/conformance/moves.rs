//! Legal moves and keys.

use std::collections::HashMap;

use super::{Turn, random_games};
use crate::{
    game::Game,
    notation::NotationFormat::Native,
    position::{MoveList, Position},
};

/// Every generated move can be written, read back and played; the list is sorted and without duplicates;
/// counting agrees with listing.
///
/// # Panics
/// If not.
pub fn generated_moves_are_legal_sorted_and_counted<G: Game>(game: &G) {
    random_games(game, |Turn { position, moves, .. }| {
        let place = game.position_text(Native, position);
        assert!(moves.is_sorted(), "not sorted in {place}");
        assert!(moves.windows(2).all(|pair| pair[0] != pair[1]), "a move twice in {place}");
        assert_eq!(position.count_moves(), moves.len(), "counted otherwise in {place}");
        let mut again = MoveList::from(moves);
        position.legal_moves(&mut again);
        assert_eq!(again, moves, "listed otherwise into a used buffer in {place}");
        for mv in moves {
            let text = game.move_text(Native, position, *mv);
            match game.parse_move(Native, position, &text) {
                Ok(read) => assert_eq!(read, *mv, "{text} is read as another move in {place}"),
                Err(error) => panic!("{text} is generated but refused in {place}: {error}"),
            }
        }
    });
}

/// The key after playing on equals the key of the same position set up from text, and different positions
/// have different keys.
///
/// # Panics
/// If not.
pub fn keys_tell_positions_apart<G: Game>(game: &G) {
    let mut seen: HashMap<u64, G::Position> = HashMap::new();
    random_games(game, |turn| {
        let position = turn.position;
        let place = game.position_text(Native, position);
        let fresh = game.parse_position(Native, &place).expect("a position's text is read");
        assert_eq!(fresh.key(), position.key(), "another key when set up: {place}");
        for mv in turn.tried() {
            let mut next = position.clone();
            next.play(mv);
            let other = seen.entry(next.key()).or_insert_with(|| next.clone());
            assert_eq!(*other, next, "two positions with one key");
        }
    });
}
