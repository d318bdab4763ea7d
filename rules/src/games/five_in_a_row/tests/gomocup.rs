//! Positions and moves as Gomocup's protocol writes them.

use super::{game, legal, play_on, played};
use crate::{
    NotationFormat::Gomocup,
    game::Game,
    notation::{Notation, NotationFormat::Native},
    position::Position,
    tags::GameTags,
};

fn text_of(identity: &str, stones: &str) -> Result<String, String> {
    let game = game(identity);
    let read = game.parse_position(Gomocup, stones).map_err(|error| error.reason)?;
    Ok(game.position_text(Native, &read))
}

#[test]
fn points_count_from_the_top_left() {
    let game = game("gomoku-freestyle");
    for (name, text) in [("a15", "0,0"), ("o15", "14,0"), ("a1", "0,14"), ("h8", "7,7"), ("c14", "2,1")] {
        let mv = game.parse_move(Native, &game.start(), name).expect("a point");
        assert_eq!(game.try_move_text(Gomocup, &game.start(), mv).as_deref(), Some(text));
        assert_eq!(game.parse_move(Gomocup, &game.start(), text), Ok(mv));
    }
    for text in ["15,0", "0,15", "0", "", "a,b", "-1,0", "7,7,1", "99999999999999999999,0"] {
        assert!(game.parse_move(Gomocup, &game.start(), text).is_err(), "{text}");
    }
}

#[test]
fn a_board_is_a_list_of_stones_in_any_order() {
    let expected = played(&game("gomoku-freestyle"), "h8 h9 i7 j8");
    let expected = Ok(game("gomoku-freestyle").position_text(Native, &expected));
    // The player to move is Black after four stones.
    for stones in ["7,7,1 7,6,2 8,8,1 9,7,2", "9,7,2 8,8,1 7,6,2 7,7,1"] {
        assert_eq!(text_of("gomoku-freestyle", stones), expected, "{stones}");
    }
    // After three the one with more stones is Black.
    let three = text_of("gomoku-freestyle", "7,7,2 7,6,1 8,8,2");
    assert!(three.is_ok_and(|text| text.ends_with(" o")));
    assert!(text_of("gomoku-freestyle", "").is_ok_and(|text| text.ends_with(" x")));
}

#[test]
fn impossible_boards_are_refused() {
    for (stones, part) in [
        ("7,7,1 7,7,2", "two stones on 7,7"),
        ("7,7,1 7,8,1", "2 stones of one player and 0"),
        ("7,7,3", "column,row,1 or column,row,2"),
        ("15,0,1", "15 columns"),
        ("7,7", "needs its player"),
        ("7,7,1 8,8", "some have none"),
        ("7,7,1,1", "column,row,1"),
        ("noise", "column,row,1"),
    ] {
        let reason = text_of("gomoku-freestyle", stones).expect_err("refused");
        assert!(reason.contains(part), "{stones}: {reason}");
    }
}

#[test]
fn the_choice_of_swap2_is_a_word_or_a_stone() {
    let game = game("gomoku-standard:opening=swap2");
    let three = game.parse_position(Gomocup, "7,7 8,7 9,9").expect("an opening");
    assert_eq!(legal(&game, &three), ["black", "white", "two-more"]);
    let five = game.parse_position(Gomocup, "7,7 8,7 9,9 8,8 8,6").expect("an opening");
    assert_eq!(legal(&game, &five), ["black", "white"]);
    assert!(game.parse_position(Gomocup, "7,7 8,7").is_err());
    let written = |text: &str| {
        let mv = game.parse_move(Native, &three, text).expect("a choice");
        game.try_move_text(Gomocup, &three, mv)
    };
    assert_eq!(written("black").as_deref(), Some("SWAP"));
    assert_eq!(written("white").as_deref(), Some(""));
    // Who stays with White puts the next stone.
    assert_eq!(play_on(&game, three.clone(), "white").to_move(), three.to_move());
}

#[test]
fn rules_are_bits_and_boards_have_sizes() {
    let freestyle = game("gomoku-freestyle");
    let adjusted = |name: &str, value: &str| {
        freestyle
            .with_setting(Gomocup, name, value)
            .map(|game| game.id().to_owned())
            .map_err(|error| error.reason)
    };
    for (bits, id) in
        [("0", "gomoku-freestyle"), ("1", "gomoku-standard"), ("4", "renju"), ("5", "renju"), ("2", "renju")]
    {
        assert_eq!(adjusted("rule", bits).as_deref(), Ok(id));
    }
    for bits in ["8", "9", "3", "16", "-1", "x", ""] {
        assert!(adjusted("rule", bits).is_err(), "{bits}");
    }
    assert_eq!(adjusted("size", "20").as_deref(), Ok("gomoku-freestyle:size=20"));
    assert_eq!(adjusted("opening", "swap2").as_deref(), Ok("gomoku-freestyle:opening=swap2"));
    for (name, value) in [("size", "8"), ("size", "23"), ("size", "x"), ("opening", "x"), ("colour", "red")] {
        assert!(adjusted(name, value).is_err(), "{name}={value}");
    }
}
