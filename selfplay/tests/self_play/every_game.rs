//! Self-play works for every game of the registry, and what it records obeys the game's rules.
//!
//! The games are values here, as they are above the library: in its own types this program would compile the loops of all
//! games anew.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
};

use damier_engine::net::{Arch, FloatNet, Sizes};
use damier_records::{ChunkHeader, generation::read_generation, validate};
use damier_rules::{AnyGame, Game as _, registry};
use damier_selfplay::{GenerateConfig, NetPlay, Silent};

const SIZES: Sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };

fn generate_and_validate(game: &AnyGame) {
    let arch = Arch::of(game, game.feature_sets()[0], SIZES).expect("an architecture");
    let net = Arc::new(FloatNet::random(arch, 3).expect("a net").quantise().expect("in range"));
    let config = GenerateConfig { games: 4, simulations: 4, considered: 4, ..GenerateConfig::default() };
    let identity = ChunkHeader {
        game: game.id().to_owned(),
        generation: 0,
        chunk: 0,
        net: "random".to_owned(),
        seed: 11,
        program: "test".to_owned(),
        metadata: BTreeMap::new(),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let play =
        NetPlay { net: &net, config: &config, identity: &identity, wanted: 0..config.games, imports: &[] };
    let done = play.run(game, folder.path(), None, &Silent, &AtomicBool::new(false));
    assert_eq!(done.expect("generated").progress.games, config.games);
    for record in read_generation(folder.path(), 0).expect("whole") {
        validate(game, &record).unwrap_or_else(|error| panic!("{}: {error}", game.id()));
    }
}

#[test]
fn every_game_records_valid_games() {
    for id in registry::NAMES {
        generate_and_validate(&AnyGame::of_id(id).expect("registered"));
    }
}
