//! Matches in which time bounds moves: workers that are trusted play them, and the report says who played what.

use std::{
    fs,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use super::{
    fleet::{PROGRAM, address},
    matches::Scene,
    process::Process,
};

/// Two searches by time.
const SEARCHES: [&str; 4] = ["ab:material,memory=4", "mcts:material,memory=4", "--game", "english"];
/// Games of 60 plies at most.
const SHORT: [&str; 4] = ["--time", "2ms", "--ply-cap", "60"];

fn trusted(scene: &Scene, name: &str) -> Process {
    Process::trusted_worker(&scene.fleet, name, &scene.log_file(name))
}

#[test]
fn workers_that_are_trusted_play_by_time_and_the_report_says_how_fast_they_are() {
    let Some(scene) = Scene::new() else { return };
    let _workers = [scene.worker("anna"), trusted(&scene, "bob"), trusted(&scene, "carla")];
    let arguments = [&SEARCHES[..], &SHORT, &["--pairs", "24"]].concat();
    let mut played = scene.begin_with_fleet("match", &arguments);
    assert_eq!(played.end(), Some(0), "{}", scene.log("match"));
    let report = scene.log("match");
    assert!(report.contains("  games      48 ("), "{report}");
    let games = |name: &str| {
        let line =
            report.lines().find_map(|line| line.split_once(&format!("{name}: ")).map(|(_, rest)| rest));
        let (games, rest) = line?.split_once(" games, ")?;
        assert!(rest.ends_with(" times the time"), "{report}");
        games.parse::<u64>().ok()
    };
    assert_eq!(games("bob").unwrap_or(0) + games("carla").unwrap_or(0), 48, "{report}");
    assert_eq!(games("anna"), None, "{report}");
    assert!(!scene.log("anna").contains("a match"), "{}", scene.log("anna"));
    // Whole pairs: nothing is played by two workers.
    assert!([games("bob"), games("carla")].iter().flatten().all(|games| games % 2 == 0), "{report}");
    assert!(report.contains(" 0 checks 0 bad,"), "{report}");
}

#[test]
fn a_test_by_time_ends_early_and_clocks_are_played_as_well() {
    let Some(scene) = Scene::new() else { return };
    let _bob = trusted(&scene, "bob");
    let test = ["ab:material,memory=4,clock=200ms+5ms", "random", "--game", "english", "--nodes", "10"];
    let arguments = [&test[..], &["--pairs", "2000", "--sprt", "0,100"]].concat();
    let mut played = scene.begin_with_fleet("test", &arguments);
    assert_eq!(played.end(), Some(0), "{}", scene.log("test"));
    let report = scene.log("test");
    let games = report.lines().find_map(|line| line.strip_prefix("  games      "));
    let games: u64 =
        games.and_then(|line| line.split(' ').next()).and_then(|text| text.parse().ok()).expect("games");
    assert!(report.contains("  SPRT ") && games < 4000, "{report}");
    assert!(report.contains("  workers    bob: "), "{report}");
}

#[test]
fn a_tournament_by_time_is_played_by_workers_that_are_trusted() {
    let Some(scene) = Scene::new() else { return };
    let _workers = [scene.worker("anna"), trusted(&scene, "bob")];
    let cup = "name = \"cup\"\ngame = \"english\"\nformat = \"round-robin\"\ngames = 4\ntime = \"2ms\"\nply-cap = 60\n\
               [[player]]\ncompetitor = \"ab:material,memory=4\"\n[[player]]\ncompetitor = \"mcts:material,memory=4\"\n\
               [[player]]\ncompetitor = \"greedy\"\n";
    let cup = scene.scratch.write("cup.toml", cup);
    let (folder, fleet) = (scene.scratch.path("cup"), scene.fleet.path());
    let fleet = fleet.to_str().expect("UTF-8");
    let arguments = ["tournament", &cup, "--dir", &folder, "--fleet", fleet];
    assert_eq!(Process::start(&arguments, &scene.log_file("cup")).end(), Some(0), "{}", scene.log("cup"));
    let report = scene.log("cup");
    assert!(report.contains("workers: bob 12 games, "), "{report}");
}

#[test]
fn a_match_by_time_goes_on_after_kills_with_every_game_once() {
    let Some(scene) = Scene::new() else { return };
    let folder = scene.scratch.path("match");
    let arguments = [&SEARCHES[..], &SHORT, &["--pairs", "30", "--dir", &folder]].concat();
    let mut workers = [trusted(&scene, "bob"), trusted(&scene, "carla")];
    let mut first = scene.begin_with_fleet("first", &arguments);
    let games = scene.scratch.folder().join("match/games.jsonl");
    while fs::read_to_string(&games).map_or(0, |text| text.lines().count()) < 8 {
        thread::sleep(Duration::from_millis(5));
    }
    first.kill();
    workers[0].kill();
    let mut second = scene.begin_with_fleet("second", &arguments);
    assert_eq!(second.end(), Some(0), "{}", scene.log("second"));
    let report = scene.log("second");
    assert!(report.contains("  games      60 (") && report.contains("carla: "), "{report}");
    let text = fs::read_to_string(&games).expect("read");
    let mut numbers: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once("\"game\":"))
        .map(|(_, rest)| rest.split(',').next().unwrap_or_default())
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!((numbers.len(), text.lines().count()), (60, 61), "one line is the head: {text}");
}

#[test]
fn who_is_not_trusted_cannot_play_by_time() {
    let Some(scene) = Scene::new() else { return };
    let _anna = scene.worker("anna");
    let arguments = [&SEARCHES[..], &SHORT, &["--pairs", "1"]].concat();
    let mut alone = scene.begin_with_fleet("alone", &arguments);
    assert_eq!(alone.end(), Some(1), "{}", scene.log("alone"));
    let said = scene.log("alone").replace('\n', " ");
    assert!(said.contains("`damier fleet invite NAME --trusted`"), "{said}");
    for (more, part) in [("--ponder", "leave out --ponder"), ("--adjudicate-tables=.", "--adjudicate-tables")]
    {
        let mut refused = scene.begin_with_fleet("refused", &[&arguments[..], &[more]].concat());
        assert_eq!(refused.end(), Some(1));
        assert!(scene.log("refused").contains(part), "{}", scene.log("refused"));
    }

    // An address says of itself that it is trusted.
    let said = scene.fleet.says(&["invite", "anna"]);
    let forged = address(&said).replace('#', "?class=trusted#");
    let (mut command, mut run) = (Command::new(PROGRAM), arguments.clone());
    command.args(["worker", &forged, "--threads", "1"]).stdin(Stdio::null());
    // The queue of such games is there once a match has asked for it, and a worker is trusted.
    scene.fleet.says_anything(&["invite", "bob", "--trusted"]);
    run.extend(["--seed", "2"]);
    let mut waits = scene.begin_with_fleet("waits", &run);
    let output = command.env("COLUMNS", "1000").output().expect("it ends");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.code() == Some(1) && said.contains("the broker refuses this key"), "{said}");
    assert!(said.lines().count() == 1, "{said}");
    waits.kill();
    assert!(scene.fleet.says(&["status"]).contains("  bob (trusted): "));
    assert!(address(&scene.fleet.says(&["invite", "bob"])).contains("/bob?class=trusted#"));
}
