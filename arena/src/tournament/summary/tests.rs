//! Laws of gauntlets and their summaries, on Russian draughts.

use std::{
    fs,
    num::NonZero,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use super::GauntletSummary;
use crate::tournament::{
    Results, SUMMARY_FILE, TournamentEnd, TournamentError, TournamentFile, TournamentOptions,
    TournamentProgress, TournamentState, run_tournament,
};

const GAUNTLET: &str = r#"
name = "Ours against all"
game = "russian"
format = "gauntlet"
games = 4
nodes = 40
memory = 2
random-plies = 4
ply-cap = 60

[[player]]
name = "ours"
competitor = "suited:material"
[[player]]
competitor = "greedy"
[[player]]
name = "walker"
competitor = "random"
[[player]]
name = "narrow"
competitor = "ab:material,nodes=5,memory=1"
"#;

fn run_until(
    text: &str,
    folder: &Path,
    observer: &(dyn Fn(&TournamentProgress) + Sync),
    cancelled: &AtomicBool,
) -> Result<TournamentEnd, TournamentError> {
    let path = Path::new("gauntlets/ours.toml");
    let file = TournamentFile::parse(text, path)?;
    let options = TournamentOptions::here(NonZero::new(2).expect("two"));
    run_tournament(&file, path, folder, options, observer, cancelled)
}

fn run(text: &str, folder: &Path) -> Result<TournamentEnd, TournamentError> {
    run_until(text, folder, &|_| (), &AtomicBool::new(false))
}

fn summary(folder: &Path) -> GauntletSummary {
    GauntletSummary::read(&folder.join(SUMMARY_FILE)).expect("a summary")
}

#[test]
fn a_summary_counts_what_the_games_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let end = run(GAUNTLET, folder.path()).expect("played");
    let text = end.report.to_string();
    for expected in [
        "gauntlet: ours meets everybody",
        "12 games played",
        "ours against",
        "limits: 40 nodes a move; not equal: narrow 5 nodes a move",
        "memory: 2 MiB each; but: narrow 1 MiB",
        "own nodes/move",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert!(!text.contains("ms/move"), "time bounds no player: {text}");
    let summary = summary(folder.path());
    assert_eq!((summary.games(), summary.games_due, summary.memory_mib), (12, 12, 2));
    assert_eq!((summary.file.as_str(), summary.limits.as_str()), ("gauntlets/ours.toml", "40 nodes a move"));
    let [only] = &summary.played_on[..] else { panic!("one machine: {:?}", summary.played_on) };
    assert!(only.cores > 0 && only.concurrency == 2 && !only.fleet);
    let results = Results::open(&folder.path().join("results.jsonl"), "Ours against all (russian)");
    let results = results.expect("results");
    for opponent in &summary.opponents {
        let mut counts = [0; 3];
        for line in results.games().iter().filter(|line| line.seats.contains(&opponent.name)) {
            assert!(line.ended.is_some() && line.effort.len() == 2);
            let own = line.seats.iter().position(|name| name == "ours").expect("the first player is there");
            counts[(2.0 * line.shares[own]) as usize] += 1;
        }
        assert_eq!(counts, [opponent.lost, opponent.drawn, opponent.won], "{}", opponent.name);
        assert_eq!(opponent.pairs.iter().sum::<u64>(), 2);
        assert!(opponent.first_effort.nodes.is_some_and(|nodes| nodes <= 60), "{opponent:?}");
    }
    let mut ended: Vec<u64> = results.games().iter().filter_map(|line| line.ended).collect();
    ended.sort_unstable();
    let date = |seconds: Option<&u64>| seconds.map(|seconds| crate::utc::rfc_3339(*seconds));
    assert_eq!([summary.first_game, summary.last_game], [date(ended.first()), date(ended.last())]);
}

#[test]
fn an_interrupted_gauntlet_comes_to_the_same() {
    let [whole, parts] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    run(GAUNTLET, whole.path()).expect("played");
    let cancelled = AtomicBool::new(false);
    let stop = |progress: &TournamentProgress| cancelled.store(progress.finished >= 3, Ordering::Relaxed);
    let end = run_until(GAUNTLET, parts.path(), &stop, &cancelled).expect("played");
    assert_eq!(end.state, TournamentState::Cancelled);
    let first = summary(parts.path());
    assert!(first.games() < 12 && first.games_due == 12, "{} games", first.games());
    run(GAUNTLET, parts.path()).expect("played");
    for name in ["games.txt", "index.html"] {
        let [one, other] =
            [&whole, &parts].map(|folder| fs::read_to_string(folder.path().join(name)).expect("read"));
        assert_eq!(one, other, "{name}");
    }
    let counts = |folder: &Path| {
        let opponents = summary(folder).opponents.into_iter();
        opponents.map(|one| (one.pairs, one.score, one.first_effort.nodes)).collect::<Vec<_>>()
    };
    assert_eq!(counts(whole.path()), counts(parts.path()));
    assert_eq!(summary(parts.path()).first_game, first.first_game);
}

#[test]
fn a_summary_keeps_where_games_were_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let cancelled = AtomicBool::new(false);
    let stop = |_: &TournamentProgress| cancelled.store(true, Ordering::Relaxed);
    run_until(GAUNTLET, folder.path(), &stop, &cancelled).expect("played");
    let path = folder.path().join(SUMMARY_FILE);
    let text = fs::read_to_string(&path).expect("read");
    let older = text.replace("\"cores\": ", "\"cores\": 9");
    fs::write(&path, older).expect("written");
    run(GAUNTLET, folder.path()).expect("played");
    assert_eq!(summary(folder.path()).played_on.len(), 2);
    // A finished gauntlet is looked at, not played.
    fs::write(&path, text.replace("\"cores\": ", "\"cores\": 8")).expect("written");
    run(GAUNTLET, folder.path()).expect("nothing is left");
    assert_eq!(summary(folder.path()).played_on.len(), 1);
}

#[test]
fn no_summary_is_read_that_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    run(GAUNTLET, folder.path()).expect("played");
    let path = folder.path().join(SUMMARY_FILE);
    let text = fs::read_to_string(&path).expect("read");
    let read = |text: &str| {
        fs::write(&path, text).expect("written");
        let error = GauntletSummary::read(&path).expect_err("damaged").to_string();
        assert!(error.contains("summary.json: ") && !error.contains('\n'), "{error}");
        error
    };
    for (from, to, part) in [
        ("\"version\": 1", "\"version\": 2", "this program reads version 1"),
        ("\"damier gauntlet\"", "\"damier match\"", "not \"damier gauntlet\""),
        ("\"seed\"", "\"sed\"", "no summary of a gauntlet: unknown field `sed`"),
        ("\"games_due\": 12", "\"games_due\": 11", "12 games of 11"),
        ("\"won\": ", "\"won\": 1", "games"),
        ("\"name\": \"walker\",\n      \"won\"", "\"name\": \"other\",\n      \"won\"", "its opponents"),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text, "{from}");
        let error = read(&changed);
        assert!(error.contains(part) && error.contains("anew") != error.contains("not \"damier"), "{error}");
    }
    read(&text[..text.len() / 2]);
    read("");
    // The gauntlet does not forget in silence where its games were played.
    let error = run(GAUNTLET, folder.path()).expect_err("damaged").to_string();
    assert!(error.contains("summary.json"), "{error}");
    fs::remove_file(&path).expect("removed");
    assert!(GauntletSummary::read(&path).expect_err("missing").to_string().contains("reading failed"));
    run(GAUNTLET, folder.path()).expect("written anew");
}

#[test]
fn keys_that_say_nothing_in_a_gauntlet_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (from, to, part) in [
        ("games = 4", "games = 3", "even number"),
        ("games = 4", "rounds = 2", "says nothing in this format"),
        ("games = 4", "count = \"encounters\"", "a gauntlet counts games"),
        ("games = 4", "cycles = 0", "once at least"),
        ("memory = 2", "memory = 0", "line 7"),
        ("memory = 2", "memory = 2000000", "memory: 2000000 MiB; at most 1048576"),
    ] {
        let error = run(&GAUNTLET.replace(from, to), folder.path()).expect_err(part).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
    assert!(!folder.path().join("results.jsonl").exists(), "nothing has begun");
}
