//! Laws of tournaments, on Russian draughts and Chinese checkers.

use std::{
    fs,
    num::NonZero,
    path::Path,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use super::*;

const SWISS: &str = r#"
name = "Six"
game = "russian"
format = "swiss"
rounds = 3
nodes = 60
random-plies = 4

[[player]]
competitor = "ab:material"
[[player]]
name = "walker"
competitor = "random"
[[player]]
name = "runner"
competitor = "random"
[[player]]
competitor = "greedy"
[[player]]
name = "tree"
competitor = "mcts:material,memory=1"
"#;

fn file(text: &str) -> TournamentFile {
    TournamentFile::parse(text, Path::new("t.toml")).expect("a tournament")
}

fn threads(number: usize) -> NonZero<usize> {
    NonZero::new(number).expect("some")
}

fn run(text: &str, folder: &Path, number: usize) -> Result<TournamentEnd, TournamentError> {
    let never = AtomicBool::new(false);
    run_tournament(
        &file(text),
        Path::new("t.toml"),
        folder,
        TournamentOptions::here(threads(number)),
        &|_| (),
        &never,
    )
}

#[test]
fn a_tournament_is_played_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let end = run(SWISS, folder.path(), 2).expect("played");
    assert_eq!(end.state, TournamentState::Over);
    let text = end.report.to_string();
    assert!(text.contains("round 3 of 3") && text.contains("12 games played"), "{text}");
    assert!(text.contains("Ratings") && text.contains("median Buchholz"), "{text}");
    let page = fs::read_to_string(end.page).expect("a page");
    assert!(page.contains("<title>Six</title>") && page.contains("walker"));
    let games = fs::read_to_string(folder.path().join("games.txt")).expect("games");
    assert_eq!(games.matches("[Event \"Six\"]").count(), 12);
}

#[test]
fn nothing_depends_on_threads_or_on_interruptions() {
    let [whole, parts] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    run(SWISS, whole.path(), 1).expect("played");
    // Cancelled after every third game, and killed in the middle of a line.
    let cancelled = AtomicBool::new(false);
    let mut stops = 0;
    loop {
        let played = AtomicUsize::new(0);
        cancelled.store(false, Ordering::Relaxed);
        let observer = |_: &TournamentProgress| {
            if played.fetch_add(1, Ordering::Relaxed) == 2 {
                cancelled.store(true, Ordering::Relaxed);
            }
        };
        let path = Path::new("t.toml");
        let end = run_tournament(
            &file(SWISS),
            path,
            parts.path(),
            TournamentOptions::here(threads(2)),
            &observer,
            &cancelled,
        );
        if end.expect("played").state == TournamentState::Over {
            break;
        }
        stops += 1;
        let log = parts.path().join("results.jsonl");
        let bytes = fs::read(&log).expect("a log");
        fs::write(&log, &bytes[..bytes.len() - 20]).expect("written");
    }
    assert!(stops > 2);
    for name in ["games.txt", "index.html"] {
        let [one, other] =
            [&whole, &parts].map(|folder| fs::read_to_string(folder.path().join(name)).expect("read"));
        assert_eq!(one, other, "{name}");
    }
}

#[test]
fn a_folder_keeps_its_tournament() {
    let folder = tempfile::tempdir().expect("a folder");
    run(SWISS, folder.path(), 1).expect("played");
    let error =
        run(&SWISS.replace("nodes = 60", "nodes = 61"), folder.path(), 1).expect_err("another").to_string();
    assert!(error.contains("`nodes = 60` there, `nodes = 61` here"), "{error}");
    let log = folder.path().join("results.jsonl");
    let text = fs::read_to_string(&log).expect("a log");
    fs::write(&log, text.replace("\"plies\":", "\"plies\":1")).expect("written");
    let error = run(SWISS, folder.path(), 1).expect_err("damaged").to_string();
    assert!(error.contains("line 2") && error.contains("checksum") && !error.contains('\n'), "{error}");
}

#[test]
fn files_of_others_are_not_overwritten() {
    for name in ["index.html", "games.txt"] {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(name), "mine").expect("written");
        let error = run(SWISS, folder.path(), 1).expect_err("it is there").to_string();
        assert!(error.contains(name) && error.contains("another folder"), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join(name)).expect("there"), "mine");
    }
}

#[test]
fn a_page_that_cannot_be_written_costs_no_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    run(SWISS, folder.path(), 1).expect("played");
    let page = folder.path().join("index.html");
    fs::remove_file(&page).expect("removed");
    fs::create_dir(&page).expect("something that no file can replace");
    let end = run(SWISS, folder.path(), 1).expect("played");
    assert!(end.report.to_string().contains("12 games played"));
    assert!(end.unwritten.is_some_and(|reason| reason.contains("index.html: writing failed")));
}

#[test]
fn a_tournament_with_the_seeds_of_an_older_version_does_not_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    run(SWISS, folder.path(), 1).expect("played");
    let log = folder.path().join("results.jsonl");
    let text = fs::read_to_string(&log).expect("a log");
    let (head, games) = text.split_once('\n').expect("a head");
    let (head, _) = head.split_once('\t').expect("a checksum");
    let older = head.replace("\"version\":2", "\"version\":1");
    assert_ne!(older, head);
    let checksum = crc32fast::hash(older.as_bytes());
    fs::write(&log, format!("{older}\t{checksum:08x}\n{games}")).expect("written");
    let error = run(SWISS, folder.path(), 1).expect_err("other seeds").to_string();
    assert!(error.contains("results.jsonl: its games") && error.contains("draws other seeds"), "{error}");
}

#[test]
fn three_play_at_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"
        name = "Stars"
        game = "chinese-checkers:players=3"
        format = "round-robin"
        random-plies = 2
        ply-cap = 60
        [[player]]
        competitor = "greedy"
        [[player]]
        name = "one"
        competitor = "random"
        [[player]]
        name = "two"
        competitor = "random"
        [[player]]
        name = "three"
        competitor = "random"
    "#;
    let end = run(text, folder.path(), 2).expect("played");
    let text = end.report.to_string();
    assert!(text.contains("12 games played") && text.contains("every table of 3"), "{text}");
    let swiss = SWISS.replace("\"russian\"", "\"chinese-checkers:players=3\"");
    let error = run(&swiss, folder.path(), 1).expect_err("three").to_string();
    assert!(error.contains("swiss") && error.contains("round robins"), "{error}");
}

#[test]
fn people_write_their_results_down() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"
        name = "Club"
        game = "russian"
        format = "swiss"
        rounds = 2
        games = 1
        [[player]]
        name = "Ann"
        [[player]]
        name = "Bob"
        [[player]]
        name = "Cid"
    "#;
    let sheet = folder.path().join("results.txt");
    for round in 1..=2 {
        let end = run(text, folder.path(), 1).expect("paired");
        assert_eq!(end.state, TournamentState::Waiting(sheet.clone()));
        let written = fs::read_to_string(&sheet).expect("a sheet");
        assert_eq!(written.matches("Round").count(), round, "{written}");
        assert_eq!(written.matches("has no opponent").count(), round);
        let filled: Vec<String> = written
            .lines()
            .map(|line| {
                if line.ends_with(':') && !line.starts_with('#') {
                    format!("{line} ½-½")
                } else {
                    line.to_owned()
                }
            })
            .collect();
        fs::write(&sheet, filled.join("\n")).expect("written");
    }
    let end = run(text, folder.path(), 1).expect("over");
    assert_eq!(end.state, TournamentState::Over);
    assert!(!end.report.to_string().contains("Elo"), "people are not rated by two games");
    for (wrong, part) in [(": 2-0", "no result"), (": ½-½ ½-½", "2 games where there are 1")] {
        let filled = fs::read_to_string(&sheet).expect("a sheet").replacen(": ½-½", wrong, 1);
        let other = tempfile::tempdir().expect("a folder");
        fs::write(other.path().join("results.txt"), filled).expect("written");
        let error = run(text, other.path(), 1).expect_err(part).to_string();
        assert!(
            error.contains(part) && error.contains("results.txt, line") && !error.contains('\n'),
            "{error}"
        );
    }
}

#[test]
fn files_say_what_is_wrong() {
    for (from, to, part) in [
        ("rounds = 3", "", "rounds: this format needs it"),
        ("rounds = 3", "rounds = 3\ncycles = 2", "cycles: says nothing"),
        ("rounds = 3", "rounds = 9", "1 to 5 rounds"),
        ("\"russian\"", "\"rusian\"", "russian"),
        ("nodes = 60", "time = \"5\"", "time"),
        ("nodes = 60", "clock = \"x\"", "clock"),
        ("name = \"walker\"", "name = \"runner\"", "twice"),
        ("competitor = \"greedy\"", "competitor = \"gredy\"", "unknown kind"),
        ("competitor = \"greedy\"", "name = \"Eve\"", "Eve has no competitor"),
        ("random-plies = 4", "random-plies = 4\nopenings = \"a.txt\"", "not both"),
        ("competitor = \"greedy\"", "competitor = \"mcts:net=/no/such.dmn\"", "/no/such.dmn"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let error = run(&SWISS.replace(from, to), folder.path(), 1).expect_err(part).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{part}: {error}");
        assert!(!folder.path().join("results.jsonl").exists(), "nothing has begun");
    }
    for (from, to, part) in [
        ("format = \"swiss\"", "format = \"swis\"", "line 4"),
        ("rounds = 3", "rouds = 3", "rouds"),
        ("rounds = 3", "rounds = \"x\"", "line 5"),
    ] {
        let error =
            TournamentFile::parse(&SWISS.replace(from, to), Path::new("t.toml")).expect_err(part).to_string();
        assert!(error.contains(part) && error.starts_with("t.toml") && !error.contains('\n'), "{error}");
    }
}
