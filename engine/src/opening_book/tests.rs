//! Laws of books, in a game that is small enough to be known, and in draughts.

use std::{
    collections::HashSet,
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use damier_rules::{
    AnyGame, Game, History, MoveList, Notation,
    NotationFormat::Native,
    Position,
    games::{
        chess::Chess,
        draughts::{Draughts, Russian},
        tic_tac_toe::TicTacToe,
    },
};
use tempfile::TempDir;

use super::{BookError, Completion, Grown, OpeningBook, Plan, Share, Terms, Watch, file, graph::Graph, grow};
use crate::{
    AnyEngine,
    engine::{BookUse, EngineOptions, Judge, Level},
    search::{Limits, StopHandle},
};

/// All of tic-tac-toe.
const EVERYTHING: usize = 100_000;

fn terms() -> Terms {
    Terms { nodes: 60, judge: "what beginners count".to_owned() }
}

fn grown(game: &AnyGame, path: &Path, positions: usize, threads: usize) -> Result<Grown, BookError> {
    grown_by(game, path, positions, threads, &HashSet::new())
}

fn grown_by(
    game: &AnyGame,
    path: &Path,
    positions: usize,
    threads: usize,
    played: &HashSet<u64>,
) -> Result<Grown, BookError> {
    let stop = AtomicBool::new(false);
    let plan = Plan { path, positions, played, threads, terms: terms(), stop: &stop };
    grow(game, &Judge::BuiltIn, &plan, &())
}

/// A book of Russian draughts in a folder of its own.
fn russian(positions: usize) -> (TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("russian.dmb");
    grown(&AnyGame::new(Draughts::<Russian>::new()), &path, positions, 2).expect("grown");
    (folder, path)
}

#[test]
fn a_book_that_has_everything_knows_what_the_game_is_worth() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book");
    let game = AnyGame::new(TicTacToe);
    let done = grown(&game, &path, EVERYTHING, 2).expect("grown");
    assert_eq!(done.completion, Completion::Exhausted);
    let entries = file::read(&path, &game).expect("sound").entries;
    let graph = Graph::new(game.start(), &entries).expect("it fits");
    assert_eq!(graph.nodes[0].share, Share::of(0.5));
    // Its best line is a game that neither player loses.
    let mut position = game.start();
    let mut node = &graph.nodes[0];
    while let Some(best) = node.best() {
        assert_eq!(best.share, Share::of(0.5));
        position.play(best.mv);
        let Some(child) = best.child else { break };
        node = &graph.nodes[child];
    }
    assert!(position.outcome().is_some_and(|outcome| outcome.share(damier_rules::Player::FIRST, 2) == 0.5));
}

#[test]
fn a_position_is_worth_its_best_move_and_a_move_what_is_left_of_the_position_it_leads_to() {
    let (_folder, path) = russian(96);
    let game = AnyGame::new(Draughts::<Russian>::new());
    let entries = file::read(&path, &game).expect("sound").entries;
    let graph = Graph::new(game.start(), &entries).expect("it fits");
    assert_eq!(graph.len(), entries.len(), "every position can be reached");
    let mut moves = MoveList::new();
    for node in graph.nodes.iter().filter(|node| !node.edges.is_empty()) {
        node.position.legal_moves(&mut moves);
        assert!(node.edges.iter().map(|edge| edge.mv).eq(moves.iter().copied()));
        assert_eq!(Some(node.share), node.edges.iter().map(|edge| edge.share).max());
        for edge in &node.edges {
            let child = &graph.nodes[edge.child.expect("in the opening of draughts nothing leads back")];
            let same = child.position.to_move() == node.position.to_move();
            assert_eq!(edge.share, if same { child.share } else { child.share.flipped() });
            assert!(child.ply == node.ply + 1 && child.size < node.size);
        }
    }
}

/// Stops the work once a number of positions were searched.
struct Impatient<'a> {
    left: AtomicUsize,
    stop: &'a AtomicBool,
}

impl Watch for Impatient<'_> {
    fn advance(&self, positions: usize) {
        if self.left.fetch_sub(positions, Ordering::Relaxed) <= positions {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn neither_threads_nor_interruptions_make_another_book() {
    let (folder, path) = russian(128);
    let game = AnyGame::new(Draughts::<Russian>::new());
    let alone = folder.path().join("alone");
    grown(&game, &alone, 128, 1).expect("grown");
    let broken = folder.path().join("broken off");
    let stop = AtomicBool::new(false);
    let played = HashSet::new();
    let plan =
        Plan { path: &broken, positions: 128, played: &played, threads: 2, terms: terms(), stop: &stop };
    let watch = Impatient { left: AtomicUsize::new(70), stop: &stop };
    let first = grow(&game, &Judge::BuiltIn, &plan, &watch).expect("stopped, not failed");
    assert_eq!(first.completion, Completion::Stopped);
    assert!((1..128).contains(&first.positions), "{first:?}");
    let second = grown(&game, &broken, 128, 2).expect("goes on");
    assert_eq!((second.completion, second.new), (Completion::Complete, 128 - first.positions));
    let bytes = |path: &Path| fs::read(path).expect("read");
    assert!(bytes(&path) == bytes(&alone) && bytes(&path) == bytes(&broken));
}

#[test]
fn positions_of_played_games_come_first_even_where_nobody_would_play_so() {
    let (_folder, path) = russian(32);
    let game = AnyGame::new(Draughts::<Russian>::new());
    let has = |key: u64| file::read(&path, &game).expect("sound").entries.contains_key(&key);
    // Both players make their last move again and again; a few plies later one of them would win, and the book had no
    // more to say.
    let mut position = game.start();
    let mut line = vec![position.key()];
    let mut moves = MoveList::new();
    for _ in 0..4 {
        position.legal_moves(&mut moves);
        position.play(*moves.last().expect("a move"));
        line.push(position.key());
    }
    assert!(!has(position.key()), "the line is not worth a look of its own");
    // Each position is reached by the one before.
    let done = grown_by(&game, &path, 128, 2, &line.iter().copied().collect()).expect("grown");
    assert_eq!((done.positions, done.played), (128, line.len()));
    assert!(line.iter().all(|key| has(*key)));
}

#[test]
fn any_byte_that_changes_and_any_that_is_missing_is_noticed() {
    let (_folder, path) = russian(32);
    let game = AnyGame::new(Draughts::<Russian>::new());
    let content = fs::read(&path).expect("read");
    let refused = |bytes: &[u8], what: &str| {
        fs::write(&path, bytes).expect("written");
        match OpeningBook::read(&game, &path) {
            Err(BookError::File { defect, .. }) => assert!(defect.offset <= content.len(), "{what}"),
            other => panic!("{what}: {other:?}"),
        }
    };
    for at in 0..content.len() {
        let mut changed = content.clone();
        changed[at] ^= 0x15;
        refused(&changed, &format!("byte {at}"));
    }
    for length in (0..content.len()).step_by(7) {
        refused(&content[..length], &format!("{length} bytes"));
    }
}

#[test]
fn a_book_of_another_version_is_told_from_a_damaged_one() {
    let (_folder, path) = russian(32);
    let mut content = fs::read(&path).expect("read");
    content[file::MAGIC.len()..file::MAGIC.len() + 4].copy_from_slice(&7u32.to_le_bytes());
    fs::write(&path, &content).expect("written");
    let read = OpeningBook::read(&AnyGame::new(Draughts::<Russian>::new()), &path);
    let error = read.expect_err("another version").to_string();
    let wanted = format!("version 7, and this program reads {}; grow it anew", file::VERSION);
    assert!(error.contains(&wanted), "{error}");
}

#[test]
fn books_of_other_games_and_other_terms_are_refused_and_stay_as_they_are() {
    let (_folder, path) = russian(32);
    let content = fs::read(&path).expect("read");
    let error =
        OpeningBook::read(&AnyGame::new(Chess::standard()), &path).expect_err("another game").to_string();
    assert!(error.contains("a book of russian where one of chess is needed"), "{error}");
    let error = grown(&AnyGame::new(Chess::standard()), &path, 64, 1).expect_err("another game").to_string();
    assert!(error.contains("russian.dmb"), "{error}");
    let stop = AtomicBool::new(false);
    let terms = Terms { nodes: 61, ..terms() };
    let played = HashSet::new();
    let plan = Plan { path: &path, positions: 64, played: &played, threads: 1, terms, stop: &stop };
    let error = grow(&AnyGame::new(Draughts::<Russian>::new()), &Judge::BuiltIn, &plan, &())
        .expect_err("other terms")
        .to_string();
    assert!(error.contains("with 60 nodes a move") && error.contains("not with 61"), "{error}");
    assert_eq!(fs::read(&path).expect("read"), content);
}

struct Growing<'a>(&'a Path);

impl Growing<'_> {
    fn visit(self, game: AnyGame) -> Result<Grown, BookError> {
        grown(&game, self.0, 1, 1)
    }
}

#[test]
fn games_of_more_players_have_no_books() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book");
    let found =
        AnyGame::of_id("chinese-checkers:players=3").map(|game| Growing(&path).visit(game)).expect("a game");
    let error = found.expect_err("three players").to_string();
    assert!(error.contains("is played by 3"), "{error}");
    assert!(!path.exists());
}

#[test]
fn an_engine_plays_by_its_book_unless_it_is_asked_a_question() {
    let (_folder, path) = russian(96);
    let game = AnyGame::new(Draughts::<Russian>::new());
    let book = Arc::new(OpeningBook::read(&game, &path).expect("sound"));
    let position = game.start();
    let history = History::new(&position);
    let best = book.best(&position).expect("the start is answered");
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    let mut engine = AnyEngine::new(game, Judge::BuiltIn, EngineOptions::default()).expect("no net");
    engine.set_book(Some(Arc::clone(&book)));
    let mut nodes = |options: EngineOptions, only: &[_], limits: Limits, control: &StopHandle| {
        engine.set_options(options);
        let report = engine.think_of(only, &position, &history, &limits, control, &mut |_| ());
        assert!(
            report.simulations > 0 || (report.best == best.mv && report.value.score() == best.share.value())
        );
        assert_eq!(report.principal_line.first(), Some(&report.best));
        report.simulations
    };
    let (options, limits) = (EngineOptions::default(), Limits::nodes(50));
    assert_eq!(nodes(options, &[], limits, &StopHandle::new()), 0);
    let searching = [
        EngineOptions { book: BookUse::Search, ..options },
        EngineOptions { multipv: 2, ..options },
        EngineOptions { level: Level::new(3).expect("a level"), ..options },
    ];
    for options in searching {
        assert!(nodes(options, &[], limits, &StopHandle::new()) > 0, "{options:?}");
    }
    assert!(nodes(options, &legal[1..], limits, &StopHandle::new()) > 0);
    assert!(nodes(options, &[], Limits { proof_plies: Some(3), ..limits }, &StopHandle::new()) > 0);
    let stopped = StopHandle::new();
    stopped.stop();
    assert_eq!(nodes(options, &[], limits, &stopped), 0);
}

#[test]
fn a_book_is_not_gone_round_in_a_circle() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chess.dmb");
    let game = AnyGame::new(Chess::standard());
    grown(&game, &path, 64, 2).expect("grown");
    let mut engine = AnyEngine::new(game.clone(), Judge::BuiltIn, EngineOptions::default()).expect("no net");
    engine.set_book(Some(Arc::new(OpeningBook::read(&game, &path).expect("sound"))));
    let mut position = game.start();
    let mut history = History::new(&position);
    let mut nodes = |position: &_, history: &_| {
        engine.think(position, history, &Limits::nodes(50), &StopHandle::new(), &mut |_| ()).simulations
    };
    assert_eq!(nodes(&position, &history), 0);
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
        let mv = game.parse_move(Native, &position, text).expect("legal");
        history.play(&mut position, mv);
    }
    assert_eq!(position, game.start());
    assert!(nodes(&position, &history) > 0, "the start position has occurred twice");
}

#[test]
fn a_book_answers_where_enough_of_it_lies_ahead_and_best_first() {
    let (_folder, path) = russian(96);
    let game = AnyGame::new(Draughts::<Russian>::new());
    let book = OpeningBook::read(&game, &path).expect("sound");
    assert_eq!((book.game(), book.positions(), book.terms()), ("russian", 96, &terms()));
    assert!((1..96).contains(&book.answered()), "the edge is left to searches");
    let moves = book.moves(&game.start());
    assert!(moves.windows(2).all(|pair| pair[0].share >= pair[1].share));
    let line = book.line(&game.start());
    let mut position = game.start();
    for mv in &line {
        assert_eq!(book.best(&position).map(|best| best.mv), Some(*mv));
        position.play(*mv);
    }
    assert!(!line.is_empty() && book.best(&position).is_none());
}
