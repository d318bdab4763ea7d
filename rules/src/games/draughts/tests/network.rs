//! Features and policy rows.

use super::position;
use crate::{
    encoding::MoveEncoding,
    features::Features,
    game::Game,
    games::draughts::{Draughts, English, International, encoding::OVERFLOW_ROWS},
    player::Player,
    position::{MoveList, Position},
};

#[test]
fn pieces_are_seen_from_the_point_of_view() {
    let game = Draughts::<International>::new();
    let features = game.features("ps").expect("a feature set");
    let position = position::<International>("W:W50,K1:B2");
    let mut active = Vec::new();
    features.active(&position, Player::FIRST, &mut active);
    // Own man on 50, own king on 1, their man on 2.
    assert_eq!(active, [49, 50, 101]);
    features.active(&position, Player::SECOND, &mut active);
    active.sort_unstable();
    // Turned: own man on 49, their man on 1, their king on 50.
    assert_eq!(active, [48, 100, 199]);
}

#[test]
fn windows_without_men_are_not_active() {
    let game = Draughts::<International>::new();
    let features = game.features("ps+men6").expect("a feature set");
    let mut active = Vec::new();
    features.active(&position::<International>("W:WK50:BK1"), Player::FIRST, &mut active);
    assert_eq!(active.len(), 2);
    features.active(&game.start(), Player::FIRST, &mut active);
    assert!(active.len() > 40);
}

#[test]
fn moves_with_equal_ends_have_overflow_rows() {
    let game = Draughts::<English>::new();
    let position = position::<English>("W:W23:B18,10,19,11,1");
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let encoding = game.encoding();
    let mut rows = Vec::new();
    encoding.rows(&position, &moves, &mut rows);
    // White is the second player: 23 is turned to 10, 7 to 26.
    assert_eq!(rows, [9 * 32 + 25, 32 * 32]);
    assert_eq!(encoding.count(), 32 * 32 + OVERFLOW_ROWS);
}
