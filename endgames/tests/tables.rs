//! Tables against an independent solver, against published figures, and their life in a folder.

mod brute_force;
mod syzygy;

use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use damier_endgames::{
    BuildPlan, Built, Completion, EndgameError, EndgameTablebase, Silent, Watch, build, summaries, verify,
};
use damier_rules::{
    EndingValue, Game, Notation,
    NotationFormat::Native,
    Tablebase,
    games::{
        chess::Chess,
        draughts::{
            Czech, Draughts, English, German, International, Italian, Russian, Spanish, Turkish,
            variant::Variant,
        },
        tic_tac_toe::TicTacToe,
    },
};
use tempfile::TempDir;

static NOT_STOPPED: AtomicBool = AtomicBool::new(false);

fn built_in<G: Game>(game: &G, folder: &Path, pieces: usize) -> Built {
    build(game, &BuildPlan { folder, pieces, threads: 2, stop: &NOT_STOPPED }, &Silent).expect("built")
}

fn tables<V: Variant>(pieces: usize) -> (TempDir, Draughts<V>) {
    let folder = tempfile::tempdir().expect("a folder");
    let game = Draughts::<V>::new();
    built_in(&game, folder.path(), pieces);
    (folder, game)
}

/// Compares all positions of up to `pieces` pieces, with either player to move, with the brute force.
fn agrees<V: Variant>(pieces: usize) {
    let (folder, game) = tables::<V>(pieces);
    let tables = EndgameTablebase::open(&game, folder.path()).expect("sound");
    let mut compared = 0;
    for (position, expected) in brute_force::solve(&game, pieces) {
        let found = tables.probe(&position);
        assert_eq!(found, Some(expected), "{}", game.position_text(Native, &position));
        compared += 1;
    }
    let counted: u64 = summaries(&game, folder.path())
        .expect("sound")
        .iter()
        .flat_map(|summary| &summary.counts)
        .map(|counts| counts.total())
        .sum();
    assert_eq!(compared, 2 * counted, "either player may be to move");
    let verified = verify(&game, folder.path(), 2, &NOT_STOPPED, &Silent).expect("consistent");
    assert_eq!((verified.positions, verified.completion), (counted, Completion::Complete));
}

#[test]
fn two_pieces_are_what_brute_force_says() {
    agrees::<English>(2);
    agrees::<Russian>(2);
    agrees::<International>(2);
    agrees::<Italian>(2);
    agrees::<Spanish>(2);
    agrees::<Turkish>(2);
    agrees::<Czech>(2);
    agrees::<German>(2);
}

#[test]
#[ignore = "slow: half a minute"]
fn three_pieces_of_english_are_what_brute_force_says() {
    agrees::<English>(3);
}

#[test]
#[ignore = "slow: half a minute"]
fn three_pieces_of_russian_are_what_brute_force_says() {
    agrees::<Russian>(3);
}

#[test]
#[ignore = "slow: half a minute"]
fn three_pieces_of_international_are_what_brute_force_says() {
    agrees::<International>(3);
}

#[test]
#[ignore = "slow: half a minute"]
fn three_pieces_of_italian_are_what_brute_force_says() {
    agrees::<Italian>(3);
}

#[test]
#[ignore = "slow: half a minute"]
fn three_pieces_of_spanish_are_what_brute_force_says() {
    agrees::<Spanish>(3);
}

#[test]
#[ignore = "slow: a minute"]
fn three_pieces_of_turkish_are_what_brute_force_says() {
    agrees::<Turkish>(3);
}

#[test]
#[ignore = "slow: half a minute"]
fn three_pieces_of_german_are_what_brute_force_says() {
    agrees::<German>(3);
}

#[test]
fn king_against_king_has_the_published_counts() {
    // Ed Trice, damforum.nl, topic 2603: 230 wins, 654 draws and 108 losses of 992.
    let (folder, game) = tables::<English>(2);
    let summaries = summaries(&game, folder.path()).expect("sound");
    let kings = summaries.iter().find(|summary| summary.name == "k-k").expect("a slice");
    let counts = EndingValue::ALL.map(|value| kings.counts[0].of(value));
    assert_eq!(counts, [108, 654, 230]);
}

#[test]
fn known_endings_have_their_known_results() {
    let (folder, game) = tables::<Russian>(3);
    let tables = EndgameTablebase::open(&game, folder.path()).expect("sound");
    let value = |fen: &str| tables.value(&game.parse_position(Native, fen).expect("a position"));
    // A king that holds the long diagonal draws against two kings; one that is caught does not.
    assert_eq!(value("W:WKc1,Ke1:BKa1"), Some(EndingValue::Draw));
    assert_eq!(value("W:Wa1:BKh8"), Some(EndingValue::Loss));
    assert_eq!(value("B:Wa1:BKh8"), Some(EndingValue::Win));
    assert_eq!(value("W:Wa1:B"), None, "the game is over");
    assert_eq!(value("W:Wa1,c1,e1:BKh8,Kh6"), None, "more pieces than there are tables for");
    assert_eq!(tables.pieces(), 3);
}

#[test]
fn building_goes_on_where_it_was_stopped() {
    struct StopAfter<'a> {
        stop: &'a AtomicBool,
        slices: std::sync::atomic::AtomicUsize,
    }
    impl Watch for StopAfter<'_> {
        fn begin(&self, _: u64, _: u64) {}
        fn slice(&self, _: &str) {
            if self.slices.fetch_sub(1, Ordering::SeqCst) == 1 {
                self.stop.store(true, Ordering::SeqCst);
            }
        }
        fn advance(&self, _: u64) {}
    }
    let folder = tempfile::tempdir().expect("a folder");
    let game = Draughts::<English>::new();
    let stop = AtomicBool::new(false);
    let plan = BuildPlan { folder: folder.path(), pieces: 3, threads: 2, stop: &stop };
    let watch = StopAfter { stop: &stop, slices: 5.into() };
    let first = build(&game, &plan, &watch).expect("stopped without an error");
    assert_eq!((first.computed, first.completion), (4, Completion::Stopped));
    let second = built_in(&game, folder.path(), 3);
    assert_eq!((second.kept, second.computed, second.completion), (4, 5, Completion::Complete));
    let third = built_in(&game, folder.path(), 3);
    assert_eq!((third.kept, third.computed, third.bytes), (9, 0, second.bytes));
    // In one go it comes to the same bytes.
    let (other, _) = tables::<English>(3);
    for entry in fs::read_dir(folder.path().join("english")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let twin = other.path().join("english").join(path.file_name().expect("a name"));
        assert_eq!(fs::read(&path).expect("read"), fs::read(&twin).expect("read"), "{}", path.display());
    }
}

#[test]
fn what_is_wrong_or_missing_is_named() {
    let (folder, game) = tables::<English>(3);
    let ours = folder.path().join("english");
    // A table in which one value was changed, its checksum being right.
    let path = ours.join("kk-k.endgame");
    let sound = fs::read(&path).expect("read");
    let kings = fs::read(ours.join("k-k.endgame")).expect("read");
    let mut changed = kings.clone();
    let block = changed.len() - 10;
    changed[block] ^= 1;
    let end = changed.len() - 4;
    let checksum = crc32fast::hash(&changed[..end]).to_le_bytes();
    changed[end..].copy_from_slice(&checksum);
    fs::write(ours.join("k-k.endgame"), &changed).expect("written");
    let error = verify(&game, folder.path(), 1, &NOT_STOPPED, &Silent).expect_err("wrong values").to_string();
    assert!(error.contains("k-k.endgame") && error.contains("delete the file"), "{error}");
    fs::write(ours.join("k-k.endgame"), &kings).expect("written");

    // One that is cut short, and one that is missing.
    fs::write(&path, &sound[..sound.len() / 2]).expect("written");
    let opened = EndgameTablebase::open(&game, folder.path());
    let error = opened.expect_err("half a file").to_string();
    assert!(error.contains("kk-k.endgame") && error.contains("cut short"), "{error}");
    fs::remove_file(&path).expect("removed");
    let error = verify(&game, folder.path(), 1, &NOT_STOPPED, &Silent).expect_err("a gap").to_string();
    assert!(error.contains("kk-k.endgame") && error.contains("missing"), "{error}");
    assert_eq!(EndgameTablebase::open(&game, folder.path()).expect("the others").pieces(), 2);

    // Tables of another game.
    let italian = Draughts::<Italian>::new();
    let empty = EndgameTablebase::open(&italian, folder.path()).expect_err("none").to_string();
    assert!(empty.contains("italian") && empty.contains("build"), "{empty}");
    fs::rename(&ours, folder.path().join("italian")).expect("renamed");
    let foreign = EndgameTablebase::open(&italian, folder.path()).expect_err("foreign").to_string();
    assert!(foreign.contains("english"), "{foreign}");
}

#[test]
fn games_without_tables_and_too_many_pieces_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = |pieces| BuildPlan { folder: folder.path(), pieces, threads: 1, stop: &NOT_STOPPED };
    let chess = registry_chess();
    assert!(matches!(build(&chess, &plan(3), &Silent), Err(EndgameError::OnlySyzygy { .. })));
    assert!(matches!(build(&TicTacToe, &plan(3), &Silent), Err(EndgameError::NoEndings { .. })));
    let game = Draughts::<English>::new();
    for pieces in [0, 1, 7, 99] {
        assert!(matches!(build(&game, &plan(pieces), &Silent), Err(EndgameError::Pieces { .. })));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

fn registry_chess() -> Chess {
    let (_, options) = damier_rules::Options::parse("chess").expect("an identity");
    Chess::with_options(options).expect("a game")
}
