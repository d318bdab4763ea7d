//! Openings for players who choose.

use super::{game, legal, play_on, played};
use crate::{
    Estimate, Player, Position, SearchHeuristics,
    game::Game,
    games::five_in_a_row::{colour::Colour, position::FivePosition},
};

#[test]
fn swap_leaves_the_colour_to_the_second_player() {
    let game = game("gomoku-standard:opening=swap");
    let stones = played(&game, "h8 h9 i7");
    assert_eq!(stones.to_move(), Player::SECOND);
    assert_eq!(legal(&game, &stones), ["black", "white"]);
    let as_black = play_on(&game, stones.clone(), "black");
    // White puts the fourth stone: the first player.
    assert_eq!((as_black.to_move(), as_black.colour_to_move()), (Player::FIRST, Colour::White));
    assert_eq!(as_black.colour_of(Player::SECOND), Some(Colour::Black));
    let as_white = play_on(&game, stones, "white");
    assert_eq!((as_white.to_move(), as_white.colour_to_move()), (Player::SECOND, Colour::White));
}

#[test]
fn one_player_puts_all_stones_of_the_opening() {
    let game = game("renju:opening=swap2");
    for moves in ["", "h8", "h8 h9"] {
        let position = played(&game, moves);
        assert_eq!(position.to_move(), Player::FIRST);
        assert_eq!(position.colour_of(Player::FIRST), None);
    }
}

#[test]
fn swap2_may_add_two_stones_and_pass_the_choice_on() {
    let game = game("gomoku-freestyle:opening=swap2");
    let stones = played(&game, "h8 h9 i7");
    assert_eq!(legal(&game, &stones), ["black", "white", "two-more"]);
    let more = play_on(&game, stones, "two-more");
    assert_eq!((more.to_move(), more.colour_to_move()), (Player::SECOND, Colour::White));
    let one = play_on(&game, more, "a1");
    assert_eq!((one.to_move(), one.colour_to_move()), (Player::SECOND, Colour::Black));
    let both = play_on(&game, one, "b1");
    assert_eq!(both.to_move(), Player::FIRST);
    assert_eq!(legal(&game, &both), ["black", "white"]);
    let dealt = play_on(&game, both, "white");
    assert_eq!((dealt.to_move(), dealt.colour_to_move()), (Player::FIRST, Colour::White));
    assert_eq!(dealt.player_of(Colour::Black), Some(Player::SECOND));
}

#[test]
fn the_order_of_the_predicted_opening_is_an_option() {
    for (order, seats) in [("fssf", [0, 1, 1, 0]), ("fsfs", [0, 1, 0, 1]), ("ffss", [0, 0, 1, 1])] {
        let game = game(&format!("gomoku-predicted:order={order}"));
        let stones = ["", "a1", "a1 b1", "a1 b1 c1"];
        for (moves, seat) in stones.into_iter().zip(seats) {
            assert_eq!(played(&game, moves).to_move(), Player::new(seat), "{order} {moves}");
        }
        assert_eq!(played(&game, "a1 b1 c1 d1").to_move(), Player::FIRST);
    }
}

#[test]
fn the_first_players_stones_leave_the_colours_worth_the_same() {
    // The colour to move is worth more the farther the stones are apart; 10 ranks and files together are even.
    let spread = |position: &FivePosition| {
        let points: Vec<usize> =
            Colour::ALL.iter().flat_map(|c| position.board().lines().stones(*c)).collect();
        let apart = |a: usize, b: usize| (a / 15).abs_diff(b / 15) + (a % 15).abs_diff(b % 15);
        points.iter().map(|a| points.iter().map(|b| apart(*a, *b)).sum::<usize>()).sum::<usize>() / 2
    };
    let mut estimate =
        |position: &FivePosition| Estimate { share: spread(position) as f32 / 20.0, draw: 0.0, plies: 0.0 };
    for opening in ["swap", "swap2"] {
        let game = game(&format!("gomoku-freestyle:opening={opening}"));
        let mut position = game.start();
        for _ in 0..3 {
            assert_eq!(position.to_move(), Player::FIRST);
            assert!(!game.is_judged(&position), "no net saw the stage");
            assert_eq!(game.announced_move(&position, &mut |_| Estimate::NO_OPINION), None, "its own stones");
            let stone = game.announced_move(&position, &mut estimate).expect("a stone of the opening");
            position.play(stone);
        }
        assert_eq!(spread(&position), 10);
        assert_eq!(game.announced_move(&position, &mut estimate), None, "colours are chosen by a search");
        assert!(game.is_judged(&play_on(&game, position, "white")));
    }
    let game = game("gomoku-freestyle:opening=swap2");
    let mut position = played(&game, "a1 b1 a2 two-more");
    for _ in 0..2 {
        assert_eq!(position.to_move(), Player::SECOND);
        let stone = game.announced_move(&position, &mut |_| Estimate { share: 0.5, draw: 0.0, plies: 0.0 });
        position.play(stone.expect("a stone of the opening"));
    }
    assert_eq!(legal(&game, &position), ["black", "white"]);
}
