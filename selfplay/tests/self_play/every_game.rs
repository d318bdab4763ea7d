//! Self-play works for every game of the registry, and what it records obeys the game's rules.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
};

use damier_engine::net::{Arch, FloatNet, NetEvaluator, Sizes};
use damier_records::{ChunkHeader, generation::read_generation, validate};
use damier_rules::{
    AnyGame, Game,
    registry::{self, GameVisitor},
};
use damier_selfplay::{Ballots, GenerateConfig, Generation, Silent, TreeSearcher};

const SIZES: Sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };

struct GenerateAndValidate;

impl GameVisitor for GenerateAndValidate {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let arch = Arch::of(&game, game.feature_sets()[0], SIZES).expect("an architecture");
        let net = Arc::new(FloatNet::random(arch, 3).expect("a net").quantise().expect("in range"));
        let config = GenerateConfig { games: 4, simulations: 4, considered: 4, ..GenerateConfig::default() };
        let ballots =
            Ballots::load(&AnyGame::new(game.clone()), &config.opening).expect("the standard start");
        let identity = ChunkHeader {
            game: game.id().to_owned(),
            generation: 0,
            chunk: 0,
            net: "random".to_owned(),
            seed: 11,
            program: "test".to_owned(),
            metadata: BTreeMap::new(),
        };
        let generation = Generation::new(&game, &config, &ballots, &identity);
        let folder = tempfile::tempdir().expect("a folder");
        let searcher =
            || TreeSearcher::new(NetEvaluator::new(game.clone(), net.clone()).expect("the net fits"));
        let done = generation.run(folder.path(), searcher, &Silent, &AtomicBool::new(false));
        assert_eq!(done.expect("generated").progress.games, config.games);
        for record in read_generation(folder.path(), 0).expect("whole") {
            validate(&game, &record).unwrap_or_else(|error| panic!("{}: {error}", game.id()));
        }
    }
}

#[test]
fn every_game_records_valid_games() {
    for id in registry::NAMES {
        registry::dispatch(id, GenerateAndValidate).expect("registered");
    }
}
