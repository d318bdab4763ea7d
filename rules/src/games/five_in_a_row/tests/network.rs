//! Features and policy rows.

use super::{game, played};
use crate::{
    MoveEncoding, MoveList, Player, Position,
    features::Features,
    game::Game,
    notation::{Notation, NotationFormat::Native},
};

fn active(identity: &str, set: &str, moves: &str, pov: Player) -> Vec<u32> {
    let game = game(identity);
    let features = game.features(set).expect("a feature set");
    let mut active = Vec::new();
    features.active(&played(&game, moves), pov, &mut active);
    active.sort_unstable();
    active
}

#[test]
fn stones_are_own_or_theirs() {
    // Own stones, their stones, and the own colour.
    assert_eq!(active("renju", "stones", "a1 b1", Player::FIRST), [0, 225 + 1, 450]);
    assert_eq!(active("renju", "stones", "a1 b1", Player::SECOND), [1, 225, 451]);
    // With the colours exchanged the players see what the other one saw.
    let swapped = active("renju:opening=swap", "stones", "a1 b1 c1 black", Player::SECOND);
    assert_eq!(swapped, active("renju:opening=swap", "stones", "a1 b1 c1 white", Player::FIRST));
}

#[test]
fn an_empty_board_has_no_lines() {
    assert_eq!(active("gomoku-freestyle", "lines", "", Player::FIRST).len(), 1);
    // Two neighbours make threes and twos at the points around them.
    assert!(active("gomoku-freestyle", "lines", "h8 a1 i8", Player::FIRST).len() > 10);
}

#[test]
fn the_limit_and_the_obliged_colour_are_inputs() {
    const OPENING: &str = "m15 o15 n15 l15";
    let inputs = |predictions: &str, pov| {
        active("gomoku-predicted", "stones", &format!("{OPENING} {predictions} a1"), pov)
    };
    let white = inputs("W42 W42", Player::SECOND);
    for other in ["W42 W44", "W40 W40", "W42 B43", "draw W42", "W42 W46"] {
        assert_ne!(white, inputs(other, Player::SECOND), "{other}");
    }
    // The distance to the limit counts, not the number of the move.
    let game = game("gomoku-predicted");
    let features = game.features("stones").expect("a feature set");
    let mut lists = ["W42 W42 pass a1", "W44 W44 pass pass"].map(|_| Vec::new());
    let early = played(&game, &format!("{OPENING} W42 W42"));
    let late = played(&game, &format!("{OPENING} W44 W44 pass"));
    features.active(&early, Player::FIRST, &mut lists[0]);
    features.active(&late, Player::FIRST, &mut lists[1]);
    assert_ne!(lists[0], lists[1]);
}

#[test]
fn the_largest_board_stays_within_a_thousand_active_features() {
    for identity in ["gomoku-freestyle:size=22", "renju:size=22", "gomoku-predicted:size=22"] {
        let game = game(identity);
        for id in game.feature_sets() {
            assert!(game.features(id).expect("listed").max_active() <= 1_000, "{identity} {id}");
        }
    }
}

#[test]
fn a_stone_that_makes_five_has_a_row_of_its_own_kind() {
    let game = game("gomoku-freestyle");
    let position = played(&game, "a1 a9 b1 b9 c1 c9 d1 d9");
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut rows = Vec::new();
    game.encoding().rows(&position, &moves, &mut rows);
    let row = |text: &str| {
        let mv = game.parse_move(Native, &position, text).expect("legal");
        rows[moves.iter().position(|other| *other == mv).expect("listed")] / 225
    };
    let [five, block, idle] = ["e1", "e9", "o5"].map(row);
    assert!(five != block && five != idle && block != idle);
    assert_eq!(idle, 0);
}
