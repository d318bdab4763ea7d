//! What wins and how games end.

use super::{game, played};
use crate::{
    Outcome, Player, Position,
    notation::{Notation, NotationFormat::Native},
};

/// Black has four stones, a gap at e1 and another stone, and fills the gap; White's stones do nothing.
fn fill_the_gap(identity: &str) -> Option<Outcome> {
    let game = game(identity);
    let place = "15/15/15/15/15/15/15/15/15/15/15/o1o1o1o1o6/15/15/xxxx1x9 x";
    let mut position = game.parse_position(Native, place).unwrap_or_else(|error| panic!("{error}"));
    let mv = game.parse_move(Native, &position, "e1").expect("legal");
    position.play(mv);
    position.outcome()
}

#[test]
fn a_row_of_six_wins_draws_on_or_loses() {
    assert_eq!(fill_the_gap("gomoku-freestyle"), Some(Outcome::Win(Player::FIRST)));
    assert_eq!(fill_the_gap("gomoku-standard"), None);
    assert_eq!(fill_the_gap("renju"), Some(Outcome::Win(Player::SECOND)));
}

#[test]
fn white_wins_with_six_at_renju() {
    let renju = game("renju");
    let mut position = renju
        .parse_position(Native, "15/15/15/15/15/15/15/15/15/15/15/x1x1x1x1x1x4/15/15/oooo1o9 o")
        .expect("a position");
    let mv = renju.parse_move(Native, &position, "e1").expect("legal");
    position.play(mv);
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::SECOND)));
}

#[test]
fn five_wins_in_every_direction() {
    for line in ["a1 b1 c1 d1 e1", "a1 a2 a3 a4 a5", "a1 b2 c3 d4 e5", "a5 b4 c3 d2 e1"] {
        for identity in ["gomoku-freestyle", "gomoku-standard", "renju"] {
            let black: Vec<&str> = line.split(' ').collect();
            let white = ["o15", "m15", "k15", "i15"];
            let mut moves = String::new();
            for (index, stone) in black.iter().enumerate() {
                moves += &format!("{stone} {} ", white.get(index).copied().unwrap_or(""));
            }
            let position = played(&game(identity), &moves);
            assert_eq!(position.outcome(), Some(Outcome::Win(Player::FIRST)), "{identity} {line}");
            assert_eq!(position.count_moves(), 0);
        }
    }
}

#[test]
fn a_full_board_without_five_is_a_draw() {
    let game = game("gomoku-freestyle:size=9");
    // Never more than two in a row.
    let rows = ["xxooxxoox", "ooxxooxxo"].repeat(4).into_iter().chain(["xxooxxoo1"]).collect::<Vec<_>>();
    let text = format!("{} x", rows.join("/"));
    let mut position = game.parse_position(Native, &text).unwrap_or_else(|error| panic!("{error}"));
    let mv = game.parse_move(Native, &position, "i1").expect("legal");
    position.play(mv);
    assert_eq!(position.outcome(), Some(Outcome::Draw));
}
