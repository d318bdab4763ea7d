//! Syzygy tables of three men: what is known of such endings, and files that are not what they should be.

use std::{
    fs,
    path::{Path, PathBuf},
};

use damier_endgames::{EndgameTablebase, Silent, file_names, open_if_any, verify};
use damier_rules::{
    AnyGame, EndingValue,
    EndingValue::{Draw, Loss, Win},
    Game, History, MoveList, Notation,
    NotationFormat::Native,
    Position, Tablebase,
    games::{
        chess::{Chess, ChessPosition},
        draughts::{Draughts, English},
    },
};
use tempfile::TempDir;

use super::NOT_STOPPED;

type Tables = std::sync::Arc<EndgameTablebase<ChessPosition>>;

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syzygy/tables")
}

fn sample(name: &str) -> Vec<u8> {
    fs::read(samples().join(name)).expect("a sample")
}

fn opened(folder: &Path) -> Tables {
    EndgameTablebase::open(&Chess::standard(), folder).expect("sound")
}

fn position(fen: &str) -> ChessPosition {
    Chess::standard().parse_position(Native, fen).expect("a position")
}

fn value(tables: &Tables, fen: &str) -> Option<EndingValue> {
    tables.value(&position(fen))
}

/// A folder with these files.
fn folder_of(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        fs::write(folder.path().join(name), content).expect("written");
    }
    folder
}

fn refusal(folder: &Path) -> String {
    let error = EndgameTablebase::open(&Chess::standard(), folder).expect_err("refused").to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}

/// Positions of a table with either player to move, every so manieth.
fn positions(men: [char; 3], step: usize) -> impl Iterator<Item = ChessPosition> {
    let placed = move |number: usize| {
        let mut squares = ['.'; 64];
        for (man, letter) in men.into_iter().enumerate() {
            squares[number >> (6 * man) & 63] = letter;
        }
        let ranks = squares.chunks(8).map(|rank| rank.iter().collect::<String>().replace('.', "1"));
        let board = ranks.collect::<Vec<_>>().join("/");
        let mover = if number.is_multiple_of(2) { 'w' } else { 'b' };
        Chess::standard().parse_position(Native, &format!("{board} {mover} - - 0 1")).ok()
    };
    (0..1 << 18).step_by(step).filter_map(placed)
}

#[test]
fn endings_of_three_men_end_as_books_say() {
    let tables = opened(&samples());
    let known = [
        // The king in front of its pawn on the sixth rank wins, and so does one with the opposition.
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Some(Win)),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", Some(Loss)),
        ("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", Some(Loss)),
        ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", Some(Draw)),
        // Stalemate, at once and by a rook's pawn.
        ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", Some(Draw)),
        ("k7/8/K7/P7/8/8/8/8 w - - 0 1", Some(Draw)),
        ("k7/2Q5/8/8/8/8/8/2K5 b - - 0 1", Some(Draw)),
        // A promotion, of either colour, and the pawn or the queen that is taken.
        ("8/P7/8/8/8/2k5/8/7K w - - 0 1", Some(Win)),
        ("7k/8/2K5/8/8/8/p7/8 b - - 0 1", Some(Win)),
        ("8/8/8/8/8/1k6/P7/7K b - - 0 1", Some(Draw)),
        ("8/8/8/8/8/1k6/1Q6/7K b - - 0 1", Some(Draw)),
        // The queen from both sides, and a mate.
        ("8/8/8/8/8/2k5/8/K6Q w - - 0 1", Some(Win)),
        ("8/8/8/8/8/2k5/8/K6Q b - - 0 1", Some(Loss)),
        ("8/8/8/8/8/2K5/8/k6q w - - 0 1", Some(Loss)),
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", Some(Loss)),
        // Too little to mate with, and nothing.
        ("8/8/8/8/8/2k5/8/K6N w - - 0 1", Some(Draw)),
        ("8/8/8/8/8/2k5/8/K6B b - - 0 1", Some(Draw)),
        ("8/8/8/8/8/2k5/8/K7 b - - 0 1", Some(Draw)),
        // Without the right to castle it is known.
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", Some(Win)),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", None),
        // More men than the tables have.
        ("4k3/8/8/8/8/8/8/4K1NR w - - 0 1", None),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
    ];
    for (fen, expected) in known {
        assert_eq!(value(&tables, fen), expected, "{fen}");
    }
}

#[test]
fn a_value_is_the_best_of_what_moves_lead_to_and_a_distance_a_ply_more() {
    let tables = opened(&samples());
    for men in [['K', 'P', 'k'], ['K', 'Q', 'k'], ['k', 'r', 'K']] {
        for position in positions(men, 1_009) {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let found = tables.value(&position).expect("known");
            let after = |mv: &_| {
                let mut next = position.clone();
                next.play(*mv);
                let value = tables.value(&next).expect("known").for_other();
                // Of a move that cannot be taken back and of a mate it is one ply.
                let is_last = position.is_irreversible(*mv) || next.count_moves() == 0;
                (value, if is_last { 1 } else { tables.distance(&next).unwrap_or(0) + 1 })
            };
            let all: Vec<_> = moves.iter().map(after).collect();
            let best = all.iter().map(|(value, _)| *value).max();
            let mate_or_stalemate =
                position.outcome().map(|outcome| EndingValue::of_outcome(outcome, position.to_move()));
            assert_eq!(
                Some(found),
                best.filter(|_| mate_or_stalemate.is_none()).or(mate_or_stalemate),
                "{position:?}"
            );
            let plies = all.iter().filter(|(value, _)| *value == found).map(|(_, plies)| *plies);
            let plies = match found {
                Win => plies.min(),
                Draw => None,
                Loss => plies.max().or(Some(1)),
            };
            let distance = tables.distance(&position);
            assert_eq!(distance.is_some(), plies.is_some(), "{position:?}");
            // Files may be a ply wrong.
            assert!(
                distance.unwrap_or(0).abs_diff(plies.unwrap_or(0)) <= 1,
                "{position:?}: {distance:?}, {plies:?}"
            );
        }
    }
}

#[test]
fn fifty_moves_are_counted_from_where_the_game_stands() {
    let tables = opened(&samples());
    let counted = |quiet: u32| {
        let position = position(&format!("8/8/8/8/4k3/8/8/KR6 w - - {quiet} 90"));
        let outcome = tables.probe_counted(&position, *History::new(&position).clock());
        outcome.map(|outcome| EndingValue::of_outcome(outcome, position.to_move()))
    };
    let plies = tables.distance(&position("8/8/8/8/4k3/8/8/KR6 w - - 0 1")).expect("a win");
    assert!((20..40).contains(&plies), "{plies}");
    let expected = [(0, Some(Win)), (99 - plies, Some(Win)), (100 - plies, None), (101 - plies, Some(Draw))];
    for (quiet, value) in expected {
        assert_eq!(counted(quiet), value, "{quiet} plies");
    }
}

#[test]
fn what_is_missing_makes_unknown_what_needs_it() {
    let pawn = sample("KPvK.rtbw");
    let folder = folder_of(&[("KPvK.rtbw", &pawn), ("KPvK.rtbz", &sample("KPvK.rtbz"))]);
    let tables = opened(folder.path());
    let promotes = position("8/P7/8/8/8/2k5/8/7K w - - 0 1");
    // The pawn's own table has the value. Whether a move wins is a matter of the queen's.
    assert_eq!((tables.value(&promotes), tables.distance(&promotes)), (Some(Win), None));
    assert_eq!(value(&tables, "8/8/8/8/8/2k5/8/K6Q w - - 0 1"), None);

    // Tables in two folders, one of them below the other by the game's name.
    let own = folder.path().join("chess");
    fs::create_dir(&own).expect("created");
    fs::write(own.join("KQvK.rtbw"), sample("KQvK.rtbw")).expect("written");
    let others = folder_of(&[("KRvK.rtbw", &sample("KRvK.rtbw"))]);
    let list = std::env::join_paths([folder.path(), others.path()]).expect("a list");
    let names = ["KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KRvK.rtbw"];
    assert_eq!(file_names(&Chess::standard(), Path::new(&list)).expect("read"), names);
    let tables = opened(Path::new(&list));
    assert_eq!(tables.distance(&promotes), Some(1));
    assert_eq!(value(&tables, "4k3/8/8/8/8/8/8/4K2R w - - 0 1"), Some(Win));
    assert_eq!(
        tables.distance(&position("4k3/8/8/8/8/8/8/4K2R w - - 0 1")),
        None,
        "a file of distances is missing"
    );
}

#[test]
fn files_that_are_cut_or_of_other_men_are_refused() {
    for name in ["KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KRvK.rtbz", "KBvK.rtbw"] {
        let sound = sample(name);
        let longer = [sound.as_slice(), &[0; 64]].concat();
        let lengths = [0, 3, 4, 5, 9, 30, sound.len() / 2, sound.len() - 64, sound.len() - 1];
        let cut = lengths.iter().map(|length| &sound[..*length]);
        for content in cut.chain([longer.as_slice()]) {
            let folder = folder_of(&[(name, content)]);
            let error = refusal(folder.path());
            assert!(
                error.contains(name) && error.contains("copy it again"),
                "{} bytes: {error}",
                content.len()
            );
        }
    }
    let queen = sample("KQvK.rtbw");
    for (name, part) in [
        ("KRvK.rtbw", "the men of the file's name"),
        ("KPvK.rtbw", "other men"),
        ("KQvKQ.rtbw", "other men"),
        ("KQvK.rtbz", "magic"),
        ("queen.rtbw", "the name says no men"),
        ("KQQQQQQvK.rtbw", "the name says no men"),
    ] {
        let folder = folder_of(&[(name, &queen)]);
        let error = refusal(folder.path());
        assert!(error.contains(name) && error.contains(part), "{error}");
    }
}

#[test]
fn no_change_of_a_file_stops_the_program() {
    let kept = [("KQvK.rtbw", sample("KQvK.rtbw")), ("KQvK.rtbz", sample("KQvK.rtbz"))];
    let (mut refused, mut tried) = (0, 0);
    for name in ["KPvK.rtbw", "KPvK.rtbz"] {
        let sound = sample(name);
        let other = if name == "KPvK.rtbw" { "KPvK.rtbz" } else { "KPvK.rtbw" };
        let rest = sample(other);
        let all: Vec<(&str, &[u8])> =
            kept.iter().map(|(name, content)| (*name, content.as_slice())).collect();
        let folder = folder_of(&[all.as_slice(), &[(other, rest.as_slice())]].concat());
        // Most of what can go wrong is in the head.
        let places = (0..384).step_by(7).chain((384..sound.len() - 16).step_by(601));
        for place in places {
            tried += 1;
            let mut changed = sound.clone();
            changed[place] = !changed[place];
            fs::write(folder.path().join(name), &changed).expect("written");
            let Ok(tables) = EndgameTablebase::open(&Chess::standard(), folder.path()) else {
                refused += 1;
                continue;
            };
            for position in positions(['K', 'P', 'k'], 60_013) {
                let _ = (tables.value(&position), tables.distance(&position));
            }
            let verified = verify(&Chess::standard(), folder.path(), 1, &NOT_STOPPED, &Silent);
            refused += usize::from(verified.is_err());
        }
    }
    assert!(2 * refused > tried, "{refused} of {tried}");
    let verified = verify(&Chess::standard(), &samples(), 1, &NOT_STOPPED, &Silent).expect("sound");
    assert_eq!(verified.slices, 5);
}

#[test]
fn a_folder_without_tables_of_the_game_is_told() {
    let empty = folder_of(&[]);
    let draughts = super::tables::<English>(2).0;
    for folder in [empty.path(), draughts.path(), Path::new("/no/such/folder")] {
        let error = refusal(folder);
        assert!(error.contains("no Syzygy tables") && error.contains("endgame-tables.md"), "{error}");
        assert!(open_if_any(&AnyGame::new(Chess::standard()), folder).expect("none").is_none());
    }
    let error =
        EndgameTablebase::open(&Draughts::<English>::new(), &samples()).expect_err("none").to_string();
    assert!(error.contains("damier endgames build english"), "{error}");
    let chess960 = AnyGame::of_id("chess:start=3").expect("a game");
    assert!(open_if_any(&chess960, &samples()).expect("sound").is_some());
    let _ = chess960.start();
}
