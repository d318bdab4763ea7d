//! What exchanges come to.

use super::position;
use crate::{
    games::chess::{Chess, exchange},
    notation::{Notation, NotationFormat::Native},
};

fn exchange(fen: &str, mv: &str) -> i32 {
    let board = position(fen);
    exchange::exchange(&board, Chess::standard().parse_move(Native, &board, mv).expect("legal"))
}

#[test]
fn counts_the_captures_that_pay() {
    assert_eq!(exchange("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5"), 100, "for nothing");
    assert_eq!(exchange("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "Rxe5"), 100 - 500, "a pawn for a rook");
    // The queen behind the rook makes no difference: taking again would cost her.
    assert_eq!(exchange("4k3/8/3p4/4n3/8/8/4R3/4Q1K1 w - - 0 1", "Rxe5"), 310 - 500 + 100);
    assert_eq!(exchange("4k3/8/8/4n3/3P4/8/8/6K1 w - - 0 1", "dxe5"), 310);
}

#[test]
fn sees_through_pieces_that_have_taken() {
    let one = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
    assert_eq!(exchange(one, "Nxe5"), 100 - 310, "the queens stand behind rook and bishop");
    // Two rooks in a file against one defender.
    assert_eq!(exchange("4k3/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "Rxe5"), 100);
}

#[test]
fn kings_take_last_and_never_where_they_would_be_taken() {
    assert_eq!(exchange("8/8/4k3/4p3/8/8/8/4R1K1 w - - 0 1", "Rxe5"), 100 - 500);
    assert_eq!(exchange("8/8/4k3/4p3/8/8/4R3/4R1K1 w - - 0 1", "Rxe5"), 100);
}

#[test]
fn pawns_taken_en_passant_leave_their_square() {
    assert_eq!(exchange("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2", "dxe6"), 100);
    assert_eq!(exchange("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2", "Kd1"), 0);
    assert_eq!(exchange("4k3/5p2/8/3Pp3/8/8/8/4K3 w - e6 0 2", "dxe6"), 0, "taken again");
}

#[test]
fn a_move_that_captures_nothing_may_lose_what_moved() {
    assert_eq!(exchange("k7/8/3p4/8/8/8/4Q3/4K3 w - - 0 1", "Qe5"), -930, "taken by a pawn");
    assert_eq!(exchange("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "Ng5"), 0, "safe there");
    assert_eq!(exchange("4k3/8/3p4/8/3P4/5N2/8/4K3 w - - 0 1", "Ne5"), 100 - 310, "a pawn for a knight");
    assert_eq!(exchange("4k3/8/4q3/8/3P4/5N2/8/4K3 w - - 0 1", "Ne5"), 0, "defended");
}
