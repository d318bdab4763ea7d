//! Laws of the generator: games follow from their seeds alone, and none is lost or doubled.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use damier_engine::{
    evaluation,
    net::{Arch, FloatNet, Net, NetEvaluator, Sizes},
};
use damier_records::{
    ChunkHeader, ChunkName, Ending, GameRecord, OnDamage, Ply, PlyKind, PolicyTarget, RecordError,
    Resignation, RootValue, Summary, generation::read_generation, read_chunk, validate,
};
use damier_rules::{
    AnyGame, Game, MoveList, Outcome, Player, Position,
    games::draughts::{Draughts, Russian},
};
use damier_selfplay::{
    AdjudicationConfig, Ballots, GenerateConfig, Generated, Generation, Observer, OpeningConfig, Progress,
    ResignationConfig, Silent, TreeSearcher, journal::EXTENSION, plan,
};

type Russians = Draughts<Russian>;

const SIZES: Sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };

fn net() -> Arc<Net> {
    let game = Russians::new();
    let arch = Arch::of(&game, game.feature_sets()[0], SIZES).expect("an architecture");
    Arc::new(FloatNet::random(arch, 1).expect("a net").quantise().expect("in range"))
}

fn config(games: u64) -> GenerateConfig {
    GenerateConfig {
        games,
        games_per_chunk: 4,
        simulations: 8,
        considered: 4,
        ply_cap: 60,
        ..GenerateConfig::default()
    }
}

fn identity(seed: u64) -> ChunkHeader {
    ChunkHeader {
        game: Russians::new().id().to_owned(),
        generation: 1,
        chunk: 0,
        net: "random".to_owned(),
        seed,
        program: "test".to_owned(),
        metadata: BTreeMap::new(),
    }
}

struct Run<'a> {
    config: &'a GenerateConfig,
    seed: u64,
    threads: usize,
}

impl Run<'_> {
    fn go(
        &self,
        folder: &Path,
        observer: &dyn Observer,
        cancel: &AtomicBool,
    ) -> Result<Generated, RecordError> {
        let game = Russians::new();
        let ballots = Ballots::load(&AnyGame::new(game), &self.config.opening)?;
        let identity = identity(self.seed);
        let generation = Generation {
            game: &game,
            config: self.config,
            ballots: &ballots,
            tables: None,
            identity: &identity,
        };
        let net = net();
        let searcher = || TreeSearcher::new(NetEvaluator::new(Russians::new(), net.clone()).expect("fits"));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build().expect("a pool");
        pool.install(|| generation.run(folder, searcher, observer, cancel))
    }

    fn whole(&self, folder: &Path) -> Generated {
        self.go(folder, &Silent, &AtomicBool::new(false)).expect("generated")
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .expect("listed")
        .map(|entry| {
            let entry = entry.expect("an entry");
            (entry.file_name().into_string().expect("UTF-8"), fs::read(entry.path()).expect("read"))
        })
        .collect()
}

fn temporary() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn chunks_follow_from_the_seed_alone() {
    let config = config(10);
    let (one, again, two, other) = (temporary(), temporary(), temporary(), temporary());
    let generated = Run { config: &config, seed: 7, threads: 1 }.whole(one.path());
    assert_eq!((generated.progress.games, generated.cancelled), (10, false));
    assert_eq!(generated.chunks.len(), 3);
    Run { config: &config, seed: 7, threads: 1 }.whole(again.path());
    Run { config: &config, seed: 7, threads: 2 }.whole(two.path());
    Run { config: &config, seed: 8, threads: 2 }.whole(other.path());
    assert_eq!(files(one.path()), files(again.path()));
    assert_eq!(files(one.path()), files(two.path()));
    assert_ne!(files(one.path()), files(other.path()));
}

#[test]
fn generated_games_are_valid() {
    let config = GenerateConfig {
        full_share: 0.5,
        fast_simulations: 4,
        resignation: Some(ResignationConfig { threshold: 0.45, plies: 2, played_on: 0.5 }),
        adjudication: Some(AdjudicationConfig { win: 0.6, draw: 0.4, plies: 4, draw_from: 20 }),
        ..config(24)
    };
    let folder = temporary();
    let generated = Run { config: &config, seed: 3, threads: 2 }.whole(folder.path());
    let records = read_generation(folder.path(), 1).expect("whole");
    assert!(records.iter().map(|record| record.index).eq(0..24));
    let mut summary = Summary::default();
    for record in &records {
        validate(&Russians::new(), record).expect("valid");
        summary.add_replayed(&Russians::new(), record).expect("valid");
    }
    assert_eq!(summary.targets, generated.progress.positions);
    assert_eq!(summary.plies, generated.progress.plies);
    assert_eq!(summary.plies, summary.targets + summary.fast + summary.forced + summary.opening);
    assert!(summary.fast > 0 && summary.targets > 0 && summary.value_error().is_some());
    assert!(summary.endings.iter().filter(|games| **games > 0).count() > 1, "{summary}");
    assert!(summary.distinct_games() > 20, "{summary}");
}

/// The moves that a game began with.
fn opening_of(record: &GameRecord) -> Vec<u32> {
    let opening = record.plies.iter().take_while(|ply| ply.kind == PlyKind::Opening);
    opening.map(|ply| ply.index).collect()
}

#[test]
fn games_come_in_pairs_with_one_opening() {
    let config = config(12);
    let folder = temporary();
    Run { config: &config, seed: 5, threads: 2 }.whole(folder.path());
    let records = read_generation(folder.path(), 1).expect("whole");
    for pair in records.chunks_exact(2) {
        assert_eq!(opening_of(&pair[0]), opening_of(&pair[1]));
        assert_ne!(pair[0].seed, pair[1].seed);
        let plies = opening_of(&pair[0]).len() as u32;
        assert!((config.opening.min_plies..=config.opening.max_plies).contains(&plies));
    }
    assert_ne!(opening_of(&records[0]), opening_of(&records[2]));
}

/// By how much the player to move after each opening expects more or less than half of the point.
fn tilts(balance: f32) -> Vec<f32> {
    let opening = OpeningConfig { balance, ..OpeningConfig::default() };
    let config = GenerateConfig { opening, ..config(40) };
    let folder = temporary();
    Run { config: &config, seed: 5, threads: 2 }.whole(folder.path());
    let mut evaluator = NetEvaluator::new(Russians::new(), net()).expect("fits");
    let mut tilt = |record: &GameRecord| {
        let mut position = Russians::new().start();
        let mut moves = MoveList::new();
        for index in opening_of(record) {
            position.legal_moves(&mut moves);
            position.play(moves[index as usize]);
        }
        (evaluation::estimate(&mut evaluator, &position).share - 0.5).abs()
    };
    read_generation(folder.path(), 1).expect("whole").iter().map(&mut tilt).collect()
}

#[test]
fn openings_that_the_net_thinks_unbalanced_are_drawn_again() {
    let mut any = tilts(1.0);
    any.sort_by(f32::total_cmp);
    let balance = any[any.len() / 2];
    assert!(any.last().is_some_and(|most| *most > balance), "{any:?}");
    let balanced = tilts(balance);
    assert!(balanced.iter().all(|tilt| *tilt <= balance), "{balance} {balanced:?}");
}

#[test]
fn ballots_are_played() {
    let folder = temporary();
    let path = folder.path().join("ballots.txt");
    fs::write(&path, "# two endings\nW:Wc3,Ka1:Bf6,h8\n\nB:Wg1,c1:Bb8,f8 # Black moves\n").expect("written");
    let opening =
        OpeningConfig { min_plies: 0, max_plies: 1, ballots: Some(path.clone()), ..OpeningConfig::default() };
    let config = GenerateConfig { opening, ..config(6) };
    let out = temporary();
    Run { config: &config, seed: 5, threads: 1 }.whole(out.path());
    for record in read_generation(out.path(), 1).expect("whole") {
        assert!(!record.start.is_empty());
        validate(&Russians::new(), &record).expect("valid");
    }
    for (text, complaint) in [("", "no opening"), ("W:Wc3:Bf6\nW:Wz9:B", "line 2"), ("W:W:Bf6", "line 1")] {
        fs::write(&path, text).expect("written");
        let error =
            Ballots::load(&AnyGame::new(Russians::new()), &config.opening).expect_err("refused").to_string();
        assert!(error.contains(complaint) && error.lines().count() == 1, "{error}");
    }
    // Moves, and the game's own tables by name.
    fs::write(&path, "moves c3-d4 d6-c5\n").expect("written");
    for ballots in [path, "drawing-table".into()] {
        let opening = OpeningConfig { ballots: Some(ballots), ..config.opening.clone() };
        Ballots::load(&AnyGame::new(Russians::new()), &opening).expect("openings");
    }
}

#[test]
fn lost_chunks_come_back_identical() {
    let config = config(10);
    let folder = temporary();
    let run = Run { config: &config, seed: 7, threads: 2 };
    run.whole(folder.path());
    let whole = files(folder.path());
    assert_eq!(run.whole(folder.path()).progress.games, 0);
    fs::remove_file(ChunkName { generation: 1, chunk: 1 }.path(folder.path())).expect("removed");
    let generated = run.whole(folder.path());
    assert_eq!((generated.progress.games, generated.chunks.len()), (4, 1));
    assert_eq!(files(folder.path()), whole);
}

/// Cancels after some games, and keeps how many were missing.
struct CancelAfter<'a> {
    games: AtomicU64,
    missing: AtomicU64,
    cancel: &'a AtomicBool,
}

impl<'a> CancelAfter<'a> {
    fn new(games: u64, cancel: &'a AtomicBool) -> Self {
        Self { games: AtomicU64::new(games), missing: AtomicU64::new(0), cancel }
    }
}

impl Observer for CancelAfter<'_> {
    fn begun(&self, missing: u64) {
        self.missing.store(missing, Ordering::Relaxed);
    }

    fn game_finished(&self, progress: &Progress) {
        if progress.games >= self.games.load(Ordering::Relaxed) {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn cancelling_keeps_finished_games() {
    let config = config(22);
    let (straight, interrupted) = (temporary(), temporary());
    let run = Run { config: &config, seed: 9, threads: 2 };
    run.whole(straight.path());
    let mut kept = 0;
    for games in [1, 2, 3, 5] {
        let cancel = AtomicBool::new(false);
        let observer = CancelAfter::new(games, &cancel);
        let generated = run.go(interrupted.path(), &observer, &cancel).expect("stopped");
        assert!(generated.cancelled && generated.progress.games >= games);
        assert_eq!(observer.missing.into_inner(), 22 - kept);
        kept += generated.progress.games;
    }
    assert_eq!(kept + run.whole(interrupted.path()).progress.games, 22, "a finished game was played again");
    assert_eq!(files(straight.path()), files(interrupted.path()));
}

#[test]
fn a_game_cut_off_in_a_journal_is_played_again() {
    let config = config(8);
    let (straight, interrupted) = (temporary(), temporary());
    let run = Run { config: &config, seed: 9, threads: 1 };
    run.whole(straight.path());
    let cancel = AtomicBool::new(false);
    let observer = CancelAfter::new(3, &cancel);
    run.go(interrupted.path(), &observer, &cancel).expect("stopped");

    let path = ChunkName { generation: 1, chunk: 0 }.path(interrupted.path()).with_extension(EXTENSION);
    let bytes = fs::read(&path).expect("a journal");
    fs::write(&path, &bytes[..bytes.len() - 1]).expect("cut off");
    assert_eq!(run.whole(interrupted.path()).progress.games, 8 - 2);
    assert_eq!(files(straight.path()), files(interrupted.path()), "and no journal is left");
}

#[test]
fn a_journal_of_another_run_is_refused() {
    let config = config(8);
    let folder = temporary();
    let cancel = AtomicBool::new(false);
    let observer = CancelAfter::new(3, &cancel);
    Run { config: &config, seed: 1, threads: 1 }.go(folder.path(), &observer, &cancel).expect("stopped");
    let before = files(folder.path());
    let other = Run { config: &config, seed: 2, threads: 1 };
    let error = other.go(folder.path(), &Silent, &AtomicBool::new(false)).expect_err("refused").to_string();
    assert!(error.contains("chunk-0000.journal") && error.contains("seed 1, expected 2"), "{error}");
    assert_eq!(files(folder.path()), before);
}

#[test]
fn chunks_of_another_run_are_refused() {
    let config = config(4);
    let folder = temporary();
    Run { config: &config, seed: 1, threads: 1 }.whole(folder.path());
    let before = files(folder.path());
    let other = Run { config: &GenerateConfig { games: 8, ..config.clone() }, seed: 2, threads: 1 };
    let error = other.go(folder.path(), &Silent, &AtomicBool::new(false)).expect_err("refused").to_string();
    assert!(error.contains("seed 1, expected 2") && error.lines().count() == 1, "{error}");
    let foreign = ChunkHeader { game: "another".to_owned(), ..identity(1) };
    assert!(plan(folder.path(), &foreign, 8, 4).is_err());
    assert_eq!(files(folder.path()), before);
}

#[test]
fn damaged_chunks_are_set_aside_and_their_games_played_again() {
    let config = config(8);
    let folder = temporary();
    let run = Run { config: &config, seed: 1, threads: 1 };
    run.whole(folder.path());
    let path = ChunkName { generation: 1, chunk: 0 }.path(folder.path());
    let bytes = fs::read(&path).expect("read");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("truncated");
    let aside = path.with_extension("dmr.damaged");
    run.go(folder.path(), &Silent, &AtomicBool::new(false)).expect("played again");
    assert_eq!(fs::read(&path).expect("there again"), bytes);
    assert_eq!(fs::read(&aside).expect("kept").len(), bytes.len() / 2);
    // Its header is damaged, too.
    fs::write(&path, &bytes[..20]).expect("truncated");
    run.go(folder.path(), &Silent, &AtomicBool::new(false)).expect("played again");
    assert_eq!(fs::read(&path).expect("there again"), bytes);
    assert_eq!(fs::read(path.with_extension("dmr.damaged-1")).expect("kept").len(), 20);
}

/// Every way in which a record can break the rules is found, with its ply.
#[test]
fn wrong_records_are_refused() {
    let folder = temporary();
    let config = GenerateConfig { ply_cap: 400, ..config(2) };
    Run { config: &config, seed: 2, threads: 1 }.whole(folder.path());
    let chunk = read_chunk(&ChunkName { generation: 1, chunk: 0 }.path(folder.path()), OnDamage::Refuse);
    let good = chunk.expect("whole").records.remove(0);
    validate(&Russians::new(), &good).expect("valid");
    assert_eq!(good.ending, Ending::Rules);
    let searched = |record: &GameRecord| record.plies.iter().position(|ply| ply.kind.policy().is_some());
    let at = searched(&good).expect("a target");
    let value = RootValue::new(0, 0).expect("a value");
    let policy = PolicyTarget::from_probabilities(&[1.0; 99]);

    type Change<'a> = Box<dyn Fn(&mut GameRecord) + 'a>;
    let changes: Vec<(Change<'_>, &str)> = vec![
        (Box::new(|record| record.start = "nonsense".to_owned()), "position"),
        (Box::new(|record| record.plies[at].index = 99), "legal ones"),
        (Box::new(|record| record.plies[at].kind = PlyKind::Forced), "called forced"),
        (
            Box::new(|record| {
                record.plies[at].kind = PlyKind::Searched { simulations: 1, value, policy: policy.clone() };
            }),
            "a policy target over 99 moves",
        ),
        (Box::new(|record| record.plies[at].kind = PlyKind::Fast { simulations: 0, value }), "0 simulations"),
        (
            Box::new(|record| {
                record.plies.truncate(at);
                record.ending = Ending::Rules;
            }),
            "but it is not",
        ),
        (
            Box::new(|record| {
                record.plies.truncate(at);
                (record.ending, record.outcome) = (Ending::PlyCap, Outcome::Win(Player::FIRST));
            }),
            "at the ply cap",
        ),
        (
            Box::new(|record| {
                record.plies.truncate(at);
                (record.ending, record.outcome) = (Ending::Resigned, Outcome::Win(Player::FIRST));
            }),
            "nobody wished",
        ),
        (
            Box::new(|record| {
                record.plies.truncate(at);
                record.resignation = Some(Resignation { player: Player::FIRST, ply: at as u32 });
                (record.ending, record.outcome) = (Ending::Resigned, Outcome::Win(Player::FIRST));
            }),
            "seat 0 resigned",
        ),
        (Box::new(|record| record.outcome = Outcome::Win(Player::new(4))), "seat 4"),
        (Box::new(|record| record.plies.push(Ply { index: 0, kind: PlyKind::Opening })), "over"),
    ];
    for (change, complaint) in changes {
        let mut record = good.clone();
        change(&mut record);
        let error = validate(&Russians::new(), &record).expect_err(complaint).to_string();
        assert!(error.contains(complaint) && error.starts_with("game 0, ply "), "{error}");
    }
}
