//! Matches of games that are known at run time only, and their directories.

use std::{fs, path::Path, sync::atomic::AtomicBool};

use damier_engine::net::{Arch, FloatNet, Sizes};
use damier_rules::{
    AnyGame, Game,
    registry::{self},
};

use super::{GAMES_FILE, MatchConfig, MatchReport, SETTINGS_FILE, Silent, run_match};
use crate::{error::ArenaError, play::MatchSettings};

fn config(competitors: [&str; 2]) -> MatchConfig {
    MatchConfig {
        competitors: competitors.map(|text| text.parse().expect("a competitor")).into(),
        settings: MatchSettings { pairs: 2, ..MatchSettings::default() },
        games_file: None,
        directory: None,
    }
}

fn run(game: &str, config: &MatchConfig) -> Result<MatchReport, ArenaError> {
    run_match(game, config, &Silent, &AtomicBool::new(false))
}

#[test]
fn every_game_has_matches() {
    for id in registry::NAMES {
        let report = run(id, &config(["ab:material,depth=2", "random"])).expect("played");
        assert_eq!((report.game.as_str(), report.tally.played(), report.forfeits), (*id, 4, 0));
    }
}

#[test]
fn nets_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.dmn");
    AnyGame::of_id("russian").map(|game| WriteNet { path: &path }.visit(game)).expect("listed");
    let net = path.display();
    let config = config([&format!("mcts:net={net},nodes=30"), &format!("ab:net={net},nodes=200")]);
    let report = run("russian", &config).expect("played");
    assert_eq!((report.tally.played(), report.forfeits), (4, 0), "{report}");
    assert!(report.effort.iter().all(|effort| effort.nodes > effort.moves));
    let error = run("english", &config).expect_err("another game").to_string();
    assert!(error.contains("a.dmn") && error.contains("russian"), "{error}");
}

struct WriteNet<'p> {
    path: &'p Path,
}

impl WriteNet<'_> {
    fn visit(self, game: AnyGame) {
        let sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };
        let arch = Arch::of(&game, game.feature_sets()[0], sizes).expect("fits");
        let net = FloatNet::random(arch, 1).and_then(|net| net.quantise()).expect("a net");
        net.write(self.path).expect("written");
    }
}

#[test]
fn games_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pdn");
    let config = MatchConfig { games_file: Some(path.clone()), ..config(["random", "random:name=other"]) };
    let report = run("russian", &config).expect("played");
    assert_eq!(report.names[1], "other");
    let text = std::fs::read_to_string(path).expect("written");
    assert_eq!(text.matches("[Event \"damier match\"]").count(), 4);
}

/// Counts the games in a file of a match.
fn games_in(path: &Path) -> usize {
    fs::read_to_string(path).expect("a file of games").matches("[Event \"damier match\"]").count()
}

#[test]
fn games_are_written_as_they_are_finished_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pdn");
    let mut config =
        MatchConfig { games_file: Some(path.clone()), ..config(["random", "random:name=other"]) };
    config.settings.threads = std::num::NonZero::<usize>::MIN;
    let seen = std::sync::Mutex::new(Vec::new());
    let watch = |standing: &crate::Standing| {
        seen.lock().expect("sound").push((standing.finished, games_in(&path)));
    };
    run_match("russian", &config, &watch, &AtomicBool::new(false)).expect("played");
    assert_eq!(seen.into_inner().expect("sound"), [(1, 1), (2, 2), (3, 3), (4, 4)]);
    let text = fs::read_to_string(&path).expect("games");
    let rounds: Vec<_> = text.lines().filter(|line| line.starts_with("[Round ")).collect();
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2"].map(|round| format!("[Round \"{round}\"]")));
    let error = run("russian", &config).expect_err("it is there").to_string();
    assert!(error.contains("games.pdn: exists already and is never overwritten"), "{error}");
    assert_eq!(fs::read_to_string(&path).expect("games"), text);
}

#[test]
fn the_file_of_games_goes_on_with_its_match_and_with_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pdn");
    let config = |name: &str| {
        let mut config = config(["ab:material,depth=2", "random"]);
        config.settings.threads = std::num::NonZero::<usize>::MIN;
        let directory = Some(folder.path().join(name));
        MatchConfig { games_file: Some(path.clone()), directory, ..config }
    };
    let cancelled = AtomicBool::new(false);
    let stop = |standing: &crate::Standing| {
        cancelled.store(standing.finished >= 2, std::sync::atomic::Ordering::Relaxed);
    };
    run_match("russian", &config("one"), &stop, &cancelled).expect("played");
    // A kill in the middle of a write leaves a part of a game.
    let text = fs::read_to_string(&path).expect("games");
    fs::write(&path, &text[..text.len() / 2]).expect("written");
    run("russian", &config("one")).expect("goes on");
    assert_eq!(games_in(&path), 4);
    let whole = fs::read_to_string(&path).expect("games");
    assert!(whole.starts_with(&text));
    run("russian", &config("one")).expect("nothing is left to do");
    let error = run("russian", &config("two")).expect_err("of another match").to_string();
    assert!(error.contains("exists already with other games"), "{error}");
    assert_eq!(fs::read_to_string(&path).expect("games"), whole);
}

#[test]
fn a_match_that_cannot_begin_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pdn");
    let config = MatchConfig { games_file: Some(path.clone()), ..config(["random", "ab:material"]) };
    assert!(run("russian", &config).is_err_and(|error| error.to_string().contains("no limit")));
    assert!(!path.exists());
}

#[test]
fn games_of_an_unknown_match_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(GAMES_FILE);
    fs::write(&path, "something else").expect("written");
    let config = MatchConfig { directory: Some(folder.path().to_owned()), ..config(["random", "random"]) };
    assert!(run("russian", &config).is_err_and(|error| error.to_string().contains("no match.toml")));
    assert_eq!(fs::read_to_string(&path).expect("there"), "something else");
}

#[test]
fn kept_games_have_the_time_of_each_move_and_older_ones_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match");
    let config = MatchConfig { directory: Some(path.clone()), ..config(["ab:material,depth=2", "random"]) };
    let report = run("russian", &config).expect("played");
    let games = path.join(GAMES_FILE);
    let mut older = String::new();
    // The first version had neither a head nor checksums.
    for line in fs::read_to_string(&games).expect("games").lines().skip(1) {
        let (line, _) = line.split_once('\t').expect("a checksum");
        let mut game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let opening = game["opening"].as_u64().expect("a number") as usize;
        let moves = game["moves"].as_array_mut().expect("moves");
        assert!(moves[..opening].iter().all(|mv| mv[3].is_null()));
        let taken: u64 = moves.iter().filter_map(|mv| mv[3].as_u64()).sum();
        assert!(taken > 0, "{line}");
        moves.iter_mut().for_each(|mv| mv.as_array_mut().expect("a move").truncate(3));
        let efforts = game["effort"].as_array().expect("efforts");
        assert_eq!(efforts.iter().map(|effort| effort["time"].as_u64().expect("a time")).sum::<u64>(), taken);
        older.push_str(&format!("{game}\n"));
    }
    fs::write(&games, &older).expect("written");
    assert_eq!(run("russian", &config).expect("goes on"), report);
    // A match of the first version goes on, with checksums from there.
    let (first, _) = older.split_once('\n').expect("lines");
    fs::write(&games, format!("{first}\n")).expect("written");
    let resumed = run("russian", &config).expect("goes on");
    assert_eq!((resumed.tally, resumed.plies), (report.tally, report.plies));
    let text = fs::read_to_string(&games).expect("games");
    assert!(text.starts_with(first) && text.matches('\t').count() == 3, "{text}");
    fs::write(&games, text.replacen("\"depths\":", "\"depths\":1", 3)).expect("written");
    let error = run("russian", &config).expect_err("damaged").to_string();
    assert!(error.contains("games.jsonl, line 2") && error.contains("checksum"), "{error}");
}

#[test]
fn a_match_that_was_broken_off_goes_on_in_its_directory() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match");
    let in_directory = |seed| {
        let mut config =
            MatchConfig { directory: Some(path.clone()), ..config(["ab:material,depth=2", "random"]) };
        config.settings.seed = seed;
        config
    };
    let whole = run("russian", &config(["ab:material,depth=2", "random"])).expect("played");
    let cancelled = AtomicBool::new(false);
    let stop = |standing: &crate::Standing| {
        if standing.finished == 3 {
            cancelled.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    };
    let mut broken_off = in_directory(1);
    broken_off.settings.threads = std::num::NonZero::<usize>::MIN;
    let part = run_match("russian", &broken_off, &stop, &cancelled).expect("played");
    assert_eq!(part.tally.played(), 3);
    // The plug was pulled while a line was written.
    let games = path.join(GAMES_FILE);
    let text = fs::read_to_string(&games).expect("games");
    assert_eq!(text.lines().count(), 1 + 3);
    fs::write(&games, format!("{text}{}", &text[..40])).expect("written");
    let resumed = run("russian", &in_directory(1)).expect("goes on");
    assert_eq!((resumed.tally, resumed.plies), (whole.tally, whole.plies));
    assert_eq!(fs::read_to_string(&games).expect("games").lines().count(), 1 + 4);
    assert_eq!(run("russian", &in_directory(1)).expect("nothing is left to do"), resumed);
    let error = run("russian", &in_directory(2)).expect_err("another match").to_string();
    assert!(error.contains("seed = 1") && !error.contains('\n'), "{error}");
    fs::write(&games, format!("nonsense\n{text}")).expect("written");
    let error = run("russian", &in_directory(1)).expect_err("damaged").to_string();
    assert!(error.contains("games.jsonl, line 1"), "{error}");
}

#[test]
fn a_match_with_the_seeds_of_an_older_version_does_not_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let directory = Some(folder.path().to_owned());
    let config = MatchConfig { directory, ..config(["random", "random"]) };
    run("russian", &config).expect("played");
    let path = folder.path().join(SETTINGS_FILE);
    let settings = fs::read_to_string(&path).expect("settings");
    let older: String =
        settings.lines().filter(|line| !line.contains("seed rule")).map(|line| format!("{line}\n")).collect();
    assert_ne!(older, settings);
    fs::write(&path, older).expect("written");
    let error = run("russian", &config).expect_err("other seeds").to_string();
    assert!(error.contains("draws other seeds") && error.contains("another directory"), "{error}");
}

#[test]
fn says_why_there_is_no_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("missing").join("games.pdn");
    let nowhere = MatchConfig { games_file: Some(missing), ..config(["random", "random"]) };
    for (game, config, part) in [
        ("rusian", config(["random", "random"]), "russian"),
        ("russian", config(["random", "ab:material"]), "no limit"),
        ("russian", config(["random", "mcts:net=/no/such/file,nodes=5"]), "/no/such/file"),
        ("russian", nowhere, "missing"),
        (
            "russian",
            config(["random", "ab:material,depth=2,endgames=/no/such"]),
            "damier endgames build russian",
        ),
        (
            "tic-tac-toe",
            config(["mcts:material,nodes=5,endgames=/no/such", "random"]),
            "no endgame tables of this game",
        ),
    ] {
        let error = run(game, &config).expect_err(part).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}
