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
fn nets_see_boards_of_all_sizes_through_one_frame() {
    // Stones far from all edges, on the same points of the frame: of 22×22 its first rank is 2 and its first file 4.
    let on_15 = "g7 h8 i9 j7 h10";
    let on_22 = "k9 l10 m11 n9 l12";
    for name in ["gomoku-freestyle", "gomoku-standard", "renju"] {
        for set in game(name).feature_sets() {
            for pov in [Player::FIRST, Player::SECOND] {
                let seen = active(&format!("{name}:size=22"), set, on_22, pov);
                assert_eq!(seen, active(name, set, on_15, pov), "{name} {set}");
            }
        }
    }
    // A smaller board lies in the middle: a1 of 9×9 is d4.
    let stones = |identity, moves| active(identity, "stones", moves, Player::FIRST);
    assert_eq!(stones("renju:size=9", "a1 i9 e5"), stones("renju", "d4 l12 h8"));
    // Where the stones reach an edge, so does the frame; what lies beyond its other edge has no feature.
    assert_eq!(stones("renju:size=20", "a1 b2 c1"), stones("renju", "a1 b2 c1"));
    assert_eq!(stones("renju:size=20", "t20 s19"), stones("renju", "o15 n14"));
    assert_eq!(stones("renju:size=20", "a1 t20 j10").len(), 2, "a stone in the frame, and the own colour");
}

#[test]
fn a_net_of_the_usual_board_judges_all_sizes_and_openings() {
    for name in ["gomoku-freestyle", "gomoku-standard", "renju", "gomoku-predicted"] {
        let usual = game(name);
        for options in ["size=9", "size=22", "size=20,opening=swap2", "opening=swap", "order=fsfs"] {
            if (name == "gomoku-predicted") == options.contains("opening")
                || (name != "gomoku-predicted" && options.contains("order"))
            {
                continue;
            }
            let other = game(&format!("{name}:{options}"));
            assert_eq!(other.net_id(), name);
            assert_eq!(other.encoding().count(), usual.encoding().count(), "{name}:{options}");
            for set in usual.feature_sets() {
                let [own, theirs] = [&usual, &other].map(|game| game.features(set).expect("a feature set"));
                assert_eq!(own.count(), theirs.count());
                assert_eq!(own.max_active(), theirs.max_active());
            }
        }
    }
    // What a five at the limit is worth is another game.
    assert_eq!(game("gomoku-predicted:limit=decisive,size=9").net_id(), "gomoku-predicted:limit=decisive");
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
