//! Features and policy rows.

use std::collections::HashMap;

use super::{position, position960};
use crate::{
    encoding::MoveEncoding,
    features::Features,
    game::Game,
    games::chess::{Chess, ChessPosition},
    notation::{Notation, NotationFormat::Native},
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
    moves.iter().map(|mv| game.move_text(Native, position, *mv)).zip(rows).collect()
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
    for set in ["ps", "ps+attacks"] {
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

/// The squares of the pieces that stand in each way, as White sees them.
fn standings(fen: &str) -> [Vec<String>; 4] {
    let board = position(fen);
    let names: Vec<String> = cozy_chess::Square::ALL.map(|square| square.to_string()).into();
    let mut standings: [Vec<String>; 4] = Default::default();
    for feature in active("ps+attacks", &board, Player::FIRST) {
        if let Some(place) = feature.checked_sub(808) {
            standings[place as usize / 768].push(names[place as usize % 64].clone());
        }
    }
    standings.iter_mut().for_each(|squares| squares.sort_unstable());
    standings
}

#[test]
fn a_piece_that_a_lesser_one_attacks_stands_so_even_where_it_is_defended() {
    // The pawn attacks the knight, which the rook defends; pawn and rook are neither attacked nor defended, and no
    // king is near.
    let [outbid, hanging, contested, guarded] = standings("k7/4r3/8/4n3/3P4/8/8/7K w - - 0 1");
    assert_eq!(outbid, ["e5"]);
    assert!(hanging.is_empty() && contested.is_empty() && guarded.is_empty());
}

#[test]
fn an_attacked_piece_is_defended_or_not() {
    // The rooks attack each other, and the king defends White's. The bishop attacks the knight.
    let [outbid, hanging, contested, guarded] = standings("k6n/4r3/8/8/8/8/1B2RK2/8 w - - 0 1");
    assert!(outbid.is_empty());
    assert_eq!(hanging, ["e7", "h8"]);
    assert_eq!(contested, ["e2"]);
    // By the rook, to either side.
    assert_eq!(guarded, ["b2", "f2"]);
}

#[test]
fn lines_end_at_the_first_piece_and_a_check_attacks_the_king() {
    let [outbid, hanging, _, guarded] = standings("4k3/8/8/8/8/8/8/R2q3K w - - 0 1");
    assert_eq!(outbid, ["d1"]);
    assert_eq!(hanging, ["a1", "h1"]);
    assert!(guarded.is_empty());
    let [.., guarded] = standings("4k3/P7/8/8/P7/6K1/8/R7 w - - 0 1");
    assert_eq!(guarded, ["a4"]);
}

#[test]
fn both_players_see_the_same_standings() {
    let white = position("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
    let black = position("rnbqk2r/pppp1ppp/5n2/2b1p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 4 4");
    assert_eq!(active("ps+attacks", &white, Player::FIRST), active("ps+attacks", &black, Player::SECOND));
}

/// Kinds of moves between the same squares.
const KINDS: u32 = 16;
/// The first row of promotions.
const PROMOTIONS: u32 = 3786 * KINDS;
/// The first row of castling.
const CASTLING: u32 = PROMOTIONS + 96 * KINDS;

#[test]
fn promotions_and_castling_have_rows_of_their_own() {
    let promoting = rows(&position("3nk3/2P5/8/8/8/8/8/R3K2R w KQ - 0 1"));
    let mut special: Vec<u32> = promoting.values().copied().filter(|row| *row >= PROMOTIONS).collect();
    special.sort_unstable();
    let [promotions @ .., towards_h, towards_a] = &special[..] else { panic!("{special:?}") };
    assert_eq!([*towards_h, *towards_a], [CASTLING, CASTLING + 1]);
    assert_eq!(promoting["O-O"], CASTLING);
    // Pawn on c: straight on and to the right, each to four pieces.
    let pawn = (2 * 3 + 1) * 4;
    let ends: Vec<u32> = promotions.iter().map(|row| (row - PROMOTIONS) / KINDS).collect();
    assert_eq!(ends, (pawn..pawn + 8).collect::<Vec<_>>());
    assert_eq!(Chess::standard().encoding().count(), CASTLING as usize + 2);
}

/// What a move is like by its row: what an exchange comes to, whether the piece is under attack where it stands, whether it
/// gives check.
fn kind(fen: &str, mv: &str) -> (&'static str, bool, bool) {
    let row = rows(&position(fen))[mv];
    let exchange = ["loses", "quiet", "even", "wins"][(row % KINDS / 4) as usize];
    (exchange, row / 2 % 2 == 1, row % 2 == 1)
}

#[test]
fn a_row_tells_what_an_exchange_comes_to() {
    let board = "3rk3/8/8/1p6/3p4/8/R5B1/2QRK3 w - - 0 1";
    assert_eq!(kind(board, "Rxd4"), ("loses", false, false));
    assert_eq!(kind(board, "Ra4"), ("loses", false, false));
    assert_eq!(kind(board, "Ra3"), ("quiet", false, false));
    assert_eq!(kind("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rxd8+"), ("even", false, true));
    assert_eq!(kind("3r3k/8/8/8/8/8/8/3RK3 w - - 0 1", "Rxd8+"), ("wins", false, true));
}

#[test]
fn a_row_tells_of_a_piece_under_attack_and_of_a_check() {
    // A pawn attacks the knight; that the king defends it helps little.
    let board = "7k/8/8/8/8/4p3/3N4/3K4 w - - 0 1";
    assert_eq!(kind(board, "Ne4"), ("quiet", true, false));
    assert_eq!(kind("7k/8/8/8/8/8/P2N4/3K4 w - - 0 1", "Ne4"), ("quiet", false, false));
    assert_eq!(kind("7k/8/8/8/4N3/8/P7/3K4 w - - 0 1", "Ng5"), ("quiet", false, false));
    assert_eq!(kind("7k/8/8/8/4N3/8/P7/3K4 w - - 0 1", "Nf6"), ("quiet", false, false));
    assert_eq!(kind("6k1/8/8/8/4N3/8/P7/3K4 w - - 0 1", "Nf6+"), ("quiet", false, true));
}

#[test]
fn different_pieces_have_different_rows_for_the_same_squares() {
    let by = |piece: &str, mv: &str| rows(&position(&format!("7k/8/8/8/8/8/{piece}7/3K4 w - - 0 1")))[mv];
    assert_ne!(by("Q", "Qa5"), by("R", "Ra5"));
    assert_ne!(by("Q", "Qd5"), by("B", "Bd5"));
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
