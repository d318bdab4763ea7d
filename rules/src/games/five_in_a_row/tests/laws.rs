//! The laws of all games, and the golden games.

use super::game;
use crate::{any::AnyGame, conformance, playthrough::playthrough};

conformance!(freestyle: game("gomoku-freestyle"));
conformance!(standard: game("gomoku-standard"));
conformance!(renju: game("renju"));
conformance!(predicted: game("gomoku-predicted"));
conformance!(small_freestyle: game("gomoku-freestyle:size=9"));
conformance!(swap2_renju: game("renju:size=9,opening=swap2"));
conformance!(large_standard: game("gomoku-standard:size=20"));
conformance!(small_predicted: game("gomoku-predicted:size=9,order=fsfs,limit=decisive"));

/// The seed of `examples/playthrough.rs`, which writes the files.
const GOLDEN_SEED: u64 = 1;

#[test]
fn golden_games_are_as_recorded() {
    for (identity, recorded) in [
        ("gomoku-freestyle:size=9", include_str!("../playthrough/freestyle.txt")),
        ("gomoku-standard:size=9,opening=swap2", include_str!("../playthrough/standard-swap2.txt")),
        ("renju:size=9", include_str!("../playthrough/renju.txt")),
        ("gomoku-predicted:size=9", include_str!("../playthrough/predicted.txt")),
    ] {
        assert_eq!(playthrough(&AnyGame::new(game(identity)), GOLDEN_SEED), recorded, "{identity}");
    }
}
