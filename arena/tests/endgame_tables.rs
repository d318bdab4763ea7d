//! Competitors that ask endgame tables.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use damier_arena::{
    MatchConfig, MatchSettings, Spec,
    competitor::{Competitor, Turn},
    matches::Silent,
    openings::{Book, OpeningSource},
    play::Adjudication,
    run_match,
};
use damier_endgames::{BuildPlan, build};
use damier_engine::search::Limits;
use damier_rules::{
    AnyGame, AnyMove, AnyPosition, EndingValue, Game, GameSoFar, Notation, NotationFormat, Outcome, Position,
    Tablebase,
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

/// Tables of chess with three men.
fn syzygy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../endgames/tests/syzygy/tables")
}

/// Plays from a won ending of chess against a defence that delays as long as the tables know how; returns the plies.
fn plies_to_win(kind: &str, fen: &str) -> usize {
    let chess = AnyGame::of_id("chess").expect("a game");
    let truth = damier_endgames::open(&chess, &syzygy()).expect("sound");
    let spec: Spec = format!("{kind},endgames={}", syzygy().display()).parse().expect("a competitor");
    let mut competitor = spec.participant(&chess).expect("ready").competitor();
    let start = chess.parse_position(NotationFormat::Native, fen).expect("a position");
    let winner = Outcome::Win(start.to_move());
    let mut game = GameSoFar::new(chess, start.clone());
    let cancelled = AtomicBool::new(false);
    competitor.new_game(1);
    while game.outcome().is_none() {
        let position = game.position().clone();
        let mv = if position.to_move() == start.to_move() {
            let turn = Turn {
                game: &game,
                position: &position,
                limits: Limits { nodes: Some(4), depth: Some(1), ..Limits::default() },
                deadline: None,
                remaining: &[],
                cancelled: &cancelled,
            };
            competitor.choose(&turn).expect("a move").mv
        } else {
            let delay = |mv: &AnyMove| {
                let mut next = position.clone();
                next.play(*mv);
                (truth.probe(&next) != Some(winner), truth.distance(&next))
            };
            game.legal_moves().into_iter().max_by_key(delay).expect("a move")
        };
        game.play(mv);
    }
    assert_eq!(game.outcome(), Some(winner), "{kind} from {fen}");
    game.moves().len()
}

#[test]
fn won_endings_of_chess_are_won_in_time_however_short_the_search() {
    // A pawn that has to be led to promotion, and then the queen; a rook far from its king.
    for fen in ["8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", "8/8/8/8/4k3/8/8/KR6 w - - 30 60"] {
        for kind in ["ab:material,memory=1", "mcts:material,memory=1"] {
            let plies = plies_to_win(kind, fen);
            assert!(plies < 70, "{kind} from {fen}: {plies} plies");
        }
    }
}

#[test]
fn a_match_of_chess_ends_where_the_tables_know_the_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let openings = folder.path().join("openings.txt");
    // A win, and one that comes too late: fifty moves are over before it.
    fs::write(&openings, "8/8/8/8/4k3/8/8/KR6 w - - 0 1\n8/8/8/8/4k3/8/8/KR6 w - - 97 90\n")
        .expect("written");
    let config = MatchConfig {
        competitors: ["random", "random"].map(|text| text.parse().expect("a competitor")).into(),
        settings: MatchSettings {
            pairs: 2,
            openings: OpeningSource::Book(Book::named(&openings)),
            adjudication: Adjudication { tables: Some(syzygy()), ..Adjudication::default() },
            ..MatchSettings::default()
        },
        games_file: None,
        directory: None,
    };
    let played = run_match("chess", &config, &Silent, &AtomicBool::new(false)).expect("played");
    assert_eq!(played.tally.games, [1, 2, 1], "White wins from the one, and the other is drawn");
}
