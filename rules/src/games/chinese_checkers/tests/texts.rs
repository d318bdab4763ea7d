//! Options, positions and moves as text.

use super::{game, position};
use crate::{
    display::GameDisplay,
    game::Game,
    games::chinese_checkers::ChineseCheckers,
    notation::{Notation, NotationFormat::Native},
    options::Options,
    position::{MoveList, Position},
};

#[test]
fn an_identity_tells_what_is_not_default() {
    for (options, id) in [
        ("", "chinese-checkers"),
        ("players=2,hop=adjacent,ranking=race,passivity=off,cap=200", "chinese-checkers"),
        ("hop=equidistant,passivity=on", "chinese-checkers:hop=equidistant"),
        ("passivity=off,hop=equidistant", "chinese-checkers:hop=equidistant,passivity=off"),
        ("passivity=on", "chinese-checkers:passivity=on"),
        ("cap=50,ranking=moves,players=6", "chinese-checkers:players=6,ranking=moves,cap=50"),
    ] {
        assert_eq!(game(options).id(), id);
    }
}

#[test]
fn wrong_options_are_refused_with_the_reason() {
    for (options, part) in [
        ("players=5", "players is one of 2, 3, 4, 6"),
        ("players=1", "players is one of 2, 3, 4, 6"),
        ("hop=long", "adjacent, equidistant"),
        ("cap=0", "from 1 to 3000"),
        ("size=3", "the options are players, hop, ranking, passivity, cap"),
    ] {
        let identity = format!("chinese-checkers:{options}");
        let (_, options) = Options::parse(&identity).expect("well formed");
        let error = ChineseCheckers::with_options(options).expect_err(&identity).to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn positions_are_written_as_documented() {
    let written = |options: &str| game(options).position_text(Native, &game(options).start());
    assert_eq!(written(""), "R:R1-10:G112-121");
    assert_eq!(written("passivity=on"), "R:R1-10/0:G112-121/0");
    assert_eq!(written("players=3"), "R:R1-10:Y75,85-86,96-98,108-111:B66,76-77,87-89,99-102");
    let game = game("players=3,ranking=moves");
    let text = "Y:R112-121/40#1:Y57-66/40:Bx";
    assert_eq!(game.position_text(Native, &position(&game, text)), text);
    let spaced = " Y: B x : Y 66 , 57 - 65 / 40 : R112-121/40 #1 ";
    assert_eq!(position(&game, spaced), position(&game, text));
}

#[test]
fn impossible_positions_are_refused_with_place_and_reason() {
    for (options, text, column, part) in [
        ("", "", 1, "one of R, G"),
        ("", "Y:R1-10:G112-121", 1, "Yellow does not take part; a player is expected here, one of R, G"),
        ("", "R:R1-10", 8, "Green is missing"),
        ("", "R:R1-10:R112-121", 9, "Red is listed twice"),
        ("", "R:R1-9:G112-121", 4, "Red has 9 pieces: each player has 10"),
        ("", "R:R1-11:G112-121", 4, "Red has 11 pieces"),
        ("", "R:R1-10:G10,113-121", 10, "two pieces on 10"),
        ("", "R:R1-10:G113-122", 14, "there is no cell 122: they are 1 to 121"),
        ("", "R:R0,2-10:G112-121", 4, "there is no cell 0"),
        ("", "R:R10-1:G112-121", 4, "runs backwards"),
        ("", "R:R1-10/3:G112-121", 9, "do not count"),
        ("passivity=on", "R:R1-10/31:G112-121", 9, "up to 30"),
        ("passivity=on", "R:R1-10/20:G112-121", 9, "would have forfeited"),
        ("", "G:R112-121:G1-9,11", 11, "write #1"),
        ("", "R:R1-10#1:G112-121", 8, "has not finished"),
        ("players=3", "Y:R112-121#2:Y57-66:B1-10", 26, "none of them as number 1"),
        ("players=3", "R:R112-121#1:Y57-66:B1-10", 1, "Red is to move, but takes part no longer"),
        ("", "R:R1-10:G112-121!", 17, "nothing is expected here"),
    ] {
        let error = game(options).parse_position(Native, text).expect_err(text);
        assert!(error.reason.contains(part), "{error}");
        assert_eq!(error.column, column, "{error}");
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let game = game("");
    let start = game.start();
    for (text, part) in [
        ("", "a cell, 1 to 121, is expected"),
        ("7", "a dash and another cell"),
        ("7-", "a cell, 1 to 121, is expected"),
        ("7-15-16", "only its two ends"),
        ("7-200", "there is no cell 200"),
        ("30-31", "no piece on 30"),
        ("112-102", "the piece on 112 is Green's, and Red is to move"),
        ("7-8", "8 is occupied"),
        ("7-7", "a move that ends where it began is none"),
        ("7-20", "that piece has 7-15 7-16"),
        ("1-20", "the piece on 1 cannot move"),
        ("pass", "only a player without a move passes"),
    ] {
        let error = game.parse_move(Native, &start, text).expect_err(text);
        assert!(error.reason.contains(part), "{error}");
    }
    let mv = game.parse_move(Native, &start, " 7 - 15 ").expect("a step");
    assert_eq!(game.move_text(Native, &start, mv), "7-15");
    assert_eq!(game.move_squares(&start, mv), ["7", "15"]);
    let over = position(&game, "G:R112-121#1:G57-66");
    assert!(over.outcome().is_some());
    assert!(game.parse_move(Native, &over, "57-58").expect_err("over").reason.contains("the game is over"));
}

#[test]
fn the_star_is_drawn_with_the_first_player_at_the_top() {
    let game = game("players=3");
    let drawn = game.board_text(&game.start());
    let expected = "  1              R                1
  2             R R               3
  4            R R R              6
  7           R R R R            10
 11  . . . . . . . . . . . . .   23
 24   . . . . . . . . . . . .    35
 36    . . . . . . . . . . .     46
 47     . . . . . . . . . .      56
 57      . . . . . . . . .       65
 66     B . . . . . . . . Y      75
 76    B B . . . . . . . Y Y     86
 87   B B B . . . . . . Y Y Y    98
 99  B B B B . . . . . Y Y Y Y  111
112           . . . .           115
116            . . .            118
119             . .             120
121              .              121
";
    assert_eq!(drawn, expected);
}

#[test]
fn a_path_has_every_landing_of_a_chain_of_hops() {
    for options in ["", "hop=equidistant", "players=6"] {
        let game = game(options);
        let mut position = game.start();
        let mut moves = MoveList::new();
        let mut longest = 0;
        for turn in 0..200 {
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let texts: Vec<String> = moves.iter().map(|mv| game.move_text(Native, &position, *mv)).collect();
            let paths = game.move_paths(&position);
            for (text, path) in texts.iter().zip(&paths) {
                let Some((from, to)) = text.split_once('-') else { continue };
                assert_eq!([&path[0], &path[path.len() - 1]], [from, to]);
                // The piece could have stayed wherever it landed.
                assert!(
                    path[1..].iter().all(|landing| texts.contains(&format!("{from}-{landing}"))),
                    "{path:?}"
                );
                longest = longest.max(path.len());
            }
            position.play(moves[(turn * 31 + 7) % moves.len()]);
        }
        assert!(longest > 3, "{options}: no chain of several hops");
    }
}
