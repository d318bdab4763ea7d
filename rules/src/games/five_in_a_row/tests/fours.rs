//! Wins by fours, and what has to be played against a five.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{game, legal, played};
use crate::{
    conformance::{check_forced_win, check_only_moves},
    game::Game,
    games::five_in_a_row::{FiveInARow, FivePosition, position::Fours},
    heuristics::SearchHeuristics,
    notation::{Notation, NotationFormat::Native},
    position::{MoveList, Position},
    tactics::Tactics,
};

/// Plies of the forced win, with its first move.
fn forced(game: &FiveInARow, position: &FivePosition) -> Option<(String, u32)> {
    let win = Fours::forced_win(position)?;
    Some((game.move_text(Native, position, win.mv), win.plies))
}

fn only(game: &FiveInARow, position: &FivePosition) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    Fours::leave_only_moves(position, &mut moves);
    moves.iter().map(|mv| game.move_text(Native, position, *mv)).collect()
}

#[test]
fn a_five_is_a_win_in_one_ply() {
    let game = game("gomoku-freestyle");
    let position = played(&game, "h8 a1 i8 c1 j8 e1 k8 g1");
    assert_eq!(forced(&game, &position).map(|(_, plies)| plies), Some(1));
    assert_eq!(only(&game, &position), ["g8", "l8"]);
}

#[test]
fn an_open_three_is_a_win_in_three_plies() {
    let game = game("gomoku-freestyle");
    let position = played(&game, "h8 a1 i8 c1 j8 e1");
    assert_eq!(forced(&game, &position).map(|(_, plies)| plies), Some(3));
}

#[test]
fn a_four_that_makes_a_second_three_a_four_wins() {
    // h8 i8 j8 is closed at g8, h9 h10 open; k8 is answered by l8, or the other way round.
    let game = game("gomoku-freestyle");
    let position = played(&game, "h8 g8 i8 a1 j8 a3 h9 a5 h10 a7");
    assert!(forced(&game, &position).is_some_and(|(_, plies)| plies <= 5));
    // Without the second row there is nothing.
    let position = played(&game, "h8 g8 i8 a1 j8 a3");
    assert_eq!(forced(&game, &position), None);
}

#[test]
fn whoever_faces_a_five_has_to_block_it() {
    let game = game("gomoku-freestyle");
    // White has an open three, and faces l8.
    let position = played(&game, "h8 g8 i8 c3 j8 d3 a15 e3 k8");
    assert_eq!(forced(&game, &position), None);
    assert_eq!(only(&game, &position), ["l8"]);
    // The block makes a four with which the three becomes a win.
    let position = played(&game, "h8 g8 i8 l7 j8 l6 a15 l5 k8");
    assert_eq!(forced(&game, &position).map(|(first, _)| first).as_deref(), Some("l8"));
}

#[test]
fn whoever_faces_a_straight_four_prevents_it_or_makes_a_four() {
    let game = game("gomoku-freestyle");
    // g8 and k8 make straight fours; a stone on either prevents both.
    assert_eq!(only(&game, &played(&game, "h8 a1 i8 c1 j8")), ["g8", "k8"]);
    // Here k8 alone does, and l8 takes its second end; b1 and e1 would be fours of White's.
    let position = played(&game, "h8 f8 i8 a1 j8 c1 a15 d1 o15");
    assert_eq!(only(&game, &position), ["b1", "e1", "g8", "k8", "l8"]);
}

#[test]
fn where_every_move_loses_one_is_left() {
    let game = game("gomoku-freestyle");
    let position = played(&game, "h8 a1 i8 o1 j8 a15 c12 o15 c13 h1 c11");
    assert_eq!(only(&game, &position).len(), 1);
}

#[test]
fn a_block_that_is_forbidden_blocks_nothing() {
    // White's four on d1 to d4 can be stopped on d5 only, where Black would make an overline.
    let game = game("renju");
    let position = game
        .parse_position(Native, "15/15/15/15/15/15/15/15/15/o14/xxx1xxx8/3o11/3o11/3o11/o2o11 x")
        .expect("a position");
    assert_eq!(only(&game, &position), ["d5"]);
    let before = game
        .parse_position(Native, "15/15/15/15/15/15/15/15/o14/o2x11/xxx1xxx8/3o11/3o11/3o11/o14 o")
        .expect("a position");
    assert_eq!(forced(&game, &before), Some(("d1".to_owned(), 3)));
}

#[test]
fn in_a_game_with_an_obligation_nothing_is_forced_by_fives() {
    let game = game("gomoku-predicted:size=9");
    let start = game.start();
    assert_eq!(Fours::forced_win(&start), None);
    assert_eq!(only(&game, &start).len(), legal(&game, &start).len());
}

/// Games of players who make and block rows, which random ones hardly do.
#[test]
fn forced_wins_and_only_moves_hold_in_crowded_games() {
    const GAMES: u64 = 40;
    for identity in ["gomoku-freestyle:size=11", "gomoku-standard:size=11", "renju:size=11"] {
        let game = game(identity);
        let mut found = 0;
        for seed in 0..GAMES {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = game.start();
            let mut moves = MoveList::new();
            while position.outcome().is_none() {
                found += u32::from(Fours::forced_win(&position).is_some_and(|win| win.plies > 3));
                check_forced_win(&game, &position);
                check_only_moves(&game, &position);
                position.legal_moves(&mut moves);
                let by_promise = |mv| game.move_score(&position, mv).map_or(i32::MIN, |promise| promise);
                let mut best = moves.clone();
                best.sort_by_key(|mv| std::cmp::Reverse(by_promise(*mv)));
                let choices = best.len().min(4);
                position.play(best[rng.random_range(0..choices)]);
            }
        }
        assert!(found > 0, "{identity}: no win that takes more than a straight four was met");
    }
}
