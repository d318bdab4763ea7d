//! Matches whose games a fleet plays are the matches of one machine.

use std::{fs, path::PathBuf, thread, time::Duration};

use super::{
    fleet::{Fleet, PROGRAM},
    process::Process,
    scene::QUICK,
    tiny::Scratch,
};

/// A fleet with its matches. What a worker or match says is in a file of its name.
pub(super) struct Scene {
    pub(super) fleet: Fleet,
    pub(super) scratch: Scratch,
}

impl Scene {
    pub(super) fn new() -> Option<Self> {
        let fleet = Fleet::with(QUICK)?;
        fleet.says_anything(&["up"]);
        Some(Self { fleet, scratch: Scratch::new() })
    }

    pub(super) fn worker(&self, name: &str) -> Process {
        Process::worker(&self.fleet, name, &self.log_file(name))
    }

    pub(super) fn log_file(&self, name: &str) -> PathBuf {
        self.scratch.folder().join(format!("{name}.log"))
    }

    /// A match that keeps its games in `name`.pdn.
    fn begin(&self, name: &str, arguments: &[&str]) -> Process {
        let games = self.scratch.path(&format!("{name}.pdn"));
        let mut all = vec!["match", "--games-out", &games];
        all.extend(arguments);
        Process::start(&all, &self.log_file(name))
    }

    /// The same, played by the fleet.
    pub(super) fn begin_with_fleet(&self, name: &str, arguments: &[&str]) -> Process {
        let fleet = self.fleet.path();
        let mut all = arguments.to_vec();
        all.extend(["--fleet", fleet.to_str().expect("UTF-8")]);
        self.begin(name, &all)
    }

    pub(super) fn log(&self, name: &str) -> String {
        fs::read_to_string(self.log_file(name)).expect("read")
    }

    /// The report of a match without what differs from one machine to the next: times, and lines about the fleet.
    fn report(&self, name: &str) -> Vec<String> {
        let log = self.log(name);
        let report = log.lines().skip_while(|line| !line.contains(" against "));
        let timeless = |line: &str| line.split(" nodes and ").next().unwrap_or_default().to_owned();
        let own = |line: &&str| !line.contains("games in ") && !line.starts_with("note: ");
        report.filter(own).map(timeless).collect()
    }

    fn games(&self, name: &str) -> String {
        let path = self.scratch.path(&format!("{name}.pdn"));
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}: {}", self.log(name)))
    }

    fn compare(&self) {
        assert_eq!(self.report("alone"), self.report("together"));
        assert_eq!(self.games("alone"), self.games("together"));
    }
}

/// A test of two searches with the net that comes with damier.
const TEST: [&str; 11] = [
    "suited:nodes=300,memory=4,name=deeper",
    "suited:memory=4,name=shallower",
    "--game",
    "russian",
    "--nodes",
    "60",
    "--pairs",
    "400",
    "--sprt",
    "0,60",
    "--ply-cap=120",
];

#[test]
fn a_test_ends_at_the_same_game_with_two_workers() {
    let Some(scene) = Scene::new() else { return };
    assert_eq!(scene.begin("alone", &TEST).end(), Some(0), "{}", scene.log("alone"));
    let _workers = [scene.worker("anna"), scene.worker("bob")];
    assert_eq!(scene.begin_with_fleet("together", &TEST).end(), Some(0), "{}", scene.log("together"));
    scene.compare();
    assert!(scene.log("together").contains("note: fleet: "), "{}", scene.log("together"));
}

#[test]
fn a_match_goes_on_after_kills() {
    let Some(scene) = Scene::new() else { return };
    let arguments = [
        "ab:material,depth=4,memory=4",
        "mcts:material,nodes=40,memory=4",
        "--game",
        "english",
        "--pairs",
        "60",
        "--seed",
        "9",
    ];
    assert_eq!(scene.begin("alone", &arguments).end(), Some(0), "{}", scene.log("alone"));
    let folder = scene.scratch.path("match");
    let mut kept = arguments.to_vec();
    kept.extend(["--dir", &folder]);
    let mut workers = [scene.worker("anna"), scene.worker("bob")];
    let mut together = scene.begin_with_fleet("broken", &kept);
    let games = scene.scratch.folder().join("match/games.jsonl");
    while fs::read_to_string(&games).map_or(0, |text| text.lines().count()) < 10 {
        thread::sleep(Duration::from_millis(5));
    }
    together.kill();
    workers[0].kill();
    assert_eq!(scene.begin_with_fleet("together", &kept).end(), Some(0), "{}", scene.log("together"));
    scene.compare();
}

#[test]
fn what_a_fleet_cannot_play_is_refused_with_the_remedy() {
    let Some(scene) = Scene::new() else { return };
    let folder = scene.fleet.path();
    for (arguments, part) in [
        (&["suited", "random", "--game", "russian"][..], "--nodes or --depth"),
        (
            &["suited", "engine:engines/scan2.toml", "--game", "international", "--nodes", "10"][..],
            "a program of others",
        ),
        (&["suited:book=book.dob", "random", "--game", "russian", "--nodes", "10"][..], "opening book"),
        (&["random", "greedy", "--game", "russian", "--concurrency", "2"][..], "--concurrency"),
    ] {
        let mut command = std::process::Command::new(PROGRAM);
        let output =
            command.arg("match").args(arguments).arg("--fleet").arg(&folder).output().expect("it starts");
        let said = String::from_utf8(output.stderr).expect("UTF-8").replace('\n', " ");
        assert!(output.status.code() == Some(1) && said.contains(part), "{arguments:?}: {said}");
    }
}
