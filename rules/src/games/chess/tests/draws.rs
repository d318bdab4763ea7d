//! How games end.

use super::{chess960, play, position};
use crate::{
    display::GameDisplay,
    game::Game,
    games::chess::{
        Chess, ChessPosition,
        draws::{Clock, DrawRule, automatic, claim},
    },
    history::History,
    notation::{Notation, NotationFormat::Native},
    outcome::Outcome,
    player::Player,
    position::Position,
};

/// The outcome after moves from the start position of chess, and why.
fn played(moves: &str) -> (Option<Outcome>, Option<&'static str>) {
    let position = Chess::standard().start();
    played_from(position, moves)
}

fn played_from(start: ChessPosition, moves: &str) -> (Option<Outcome>, Option<&'static str>) {
    let mut position = start;
    let mut history = History::new(&position);
    play(&mut position, &mut history, moves);
    (history.outcome(&position), Chess::standard().ending_text(&position, &history))
}

#[test]
fn checkmate_wins_and_stalemate_draws() {
    let fools_mate = played("f3 e5 g4 Qh4#");
    assert_eq!(fools_mate, (Some(Outcome::Win(Player::SECOND)), Some("checkmate")));
    let scholars_mate = played("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#");
    assert_eq!(scholars_mate, (Some(Outcome::Win(Player::FIRST)), Some("checkmate")));
    let stalemate = played_from(position("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1"), "Qf7");
    assert_eq!(stalemate, (Some(Outcome::Draw), Some("stalemate")));
}

#[test]
fn the_third_occurrence_draws() {
    let there_and_back = "Nf3 Nf6 Ng1 Ng8";
    assert_eq!(played(there_and_back).0, None);
    let twice = format!("{there_and_back} {there_and_back}");
    assert_eq!(played(&twice), (Some(Outcome::Draw), Some("third repetition")));
    assert_eq!(played("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1").0, None);
}

#[test]
fn positions_with_other_rights_to_castle_are_different() {
    let start = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    // The first rook's move takes a right away, so the position at the start does not count.
    let mut moves = "Rb1 Rb8 Ra1 Ra8".to_owned();
    for _ in 0..2 {
        assert_eq!(played_from(position(start), &moves).0, None, "{moves}");
        moves.push_str(" Rb1 Rb8 Ra1 Ra8");
    }
    assert_eq!(played_from(position(start), &moves).0, Some(Outcome::Draw));
}

#[test]
fn en_passant_counts_only_where_the_capture_is_legal() {
    // White could capture e5 en passant at first: the first occurrence is another position.
    let free = position("4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1");
    let shuffle = "Kd2 Kd7 Ke1 Ke8";
    assert_eq!(played_from(free.clone(), &format!("e5 {shuffle} {shuffle}")).0, None);
    let third = format!("e5 {shuffle} {shuffle} {shuffle}");
    assert_eq!(played_from(free, &third).0, Some(Outcome::Draw));
    // The capture would leave the king in check along the rank, so nothing is lost.
    let pinned = position("8/4p3/8/K2P3r/8/8/8/4k3 b - - 0 1");
    let shuffle = "Ka4 Kf1 Ka5 Ke1";
    assert_eq!(played_from(pinned, &format!("e5 {shuffle} {shuffle}")).0, Some(Outcome::Draw));
    // No pawn stands beside.
    let alone = position("4k3/4p3/8/8/8/8/P7/4K3 b - - 0 1");
    let shuffle = "Kd2 Kd7 Ke1 Ke8";
    assert_eq!(played_from(alone, &format!("e5 {shuffle} {shuffle}")).0, Some(Outcome::Draw));
}

#[test]
fn a_piece_that_goes_where_a_pawn_passed_does_not_make_it_en_passant() {
    // The bishop on d5 can go to e6, the square that the pawn passed over; that is no capture of it.
    let [with, without] =
        ["e6", "-"].map(|square| position(&format!("4k3/8/8/3Bp3/8/8/8/4K3 w - {square} 0 2")));
    assert_eq!(with, without);
    assert_eq!(with.key(), without.key());
}

#[test]
fn fifty_moves_without_progress_draw_and_mate_comes_first() {
    let start = |quiet: u16| position(&format!("7k/8/5K2/8/8/8/8/5RR1 w - - {quiet} 90"));
    assert_eq!(played_from(start(98), "Rh1+").0, None);
    let ended = played_from(start(99), "Rh1+");
    assert_eq!(ended, (Some(Outcome::Draw), Some("50 moves without a capture or a pawn's move")));
    let mate = position("7k/8/6K1/8/8/8/8/R7 w - - 99 90");
    assert_eq!(played_from(mate, "Ra8#"), (Some(Outcome::Win(Player::FIRST)), Some("checkmate")));
    let pawn = position("7k/8/6K1/8/8/8/P7/R7 w - - 99 90");
    assert_eq!(played_from(pawn.clone(), "a3").0, None);
    assert_eq!(played_from(pawn, "Rb1").0, Some(Outcome::Draw));
    let capture = position("7k/8/6K1/8/8/r7/8/RR6 w - - 99 90");
    assert_eq!(played_from(capture, "Rxa3").0, None);
}

#[test]
fn what_may_be_claimed_comes_before_what_ends_the_game_by_itself() {
    let clock = |quiet| Clock { quiet };
    assert_eq!(claim(&clock(99), 2), None);
    assert_eq!(claim(&clock(100), 1), Some(DrawRule::QuietMoves));
    assert_eq!(claim(&clock(0), 3), Some(DrawRule::Repetition));
    assert_eq!(automatic(&clock(149), 4), None);
    assert_eq!(automatic(&clock(150), 1), Some(DrawRule::QuietMoves));
    assert_eq!(automatic(&clock(0), 5), Some(DrawRule::Repetition));
}

#[test]
fn dead_positions_are_drawn() {
    for (pieces, dead) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/3NK3", true),
        ("3nk3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/3BK3", true),
        ("2b1k3/8/8/8/8/8/8/4K3", true),
        // Bishops on squares of one colour: all of these stand on dark ones.
        ("4kb2/8/8/8/8/8/8/2B1K3", true),
        ("4kb2/6b1/8/8/8/8/1B6/2B1K3", true),
        ("4kb2/8/3b4/8/8/4B3/8/2B1K3", true),
        // c8 is light, c1 is dark.
        ("2b1k3/8/8/8/8/8/8/2B1K3", false),
        ("4k3/8/8/8/8/8/8/2NNK3", false),
        ("3nk3/8/8/8/8/8/8/3NK3", false),
        ("3nk3/8/8/8/8/8/8/3BK3", false),
        ("4k3/8/8/8/8/8/8/2BNK3", false),
        ("4k3/8/8/8/8/8/P7/4K3", false),
        ("4k3/8/8/8/8/8/8/R3K3", false),
        ("4k3/8/8/8/8/8/8/Q3K3", false),
    ] {
        let position = position(&format!("{pieces} w - - 0 1"));
        let expected = dead.then_some(Outcome::Draw);
        assert_eq!(position.outcome(), expected, "{pieces}");
    }
}

#[test]
fn who_can_still_mate() {
    let game = chess960(0);
    for (pieces, white, black) in [
        ("4k3/pppppppp/8/8/8/8/8/4K3", false, true),
        ("3qk3/8/8/8/8/8/8/3NK3", false, true),
        ("3rk3/8/8/8/8/8/8/3NK3", true, true),
        ("4k3/p7/8/8/8/8/8/3NK3", true, true),
        ("3bk3/8/8/8/8/8/8/3NK3", true, true),
        ("3rk3/8/8/8/8/8/8/3BK3", false, true),
        ("3nk3/8/8/8/8/8/8/3BK3", true, true),
        ("4k3/p7/8/8/8/8/8/3BK3", true, true),
        // d1 is light, d8 is dark.
        ("3bk3/8/8/8/8/8/8/3BK3", true, true),
        ("3qk3/8/8/8/8/8/8/2BBK3", true, true),
        ("3qk3/8/8/8/8/8/8/2NNK3", true, true),
        ("3qk3/8/8/8/8/8/P7/4K3", true, true),
    ] {
        let position = position(&format!("{pieces} w - - 0 1"));
        let can_win = [Player::FIRST, Player::SECOND].map(|player| game.can_win(&position, player));
        assert_eq!(can_win, [white, black], "{pieces}");
    }
}

#[test]
fn irreversible_moves() {
    let rooks = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    for (text, mv, irreversible) in [
        (rooks, "a3", true),
        (rooks, "Rb1", true),
        (rooks, "Kd1", true),
        (rooks, "O-O", true),
        ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w K - 0 1", "Rb1", false),
        ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1", "Kd1", false),
        ("4k3/8/8/8/8/5r2/8/4K1N1 w - - 0 1", "Nxf3", true),
        ("4k3/8/8/8/8/5r2/8/4K1N1 w - - 0 1", "Ne2", false),
    ] {
        let position = position(text);
        let mv =
            Chess::standard().parse_move(Native, &position, mv).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position.is_irreversible(mv), irreversible, "{text}");
    }
}
