//! Positions, moves and identities as text.

use super::{game, legal, played};
use crate::{
    Position,
    display::GameDisplay,
    game::Game,
    games::five_in_a_row::{FiveInARow, rules::RuleSet},
    notation::{Notation, NotationFormat::Native},
    options::Options,
};

fn refused(identity: &str, text: &str) -> String {
    match game(identity).parse_position(Native, text) {
        Ok(read) => panic!("{text} is read as {}", game(identity).position_text(Native, &read)),
        Err(error) => error.to_string(),
    }
}

#[test]
fn positions_are_written_as_documented() {
    let renju = game("renju");
    let position = played(&renju, "h8 h9");
    let text = "15/15/15/15/15/15/7o7/7x7/15/15/15/15/15/15/15 x";
    assert_eq!(renju.position_text(Native, &position), text);
    let small = game("gomoku-predicted:size=9");
    let position = played(&small, "a1 i1 a9 i9 W42");
    assert_eq!(small.position_text(Native, &position), "x7o/9/9/9/9/9/9/9/x7o predict-second:W42");
    let position = played(&small, "a1 i1 a9 i9 W42 W46 e5 pass");
    assert_eq!(
        small.position_text(Native, &position),
        "x7o/9/9/9/4x4/9/9/9/x7o x black=2 move=7 must=W44 passed"
    );
}

#[test]
fn finished_games_round_trip() {
    for (identity, moves) in [
        ("gomoku-freestyle:size=9", "a1 a9 b1 b9 c1 c9 d1 d9 e1"),
        ("renju:size=9", "b3 a9 c3 c9 e4 e9 e5 g9 e3"),
        ("gomoku-predicted:size=9", "a1 i1 a9 i9 draw draw pass pass"),
        ("gomoku-predicted:size=9", "a1 i1 a9 i9 W10 W10 pass e5 pass g5 pass e7"),
    ] {
        let game = game(identity);
        let mut position = game.start();
        for text in moves.split(' ') {
            if position.outcome().is_some() {
                break;
            }
            let mv = game.parse_move(Native, &position, text).unwrap_or_else(|error| panic!("{error}"));
            position.play(mv);
            let text = game.position_text(Native, &position);
            assert_eq!(game.parse_position(Native, &text).as_ref(), Ok(&position), "{text}");
        }
        assert!(position.outcome().is_some(), "{identity} {moves}");
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let nine = "gomoku-standard:size=9";
    for (text, reason) in [
        ("", "the board is missing"),
        ("9/9/9/9/9/9/9/9/9", "who is to move"),
        ("9/9/9/9/9/9/9/9 x", "8 ranks instead of 9"),
        ("9/9/9/9/9/9/9/9/9/9 x", "too many"),
        ("9/9/9/9/8/9/9/9/9 x", "rank 5 has 8 points"),
        ("9/9/9/9/9x/9/9/9/9 x", "rank 5 has more than 9"),
        ("9/9/9/9/99999999999999999999999/9/9/9/9 x", "more than 9"),
        ("9/9/9/9/z8/9/9/9/9 x", "x, o or a number"),
        ("9/9/9/9/09/9/9/9/9 x", "x, o or a number"),
        ("9/9/9/9/9/9/9/9/9 z", "x or o (to move)"),
        ("9/9/9/9/9/9/9/9/9 o", "White is not to move"),
        ("9/9/9/9/xx7/9/9/9/9 x", "stones out of turn"),
        ("9/9/9/9/oo7/9/9/9/9 x", "stones out of turn"),
        ("9/9/9/9/9/9/9/9/9 x end=five", "has not ended like that"),
        ("9/9/9/9/9/9/9/9/9 x end=lost", "end is one of five"),
        ("9/9/9/9/9/9/9/9/9 x tail", "is expected here"),
        ("9/9/9/9/9/9/9/9/9 x black=1", "always Black"),
        ("9/9/9/9/9/9/9/9/9 x move=3", "only the predicted game"),
        ("9/9/9/9/9/9/9/9/9 open", "no such stage"),
        ("9/9/9/9/9/9/9/9/9 predict", "no such stage"),
        ("ooooo4/9/9/9/xxxxx4/9/9/9/9 x", "both colours have five"),
        ("o1oo1oo2/9/9/9/xxxxx4/9/9/9/9 x", "a move was made after it"),
        ("o1oo1o3/9/9/9/xxxxx4/9/9/9/9 o", "over (end=five)"),
    ] {
        let error = refused(nine, text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    let predicted = "gomoku-predicted:size=9";
    for (text, reason) in [
        ("x7o/9/9/9/9/9/9/9/x7o x move=5 must=free", "black=1 or black=2"),
        ("x7o/9/9/9/9/9/9/9/x7o x black=3 move=5 must=free", "black is 1 or 2"),
        ("x7o/9/9/9/9/9/9/9/x7o x black=1 must=free", "move= with the number"),
        ("x7o/9/9/9/9/9/9/9/x7o x black=1 move=5", "must= (free"),
        ("x7o/9/9/9/9/9/9/9/x7o x black=1 move=0 must=free", "a number from 1"),
        ("x7o/9/9/9/9/9/9/9/x7o o black=1 move=5 must=free", "not to move"),
        ("x7o/9/9/9/9/9/9/9/x7o x black=1 move=11 must=free", "passes"),
        ("x7o/9/9/9/9/9/9/9/x7o x black=1 move=5 must=W900", "a limit is from"),
        ("x7o/9/9/9/9/9/9/9/x7o x black=1 move=5 must=R9", "must is free"),
        ("x7o/9/9/9/9/9/9/9/x7o x black=1 move=5 must=free must=free", "given twice"),
        ("x7o/9/9/9/9/9/9/9/x7o predict-second:W43", "out of range"),
        ("x7o/9/9/9/9/9/9/9/x8 predict", "which this stage never has"),
        ("x7o/9/9/9/9/9/9/9/x7o predict black=1", "before play begins"),
        ("xxxxxx2o/o8/o8/9/9/9/9/9/2ooo4 x black=1 move=13 must=free", "overline"),
    ] {
        let error = refused(predicted, text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert!(refused("renju", "x").contains("rank 15 has 1 points"));
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let game = game("gomoku-freestyle");
    let position = played(&game, "h8");
    for (text, reason) in [
        ("", "is not a point"),
        ("8h", "is not a point"),
        ("h", "is not a point"),
        ("p1", "there is no point p1: the points are a1 to o15"),
        ("a16", "there is no point"),
        ("a0", "there is no point"),
        ("a01", "there is no point"),
        ("h8", "a stone of Black stands on h8"),
        ("pass", "there is no pass in this game"),
        ("ä1", "is not a point"),
    ] {
        let error = game.parse_move(Native, &position, text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert_eq!(game.parse_move(Native, &position, " H9 "), game.parse_move(Native, &position, "h9"));
    let over = played(&game, "a1 a9 b1 b9 c1 c9 d1 d9 e1");
    assert!(game.parse_move(Native, &over, "h8").expect_err("over").to_string().contains("over"));
}

#[test]
fn points_are_named_without_skipping_letters() {
    let game = game("gomoku-freestyle");
    let all = legal(&game, &game.start());
    assert_eq!(all.len(), 225);
    assert_eq!((all[0].as_str(), all[8].as_str(), all[224].as_str()), ("a1", "i1", "o15"));
}

#[test]
fn identities_tell_the_options() {
    for identity in [
        "gomoku-freestyle",
        "gomoku-standard:size=19",
        "renju:size=9,opening=swap2",
        "gomoku-predicted:order=ffss,limit=decisive",
    ] {
        assert_eq!(game(identity).id(), identity);
        assert_eq!(game(identity).rules().set.name(), identity.split(':').next().unwrap_or(""));
    }
    for (set, options, reason) in [
        (RuleSet::Renju, "size=8", "from 9 to 22"),
        (RuleSet::Renju, "size=23", "from 9 to 22"),
        (RuleSet::Renju, "opening=swap3", "one of none, swap, swap2"),
        (RuleSet::Renju, "limit=decisive", "no option"),
        (RuleSet::Predicted, "opening=swap", "no option"),
    ] {
        let identity = format!("{}:{options}", set.name());
        let (_, options) = Options::parse(&identity).expect("well formed");
        let made = match set {
            RuleSet::Predicted => FiveInARow::predicted(options),
            _ => FiveInARow::renju(options),
        };
        let error = made.expect_err("refused").to_string();
        assert!(error.contains(reason), "{identity}: {error}");
    }
}

#[test]
fn boards_are_drawn_with_rank_1_at_the_bottom() {
    let game = game("gomoku-freestyle:size=9");
    let board = game.board_text(&played(&game, "b1 i9"));
    let rows: Vec<&str> = board.lines().collect();
    assert_eq!(rows[0], "  9  . . . . . . . . o");
    assert_eq!(rows[8], "  1  . x . . . . . . .");
    assert_eq!(rows[9], "     a b c d e f g h i");
}
