//! The laws of all games, and the golden games.

use super::game;
use crate::{any::AnyGame, conformance, playthrough::playthrough};

conformance!(two: game("cap=40"));
conformance!(two_passive: game("hop=equidistant,cap=40"));
conformance!(two_by_moves: game("ranking=moves,cap=40"));
conformance!(three: game("players=3,cap=40"));
conformance!(three_passive: game("players=3,hop=equidistant,cap=40"));
conformance!(three_by_moves: game("players=3,ranking=moves,hop=equidistant,passivity=off,cap=40"));
conformance!(four: game("players=4,cap=30"));
conformance!(four_passive: game("players=4,hop=equidistant,ranking=moves,cap=40"));
conformance!(six: game("players=6,cap=20"));
conformance!(six_passive: game("players=6,hop=equidistant,ranking=moves,cap=40"));

/// The seed of `examples/playthrough.rs`, which writes the files.
const GOLDEN_SEED: u64 = 1;

#[test]
fn golden_games_are_as_recorded() {
    for (options, recorded) in [
        ("cap=12", include_str!("../playthrough/2.txt")),
        ("players=3,ranking=moves,cap=8", include_str!("../playthrough/3.txt")),
        ("players=4,cap=6", include_str!("../playthrough/4.txt")),
        ("players=6,hop=equidistant,cap=4", include_str!("../playthrough/6.txt")),
    ] {
        assert_eq!(playthrough(&AnyGame::new(game(options)), GOLDEN_SEED), recorded, "{options}");
    }
}
