//! Self-play by alpha-beta search.

use std::{collections::BTreeMap, fs, path::Path, sync::atomic::AtomicBool};

use damier_engine::{
    HandcraftedEvaluator,
    self_play::{AlphaBetaSelfPlay, SelfPlaySearch},
};
use damier_records::{ChunkHeader, Ending, GameRecord, PlyKind, generation::read_generation, validate};
use damier_rules::{
    AnyGame, Game, Outcome, Player,
    games::draughts::{Draughts, Russian},
};
use damier_selfplay::{Ballots, GenerateConfig, Generation, OpeningConfig, SearchConfig, Silent};

type Russians = Draughts<Russian>;

const NODES: u32 = 60;

fn config() -> GenerateConfig {
    GenerateConfig {
        games: 12,
        search: SearchConfig::AlphaBeta,
        simulations: NODES,
        opening: OpeningConfig { min_plies: 4, max_plies: 6, ..OpeningConfig::default() },
        ..GenerateConfig::default()
    }
}

fn play(folder: &Path, config: &GenerateConfig, ballots: &Ballots, threads: usize) -> Vec<GameRecord> {
    let game = Russians::new();
    let identity = ChunkHeader {
        game: game.id().to_owned(),
        generation: 0,
        chunk: 0,
        net: "none".to_owned(),
        seed: 3,
        program: "test".to_owned(),
        metadata: BTreeMap::new(),
    };
    let work = Generation::new(&game, config, ballots, &identity);
    let searcher = || -> Box<dyn SelfPlaySearch<_>> {
        Box::new(AlphaBetaSelfPlay::new(game.clone(), HandcraftedEvaluator::new(game.clone())))
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let done = pool.install(|| work.run(folder, &searcher, &Silent, &AtomicBool::new(false)));
    assert_eq!(done.expect("generated").progress.games, config.games);
    read_generation(folder, 0).expect("whole")
}

#[test]
fn games_are_valid_each_of_an_opening_of_its_own_and_the_same_again_with_other_threads() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let ballots = Ballots::standard();
    let [records, again] =
        [1, 2].map(|threads| play(folders[threads - 1].path(), &config(), &ballots, threads));
    assert_eq!(records, again);
    let bytes = |folder: &Path| fs::read(folder.join("gen-0000-chunk-0000.dmr")).expect("a chunk");
    assert_eq!(bytes(folders[0].path()), bytes(folders[1].path()));
    for record in &records {
        validate(&Russians::new(), record).expect("by the rules");
        for ply in &record.plies {
            let PlyKind::Searched { simulations, policy, .. } = &ply.kind else { continue };
            assert!((1..=NODES).contains(simulations));
            let whole: Vec<_> =
                (0..policy.shares().len()).filter(|move_| policy.shares()[*move_] > 0).collect();
            assert_eq!(whole, [ply.index as usize], "it teaches the move that it plays");
        }
    }
    let openings = |pair: &[GameRecord]| pair[0].plies[..4] == pair[1].plies[..4];
    assert!(!records.chunks_exact(2).all(openings), "games in a row do not share their opening");
}

#[test]
fn a_won_ending_is_won() {
    // Three kings on the main road against one elsewhere are too hard for so few nodes; a man behind is not.
    let ballots =
        Ballots::parse(&AnyGame::new(Russians::new()), Path::new("ballots"), "W:Wa1,c1,e1,Kd4:Bh8\n")
            .expect("a position");
    let opening = OpeningConfig { min_plies: 0, max_plies: 0, ..OpeningConfig::default() };
    let config = GenerateConfig { games: 1, opening, ..config() };
    let folder = tempfile::tempdir().expect("a folder");
    let records = play(folder.path(), &config, &ballots, 1);
    assert_eq!((records[0].outcome, records[0].ending), (Outcome::Win(Player::FIRST), Ending::Rules));
}
