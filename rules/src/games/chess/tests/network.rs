//! Features and policy rows.

use std::collections::HashMap;

use super::{position, position960};
use crate::{
    encoding::MoveEncoding,
    features::Features,
    game::Game,
    games::chess::{Chess, ChessPosition},
    player::Player,
    position::{MoveList, Position},
};

fn active(set: &str, position: &ChessPosition, pov: Player) -> Vec<u32> {
    let features = Chess::standard().features(set).expect("a feature set");
    let mut active = Vec::new();
    features.active(position, pov, &mut active);
    active.sort_unstable();
    active
}

/// The policy rows by the texts of the moves.
fn rows(position: &ChessPosition) -> HashMap<String, u32> {
    let game = Chess::standard();
    let (mut moves, mut rows) = (MoveList::new(), Vec::new());
    position.legal_moves(&mut moves);
    game.encoding().rows(position, &moves, &mut rows);
    moves.iter().map(|mv| game.move_text(position, *mv)).zip(rows).collect()
}

#[test]
fn pieces_are_seen_from_the_point_of_view() {
    let board = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    // Own pawn on e2 (12), own king on e1 (4), their king on e8 (60).
    assert_eq!(active("ps", &board, Player::FIRST), [12, 5 * 64 + 4, 11 * 64 + 60]);
    // Upside down: own king on e1, their pawn on e7 (52), their king on e8.
    assert_eq!(active("ps", &board, Player::SECOND), [5 * 64 + 4, 6 * 64 + 52, 11 * 64 + 60]);
}

#[test]
fn left_and_right_are_exchanged_where_the_own_king_stands_on_the_left() {
    let right = position("6k1/8/8/8/8/8/P7/6K1 w - - 0 1");
    let left = position("1k6/8/8/8/8/8/7P/1K6 w - - 0 1");
    for set in ["ps", "ps+kb8"] {
        for pov in [Player::FIRST, Player::SECOND] {
            assert_eq!(active(set, &right, pov), active(set, &left, pov));
        }
    }
    let mut rows = [right, left].map(|board| rows(&board).into_values().collect::<Vec<_>>());
    rows.iter_mut().for_each(|rows| rows.sort_unstable());
    assert_eq!(rows[0], rows[1]);
}

#[test]
fn rights_are_features() {
    let with = active("ps", &position("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"), Player::FIRST);
    let none = active("ps", &position("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"), Player::FIRST);
    let rights: Vec<u32> = with.into_iter().filter(|feature| !none.contains(feature)).collect();
    // Own, towards h, rook on h; theirs, towards a, rook on a.
    assert_eq!(rights, [768 + 7, 768 + 16 + 8]);
    let text = |square: &str| format!("4k3/8/8/3Pp3/8/8/8/4K3 w - {square} 0 2");
    let with = active("ps", &position(&text("e6")), Player::FIRST);
    assert!(with.contains(&(768 + 32 + 4)) && with.len() == 5, "{with:?}");
}

#[test]
fn the_bucket_is_that_of_the_own_king() {
    let [one, two, three] = ["6K1", "7K", "5K2"]
        .map(|rank| active("ps+kb8", &position(&format!("4k3/8/8/8/8/8/8/{rank} w - - 0 1")), Player::FIRST));
    let buckets = [&one, &two, &three].map(|active| (active[2] - 808) / 768);
    assert_eq!(buckets, [2, 3, 1]);
    assert_eq!(one.len(), 4);
}

#[test]
fn promotions_and_castling_have_rows_of_their_own() {
    let promoting = rows(&position("3nk3/2P5/8/8/8/8/8/R3K2R w KQ - 0 1"));
    let mut special: Vec<u32> = promoting.values().copied().filter(|row| *row >= 1792).collect();
    special.sort_unstable();
    // Pawn on c: straight on and to the right, each to four pieces; castling both ways.
    let pawn = 1792 + (2 * 3 + 1) * 4;
    let expected: Vec<u32> = (pawn..pawn + 8).chain([1888, 1889]).collect();
    assert_eq!(special, expected);
    assert_eq!(promoting["O-O"], 1888);
    assert_eq!(Chess::standard().encoding().count(), 1890);
}

#[test]
fn castling_in_chess960_is_no_kings_step() {
    let castling = rows(&position960("4k3/8/8/8/8/8/8/5KR1 w K - 0 1"));
    let step = rows(&position960("4k3/8/8/8/8/8/8/5K1R w - - 0 1"));
    assert_ne!(castling["O-O"], step["Kg1"]);
}

#[test]
fn rows_are_seen_by_the_player_to_move() {
    let white = rows(&position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    let black = rows(&position("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"));
    assert_eq!(white["e4"], black["e5"]);
}
