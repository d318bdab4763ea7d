//! The laws of all games, and the golden game.

use super::{chess_of, chess960};
use crate::{any::AnyGame, conformance, games::chess::Chess, playthrough::playthrough};

conformance!(chess: Chess::standard());
// King on b1 beside its rook; bishops in the corner; king and rooks as far left as can be.
conformance!(chess960: chess960(0));
conformance!(chess960_last: chess960(959));
conformance!(handicap: chess_of("without=a1+black-queen"));

/// The seed of `examples/playthrough.rs`, which writes the file.
const GOLDEN_SEED: u64 = 1;

#[test]
fn the_golden_games_are_as_recorded() {
    let recorded = include_str!("../playthrough/chess.txt");
    assert_eq!(playthrough(&AnyGame::new(Chess::standard()), GOLDEN_SEED), recorded);
    let recorded = include_str!("../playthrough/chess-without-a1-d8.txt");
    assert_eq!(playthrough(&AnyGame::new(chess_of("without=a1+d8")), GOLDEN_SEED), recorded);
}
