//! Laws of the generator: games follow from their seeds alone, and none is lost or doubled.

use std::{
    collections::BTreeMap,
    fs,
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use damier_engine::{
    evaluation,
    net::{Arch, FloatNet, Net, NetEvaluator, Sizes},
    self_play::{SelfPlaySearch, TreeSelfPlay},
};
use damier_records::{
    ChunkHeader, ChunkName, Ending, GameRecord, OnDamage, Ply, PlyKind, PolicyTarget, RecordError,
    Resignation, RootValue, Summary, generation::read_generation, read_chunk, validate, write_chunk,
};
use damier_rules::{
    AnyGame, Game, MoveList, Outcome, Player, Position,
    games::draughts::{Draughts, Russian},
};
use damier_selfplay::{
    AdjudicationConfig, Ballots, GenerateConfig, Generated, Generation, Imported, Observer, OpeningConfig,
    Progress, Put, ResignationConfig, Shelf, Silent, journal::EXTENSION,
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
        self.part(0..self.config.games, &[], folder, observer, cancel)
    }

    /// Plays a slice, and takes over games of other folders.
    fn slice(
        &self,
        wanted: Range<u64>,
        imports: &[PathBuf],
        folder: &Path,
    ) -> Result<Generated, RecordError> {
        self.part(wanted, imports, folder, &Silent, &AtomicBool::new(false))
    }

    fn part(
        &self,
        wanted: Range<u64>,
        imports: &[PathBuf],
        folder: &Path,
        observer: &dyn Observer,
        cancel: &AtomicBool,
    ) -> Result<Generated, RecordError> {
        let game = Russians::new();
        let ballots = Ballots::load(&AnyGame::new(game.clone()), &self.config.opening)?;
        let identity = identity(self.seed);
        let generation =
            Generation { wanted, imports, ..Generation::new(&game, self.config, &ballots, &identity) };
        let net = net();
        let searcher = || -> Box<dyn SelfPlaySearch<_>> {
            Box::new(TreeSelfPlay::new(NetEvaluator::new(Russians::new(), net.clone()).expect("fits")))
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build().expect("a pool");
        pool.install(|| generation.run(folder, &searcher, observer, cancel))
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
    assert!(Shelf::open(folder.path(), &foreign, (0..8, 4), &|_| ()).is_err());
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

/// The number of chunks in a folder.
fn chunks(folder: &Path) -> usize {
    files(folder).keys().filter(|name| name.ends_with(".dmr")).count()
}

/// The games of a run of one machine, and its folder.
fn played(run: &Run<'_>) -> (Vec<GameRecord>, BTreeMap<String, Vec<u8>>) {
    let folder = temporary();
    run.whole(folder.path());
    (read_generation(folder.path(), 1).expect("whole"), files(folder.path()))
}

#[test]
fn games_in_any_order_and_twice_give_the_same_folder() {
    let config = config(10);
    let (records, whole) = played(&Run { config: &config, seed: 7, threads: 1 });
    let identity = identity(7);
    // Every third game, then those between; each comes twice.
    let orders: [Vec<usize>; 3] =
        [(0..10).collect(), (0..10).rev().collect(), (0..30).map(|place| place * 3 % 10).collect()];
    for order in orders {
        let folder = temporary();
        let shelf = Shelf::open(folder.path(), &identity, (0..10, 4), &|_| ()).expect("opened");
        for (place, &index) in order.iter().enumerate() {
            let first = !order[..place].contains(&index);
            let expected = if first { Put::New } else { Put::Again };
            assert_eq!(shelf.put(records[index].clone()).expect("put"), expected);
            assert_eq!(shelf.put(records[index].clone()).expect("put"), Put::Again);
        }
        assert!(shelf.missing().is_empty());
        assert_eq!(shelf.into_written().len(), 3);
        assert_eq!(files(folder.path()), whole);
    }
}

#[test]
fn another_game_of_the_same_index_changes_nothing() {
    let config = config(8);
    let (records, _) = played(&Run { config: &config, seed: 7, threads: 1 });
    let (folder, identity) = (temporary(), identity(7));
    for again in [false, true] {
        // In a journal first, then in a chunk.
        let shelf = Shelf::open(folder.path(), &identity, (0..8, 4), &|_| ()).expect("opened");
        for record in &records[..if again { 4 } else { 2 }] {
            shelf.put(record.clone()).expect("put");
        }
        let before = files(folder.path());
        let other = GameRecord { index: 1, ..records[5].clone() };
        assert_eq!(shelf.put(other).expect("told"), Put::Different);
        assert_eq!(shelf.put(GameRecord { index: 8, ..records[5].clone() }).expect("told"), Put::Unwanted);
        assert_eq!(files(folder.path()), before);
        assert_eq!(shelf.missing(), if again { vec![4, 5, 6, 7] } else { (2..8).collect() });
    }
}

#[test]
fn slices_of_many_machines_make_the_folder_of_one() {
    let config = config(10);
    let run = Run { config: &config, seed: 7, threads: 2 };
    let (_, whole) = played(&run);
    // Slices that overlap, begin within a chunk and in the middle of a pair, and leave games 8 and 9 out.
    let slices = [(5..8), (0..3), (2..6)].map(|wanted: Range<u64>| {
        let folder = temporary();
        let generated = run.slice(wanted.clone(), &[], folder.path()).expect("played");
        assert_eq!(generated.progress.games, wanted.end - wanted.start);
        folder
    });
    let sources = slices.each_ref().map(|folder| folder.path().to_owned());
    let folder = temporary();
    let generated = run.slice(0..10, &sources, folder.path()).expect("taken over");
    assert_eq!(generated.imported, Imported { new: 8, again: 2, unwanted: 0 });
    assert_eq!(generated.progress.games, 2);
    assert_eq!(files(folder.path()), whole);
    // A second time there is nothing to do; a slice leaves the others alone.
    let generated = run.slice(0..10, &sources, folder.path()).expect("there");
    assert_eq!((generated.imported.again, generated.progress.games), (10, 0));
    let folder = temporary();
    let generated = run.slice(6..8, &sources[..1], folder.path()).expect("taken over");
    assert_eq!(generated.imported, Imported { new: 2, again: 0, unwanted: 1 });
    assert_eq!(chunks(folder.path()), 1);
}

#[test]
fn the_finished_games_of_an_interrupted_slice_are_taken_over() {
    let config = config(8);
    let run = Run { config: &config, seed: 9, threads: 1 };
    let (_, whole) = played(&run);
    let (slice, folder) = (temporary(), temporary());
    let cancel = AtomicBool::new(false);
    run.part(0..8, &[], slice.path(), &CancelAfter::new(3, &cancel), &cancel).expect("stopped");
    let generated = run.slice(0..8, &[slice.path().to_owned()], folder.path()).expect("taken over");
    assert_eq!((generated.imported.new, generated.progress.games), (3, 5));
    assert_eq!(files(folder.path()), whole);
    // A slice in the folder of another one keeps what that has finished.
    let generated = run.slice(3..4, &[], slice.path()).expect("played");
    assert_eq!(generated.progress.games, 1);
    assert_eq!(run.whole(slice.path()).progress.games, 4);
    assert_eq!(files(slice.path()), whole);
}

#[test]
fn imported_games_of_others_are_refused_by_name() {
    let config = config(4);
    let run = Run { config: &config, seed: 7, threads: 1 };
    let (records, _) = played(&run);
    let source = temporary();
    let path = ChunkName { generation: 1, chunk: 0 }.path(source.path());
    let written = |header: ChunkHeader, record: GameRecord| {
        let _ = fs::remove_file(&path);
        write_chunk(&path, &header, &[record]).expect("written");
    };
    let refused = |header: ChunkHeader, record: GameRecord, part: &str| {
        written(header, record);
        let folder = temporary();
        let error =
            run.slice(0..4, &[source.path().to_owned()], folder.path()).expect_err("refused").to_string();
        assert!(
            error.contains("chunk-0000.dmr") && error.contains(part) && error.lines().count() == 1,
            "{error}"
        );
        assert_eq!(chunks(folder.path()), 0, "{part}");
    };
    refused(identity(8), records[0].clone(), "seed 8, expected 7");
    refused(ChunkHeader { net: "other".to_owned(), ..identity(7) }, records[0].clone(), "net \"other\"");
    refused(identity(7), GameRecord { seed: 3, ..records[0].clone() }, "game 0 has the seed 3");
    let mut illegal = records[1].clone();
    illegal.plies.truncate(illegal.plies.len() / 2);
    illegal.ending = Ending::Rules;
    refused(identity(7), illegal, "breaks the rules");
    let empty = temporary();
    let error =
        run.slice(0..4, &[empty.path().to_owned()], temporary().path()).expect_err("refused").to_string();
    assert!(error.contains("no games of generation 1"), "{error}");
    // A machine that computes otherwise: its seeds are right, its games are not.
    let (folder, other) = (temporary(), GameRecord { seed: records[0].seed, index: 0, ..records[1].clone() });
    run.whole(folder.path());
    let before = files(folder.path());
    written(identity(7), other);
    let error = run.slice(0..4, &[source.path().to_owned()], folder.path()).expect_err("refused").to_string();
    assert!(error.contains("game 0 differs"), "{error}");
    assert_eq!(files(folder.path()), before);
}
