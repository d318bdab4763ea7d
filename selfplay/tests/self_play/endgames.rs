//! Games that end where endgame tables know how they end.

use std::{collections::BTreeMap, path::Path, sync::atomic::AtomicBool};

use damier_endgames::{BuildPlan, build};
use damier_engine::{HandcraftedEvaluator, self_play::TreeSelfPlay};
use damier_records::{ChunkHeader, Ending, Replay, generation::read_generation, validate};
use damier_rules::{
    AnyGame, Game, Tablebase,
    games::draughts::{Draughts, Russian},
};
use damier_selfplay::{Ballots, GenerateConfig, Generation, OpeningConfig, Silent};

const PIECES: usize = 3;

#[test]
fn games_end_with_the_outcome_that_the_tables_know() {
    let game = Draughts::<Russian>::new();
    let folder = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    let plan = BuildPlan { folder: folder.path(), pieces: PIECES, threads: 1, stop: &stop };
    build(&game, &plan, &damier_endgames::Silent).expect("built");
    let config = GenerateConfig {
        games: 12,
        simulations: 8,
        endgames: Some(folder.path().to_owned()),
        opening: OpeningConfig { min_plies: 0, max_plies: 0, ..OpeningConfig::default() },
        ..GenerateConfig::default()
    };
    let tables = config.open_tables(&game).expect("sound").expect("asked for");
    let ballots = Ballots::parse(
        &AnyGame::new(game.clone()),
        Path::new("ballots"),
        "W:Wc1,e1,g1:Bb8,d8\nW:Wa1,c3:Bh8,f6\n",
    )
    .expect("positions");
    let identity = ChunkHeader {
        game: game.id().to_owned(),
        generation: 0,
        chunk: 0,
        net: "none".to_owned(),
        seed: 5,
        program: "test".to_owned(),
        metadata: BTreeMap::new(),
    };
    let work =
        Generation { tables: Some(tables.clone()), ..Generation::new(&game, &config, &ballots, &identity) };
    let games = folder.path().join("games");
    work.run(
        &games,
        &|| Box::new(TreeSelfPlay::new(HandcraftedEvaluator::new(game.clone()))),
        &Silent,
        &stop,
    )
    .expect("generated");
    let mut adjudicated = 0;
    for record in read_generation(&games, 0).expect("whole") {
        validate(&game, &record).expect("by the rules");
        let mut replay = Replay::new(&game, &record).expect("a start");
        let mut known = Vec::new();
        let last = loop {
            let more = replay.step().expect("legal").is_some();
            let value = tables.probe(replay.position());
            if !more {
                break value;
            }
            known.push(value);
        };
        if record.ending == Ending::Adjudicated {
            adjudicated += 1;
            assert_eq!(last, Some(record.outcome));
        }
        assert!(known.iter().all(Option::is_none), "no game goes on after that");
    }
    assert!(adjudicated > 6, "{adjudicated}");
}

#[test]
fn tables_that_are_not_there_are_named() {
    let config = GenerateConfig { endgames: Some("nowhere".into()), ..GenerateConfig::default() };
    let error = config.open_tables(&Draughts::<Russian>::new()).expect_err("nothing there").to_string();
    assert!(error.contains("nowhere") && error.contains("russian"), "{error}");
}
