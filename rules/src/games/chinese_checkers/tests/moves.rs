//! Steps, hops and passes.

use super::{after, game, legal, position};
use crate::{
    games::chinese_checkers::StarPosition,
    notation::{Notation, NotationFormat::Native},
    position::Position,
};

/// The numbers of the cells to which the piece on `from` can go.
fn destinations(options: &str, text: &str, from: u32) -> Vec<u32> {
    let game = game(options);
    let position: StarPosition = position(&game, text);
    let own = legal(&game, &position);
    let own =
        own.iter().filter_map(|mv| mv.split_once('-')).filter(|(origin, _)| *origin == from.to_string());
    own.map(|(_, to)| to.parse().expect("a cell")).collect()
}

const ADJACENT: &str = "";
const EQUIDISTANT: &str = "hop=equidistant,passivity=off";

#[test]
fn chains_stop_anywhere_and_do_not_mix_with_steps() {
    // Steps to the neighbours of 57; hops over 58, 60 and 62 to 59, 61 and 63; back to 57 is no move.
    let text = "R:R1-9,57:G58,60,62,115-121";
    assert_eq!(destinations(ADJACENT, text, 57), [47, 48, 59, 61, 63, 66, 67]);
    // Over an own piece as well.
    let text = "R:R1-8,57,58:G60,62,114-121";
    assert_eq!(destinations(ADJACENT, text, 57), [47, 48, 59, 61, 63, 66, 67]);
}

#[test]
fn two_pieces_in_a_row_are_not_hopped_over() {
    let text = "R:R1-9,57:G58,59,61,115-121";
    assert_eq!(destinations(ADJACENT, text, 57), [47, 48, 66, 67]);
    assert_eq!(destinations(EQUIDISTANT, text, 57), [47, 48, 66, 67]);
}

#[test]
fn a_piece_midway_is_hopped_over_at_any_distance() {
    let text = "R:R1-9,57:G60,115-121,99,100";
    assert_eq!(destinations(ADJACENT, text, 57), [47, 48, 58, 66, 67]);
    assert_eq!(destinations(EQUIDISTANT, text, 57), [47, 48, 58, 63, 66, 67]);
    // Another piece before the landing, on it, or before the middle.
    for other in [62, 63, 58] {
        let text = format!("R:R1-9,57:G60,115-121,99,{other}");
        assert!(!destinations(EQUIDISTANT, &text, 57).contains(&63), "{other}");
    }
}

#[test]
fn the_origin_counts_as_empty() {
    // 103 over 91 to 81, over 92 to 105, and back over 102 across its origin to 99.
    let text = "R:R1-9,103:G91,92,102,115-121";
    assert!(destinations(EQUIDISTANT, text, 103).contains(&99));
    assert!(!destinations(EQUIDISTANT, text, 103).contains(&103));
    // Without the middle piece of the chain nothing leads there.
    let text = "R:R1-9,103:G91,57,102,115-121";
    assert!(!destinations(EQUIDISTANT, text, 103).contains(&99));
}

#[test]
fn foreign_points_are_open_and_a_goal_may_be_left() {
    assert!(destinations(ADJACENT, "R:R1-9,65:G112-121", 65).contains(&56));
    assert!(destinations(ADJACENT, "R:R1-9,74:G112-121", 74).contains(&75));
    assert_eq!(destinations(ADJACENT, "R:R1-9,112:G57-65,116", 112), [103, 104, 113, 119]);
}

#[test]
fn a_player_without_a_move_passes() {
    let game = game("players=3,ranking=moves");
    let shut_in = "R:R1-10/7:Y15-19,27-31/7:B32,57-65/7";
    assert_eq!(legal(&game, &position(&game, shut_in)), ["pass"]);
    assert_eq!(position(&game, shut_in).count_moves(), 1);
    let next = after(&game, shut_in, "pass");
    // A pass is not counted as a move.
    assert_eq!(game.position_text(Native, &next), "Y:R1-10/7:Y15-19,27-31/7:B32,57-65/7");
    let error = game.parse_move(Native, &next, "pass").expect_err("there are moves").to_string();
    assert!(error.contains("only a player without a move passes"), "{error}");
    let error = game.parse_move(Native, &position(&game, shut_in), "7-14").expect_err("no step");
    assert!(error.to_string().contains("has to pass"), "{error}");
}
