//! What the built-in yardsticks read.

use super::position;
use crate::{
    game::Game,
    games::chess::{Chess, ChessPosition, position::NullMove},
    heuristics::SearchHeuristics,
    notation::{Notation, NotationFormat::Native},
    player::Player,
    position::{MoveList, Position},
    tactics::Tactics,
};

fn tactical(position: &ChessPosition) -> Vec<String> {
    let game = Chess::standard();
    let mut moves = MoveList::new();
    game.tactical_moves(position, &mut moves);
    moves.iter().map(|mv| game.move_text(Native, position, *mv)).collect()
}

#[test]
fn level_positions_are_judged_level() {
    let game = Chess::standard();
    assert_eq!(game.static_eval(&game.start(), Player::FIRST), 0);
    assert_eq!(game.static_eval(&game.start(), Player::SECOND), 0);
}

#[test]
fn more_material_is_better_for_its_owner() {
    let game = Chess::standard();
    for piece in ["P", "N", "B", "R", "Q"] {
        let more = position(&format!("4k3/pppp4/8/8/8/{piece}7/PPPP4/4K3 w - - 0 1"));
        let [white, black] = [Player::FIRST, Player::SECOND].map(|player| game.static_eval(&more, player));
        assert!(white > 50, "{piece}: {white}");
        assert_eq!(white, -black);
    }
}

#[test]
fn judgements_stay_within_their_range() {
    let game = Chess::standard();
    let most = position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    let judged = game.static_eval(&most, Player::FIRST);
    assert!(judged > 8_000 && judged <= 20_000, "{judged}");
}

#[test]
fn the_most_valuable_victim_comes_first_and_the_least_valuable_attacker() {
    let board = position("4k3/8/8/2r1q3/3P4/8/8/2R3K1 w - - 0 1");
    assert_eq!(tactical(&board), ["dxe5", "dxc5", "Rxc5"]);
}

#[test]
fn promotions_and_captures_en_passant_are_tactical_but_steps_are_not() {
    let board = position("7k/P7/8/3Pp3/8/8/8/4K3 w - e6 0 2");
    assert_eq!(tactical(&board), ["a8=Q+", "dxe6"]);
    // A pawn steps onto the square that another one passed over.
    let board = position("7k/8/8/4p3/8/8/8/4K3 w - e6 0 2");
    assert_eq!(tactical(&board), Vec::<String>::new());
}

fn promise(board: &ChessPosition, text: &str) -> i32 {
    let game = Chess::standard();
    let mv = game.parse_move(Native, board, text).expect("legal");
    game.move_score(board, mv).expect("every move may be searched")
}

#[test]
fn promises_are_within_their_range_and_quiet_moves_promise_little() {
    let board = position("1q5k/P7/8/3Pp3/8/8/8/4K3 w - e6 0 2");
    let promise = |text| promise(&board, text);
    assert!(promise("axb8=Q") > promise("a8=Q"));
    assert!(promise("a8=Q") > promise("dxe6"));
    assert!(promise("dxe6") > promise("Kd1"));
    assert!(promise("Kd2").abs() < 64);
    assert!(promise("a8=R") < 0);
    assert!(promise("axb8=Q") <= 10_000);
}

#[test]
fn a_move_gains_what_it_takes_and_what_a_pawn_becomes() {
    let board = position("1q5k/P7/8/3Pp3/8/8/6r1/4K1N1 w - e6 0 2");
    let game = Chess::standard();
    let gain =
        |text| game.gain(&board, game.parse_move(Native, &board, text).expect("legal")).expect("chess tells");
    let (pawn, queen) = (gain("dxe6"), gain("axb8=Q") - gain("a8=Q"));
    assert_eq!(pawn, 100);
    assert_eq!(gain("a8=Q"), queen - pawn);
    assert!(gain("a8=N") < gain("a8=R"));
    assert_eq!(gain("d6"), 0);
}

#[test]
fn quiet_moves_promise_more_where_they_lead_to_a_better_place() {
    let board = position("4k3/pppp4/8/8/8/N7/PPPP4/4K2R w K - 0 1");
    assert!(promise(&board, "Nc4") > promise(&board, "Nb1"));
    assert!(promise(&board, "O-O") > promise(&board, "Rf1"));
}

#[test]
fn captures_that_lose_material_promise_less_than_quiet_moves_and_are_not_tactical() {
    let board = position("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1");
    assert_eq!(promise(&board, "Rxe5"), -400);
    assert!(promise(&board, "Re2") > -64);
    assert_eq!(tactical(&board), Vec::<String>::new());
}

#[test]
fn promises_are_the_same_for_both_colours() {
    let white = position("r3k2r/pp3ppp/2n5/3q4/3P4/2N2N2/PP3PPP/R2QK2R w KQkq - 0 1");
    let black = position("r2qk2r/pp3ppp/2n2n2/3p4/3Q4/2N5/PP3PPP/R3K2R b KQkq - 0 1");
    for (mv, mirrored) in
        [("Nxd5", "Nxd4"), ("O-O", "O-O"), ("Ne5", "Ne4"), ("a4", "a5"), ("Kf1", "Kf8"), ("Rg1", "Rg8")]
    {
        assert_eq!(promise(&white, mv), promise(&black, mirrored), "{mv}");
    }
}

#[test]
fn there_is_a_null_move_with_a_piece_and_out_of_check() {
    let board = position("4k3/pppp4/8/8/8/N7/PPPP4/4K3 w - - 0 1");
    let passed = NullMove::null_move(&board).expect("a knight");
    assert_eq!(passed.to_move(), Player::SECOND);
    assert_eq!(NullMove::null_move(&passed), None, "there is zugzwang among pawns");
    assert_eq!(NullMove::null_move(&position("4k3/8/8/4r3/8/N7/8/4K3 w - - 0 1")), None, "in check");
    let after_step = NullMove::null_move(&position("4k3/8/8/3Pp3/8/8/8/4K1N1 w - e6 0 2")).expect("a knight");
    assert_eq!(after_step, position("4k3/8/8/3Pp3/8/8/8/4K1N1 b - - 0 2"), "en passant is now or never");
}
