//! Competitors that ask endgame tables.

use std::{fs, sync::atomic::AtomicBool};

use damier_arena::{
    MatchConfig, MatchSettings, Spec,
    competitor::{Competitor, Turn},
    matches::Silent,
    run_match,
};
use damier_endgames::{BuildPlan, build};
use damier_engine::search::Limits;
use damier_rules::{
    AnyGame, AnyPosition, EndingValue, Game, GameSoFar, Position, Tablebase,
    any::AnyTablebase,
    games::draughts::{Draughts, English},
    tablebase_index::Place,
};
use tempfile::TempDir;

fn english() -> AnyGame {
    AnyGame::new(Draughts::<English>::new())
}

/// Tables of so few pieces are built in a moment.
const PIECES: usize = 3;
/// Of all positions every so manieth is looked at.
const STEP: usize = 97;

fn tables() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    let plan = BuildPlan { folder: folder.path(), pieces: PIECES, threads: 2, stop: &stop };
    build(&Draughts::<English>::new(), &plan, &damier_endgames::Silent).expect("built");
    folder
}

/// Positions of all slices in which there is something to choose.
fn positions() -> Vec<AnyPosition> {
    let endings = english().tablebase_index().expect("it has tables");
    let slices = endings.slices().iter().enumerate().filter(|(_, slice)| slice.pieces <= PIECES);
    let places = slices.flat_map(|(number, slice)| {
        slice.sizes.iter().enumerate().flat_map(move |(part, size)| {
            (0..*size).step_by(STEP).map(move |index| Place { slice: number, part, index })
        })
    });
    let chooses = |position: &AnyPosition| position.count_moves() > 1 && position.outcome().is_none();
    places.filter_map(|place| endings.position(place)).filter(chooses).collect()
}

/// In how many of the positions a competitor gives away a part of what it could have.
fn given_away(competitor: &mut dyn Competitor, truth: &AnyTablebase) -> usize {
    let cancelled = AtomicBool::new(false);
    let worth = |position: &AnyPosition, next: &AnyPosition| {
        let outcome = truth.probe(next).or_else(|| next.outcome()).expect("known");
        EndingValue::of_outcome(outcome, position.to_move())
    };
    let mut count = 0;
    for position in &positions() {
        competitor.new_game(1);
        let turn = Turn {
            game: &GameSoFar::new(english(), position.clone()),
            position,
            limits: Limits { nodes: Some(4), depth: Some(1), ..Limits::default() },
            deadline: None,
            remaining: &[],
            cancelled: &cancelled,
        };
        let mut next = position.clone();
        next.play(competitor.choose(&turn).expect("a move").mv);
        count += usize::from(worth(position, &next) < worth(position, position));
    }
    count
}

#[test]
fn who_asks_tables_gives_nothing_away() {
    let folder = tables();
    let truth = damier_endgames::open(&english(), folder.path()).expect("sound");
    for kind in ["ab:material,memory=1", "mcts:material,memory=1"] {
        let enter = |text: &str| {
            let spec: Spec = text.parse().expect("a competitor");
            spec.participant(&english()).expect("ready").competitor()
        };
        let without = given_away(enter(kind).as_mut(), &truth);
        assert!(without > 0, "{kind} plays so badly that tables help");
        let mut with = enter(&format!("{kind},endgames={}", folder.path().display()));
        assert_eq!(given_away(with.as_mut(), &truth), 0, "{kind}");
    }
}

#[test]
fn a_match_begun_with_some_tables_does_not_go_on_with_others() {
    let folder = tables();
    let directory = folder.path().join("match");
    let spec = format!("ab:material,depth=2,endgames={}", folder.path().display());
    let config = MatchConfig {
        competitors: [&spec, "random"].map(|text| text.parse().expect("a competitor")).into(),
        settings: MatchSettings { pairs: 1, ply_cap: Some(20), ..MatchSettings::default() },
        games_file: None,
        directory: Some(directory),
    };
    let run = || run_match("english", &config, &Silent, &AtomicBool::new(false));
    assert_eq!(run().expect("played").tally.played(), 2);
    assert_eq!(run().expect("nothing is left to do").tally.played(), 2);
    fs::remove_file(folder.path().join("english/kk-k.endgame")).expect("there was one");
    let error = run().expect_err("others").to_string();
    assert!(error.contains("tables in") && error.contains("kk-k") && !error.contains('\n'), "{error}");
}
