//! Captures along ranks and files, the worth of captures, and kings that have to rest.

use super::{after, legal, position};
use crate::{
    game::Game,
    games::draughts::{Draughts, Frisian},
    notation::{Notation, NotationFormat},
    options::Options,
    outcome::Outcome,
    position::Position,
    symmetry::Symmetry,
};

#[test]
fn men_capture_in_eight_directions() {
    for (prey, landing) in [(22, 17), (23, 19), (33, 39), (32, 37), (18, 8), (38, 48), (27, 26), (29, 30)] {
        let text = format!("W:W28:B{prey}");
        assert_eq!(legal::<Frisian>(&text), [format!("28x{landing}")], "{text}");
    }
    // A rank ends at the board's edge.
    assert_eq!(legal::<Frisian>("W:W35:B36"), ["35-30"]);
    assert_eq!(legal::<Frisian>("W:W26:B25"), ["26-21"]);
}

#[test]
fn kings_capture_in_eight_directions_and_move_in_four() {
    assert_eq!(legal::<Frisian>("W:WK46:B26"), ["46x16", "46x6"]);
    assert_eq!(legal::<Frisian>("W:WK46:BK48"), ["46x49", "46x50"]);
    assert_eq!(legal::<Frisian>("W:WK46:B6").len(), 9);
}

#[test]
fn a_king_is_worth_less_than_two_men_and_more_than_one() {
    // Two men or one king.
    assert_eq!(legal::<Frisian>("W:W28:B18,9,K29"), ["28x10"]);
    // Two kings or three men.
    assert_eq!(legal::<Frisian>("W:W28,36:BK29,K24,41,42,32"), ["28x19"]);
    // A king or a man.
    assert_eq!(legal::<Frisian>("W:W28:BK22,23"), ["28x17"]);
}

#[test]
fn among_captures_of_equal_worth_a_king_captures() {
    assert_eq!(legal::<Frisian>("W:W32,K46:B27,26"), ["46x16", "46x6"]);
    assert_eq!(legal::<Frisian>("W:W32,K46:BK27,26"), ["32x21"]);
}

/// The position after moves, each of which is legal.
fn played(start: &str, moves: &[&str]) -> String {
    moves.iter().fold(start.to_owned(), |text, mv| after::<Frisian>(&text, mv))
}

#[test]
fn a_king_rests_after_three_moves_as_long_as_there_is_a_man() {
    let text = played("W:WK47,49:BK1,6", &["47-42", "1-7", "42-47", "7-1", "47-42"]);
    assert_eq!(text, "B:WK42,49:BK1,6:+201+342");
    let text = played(&text, &["6-11"]);
    assert_eq!(text, "W:WK42,49:BK1,11:+0+342");
    assert_eq!(legal::<Frisian>(&text), ["49-43", "49-44"]);
    // Another piece's move ends the rest.
    let text = played(&text, &["49-43", "1-7"]);
    assert_eq!(text, "W:WK42,43:BK7,11:+107+0");
    assert!(legal::<Frisian>(&text).iter().any(|mv| mv.starts_with("42-")));
}

#[test]
fn kings_alone_do_not_rest() {
    let text = played("W:WK47:BK1,6", &["47-42", "1-7", "42-47", "7-1", "47-42", "6-11", "42-47"]);
    assert_eq!(text, "B:WK47:BK1,11");
    // The count is over with the last man, and with the king.
    assert_eq!(after::<Frisian>("W:WK46:BK5,41:+205+0", "46x37"), "B:WK37:BK5");
    assert_eq!(after::<Frisian>("W:WK46:B6,K28:+228+0", "46x23"), "B:WK23:B6");
}

#[test]
fn a_resting_king_captures() {
    assert_eq!(legal::<Frisian>("W:WK46,49:B28:+0+346"), ["46x10", "46x14", "46x19", "46x23", "46x5"]);
}

#[test]
fn a_player_whose_only_move_is_that_of_a_resting_king_has_lost() {
    let position = position::<Frisian>("W:WK46,35:B30,24,25,15:+0+346");
    assert_eq!(position.count_moves(), 0);
    assert!(matches!(position.outcome(), Some(Outcome::Win(_))));
}

#[test]
fn texts_tell_which_king_rests() {
    let game = Draughts::<Frisian>::new();
    for (text, other) in [
        ("W:WK46,49:BK5,6:+0+346", "W:WK46,49:BK5,6:+0+3"),
        ("W:WK46,49:BK5,6:+105+0", "W:WK46,49:BK5,6:H3:F12:+1+0"),
        ("W:WK46:BK5,6", "W:WK46:BK5,6:+0+346"),
        ("W:WK46,49:BK5,6", "W:WK46,49:BK5,6:+0+0"),
    ] {
        let position = position::<Frisian>(other);
        assert_eq!(game.position_text(NotationFormat::Native, &position), text);
        let hub = game.position_text(NotationFormat::Hub, &position);
        assert_eq!(game.parse_position(NotationFormat::Hub, &hub), Ok(position), "{hub}");
    }
    for (text, part) in [
        ("W:WK46,K47,49:BK5:+0+3", "several kings"),
        ("W:WK46,49:BK5:+0+347", "no king on 47"),
        ("W:WK46,49:BK5:+0+4", "up to 3"),
        ("W:WK46,49:BK5:+3", "up to 3"),
    ] {
        let error = game.parse_position(NotationFormat::Native, text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn a_turned_board_turns_the_king_that_rests() {
    let game = Draughts::<Frisian>::new();
    let position = position::<Frisian>("W:WK46,49:BK6,12:+0+346");
    let turned = game.transform(&position, 1);
    assert_eq!(game.position_text(NotationFormat::Native, &turned), "B:W39,K45:B2,K5:+305+0");
    assert_ne!(turned.key(), super::position::<Frisian>("B:W39,K45:B2,K5").key());
}

#[test]
fn frysk_begins_with_five_men() {
    let game = Draughts::frysk(Options::none()).expect("a game");
    assert_eq!(game.position_text(NotationFormat::Native, &game.start()), "W:W46,47,48,49,50:B1,2,3,4,5");
    assert_eq!(game.id(), "frysk");
}
