//! Runs whose games a fleet plays: whatever is killed, stopped or lost, the files are those of one machine.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::fleet::{Fleet, PROGRAM};

/// Items of a few games, and a worker that says nothing for 2 s loses its item.
const QUICK: &str = "item_seconds = 0.1\nack_wait = \"2s\"\n";
/// Teaches next to nothing in three generations.
const CONFIG: &str = r#"
game = "russian"
seed = 7
generations = 3
steps = 6
threads = 1
[net]
width = 32
hidden = 16
policy = 16
value_hidden = 16
[selfplay]
games = 60
games_per_chunk = 20
simulations = 24
ply_cap = 100
[train]
batch_size = 16
warm_up_steps = 2
[measure]
games = 0
final_games = 0
"#;
/// Everything here ends within seconds; a machine with much else to do takes longer.
const DEADLINE: Duration = Duration::from_secs(240);

/// A process that is killed when it is dropped.
struct Process(Child);

impl Process {
    fn start(arguments: &[&str], log: &Path) -> Self {
        let log = fs::File::options().create(true).append(true).open(log).expect("opened");
        let mut command = Command::new(PROGRAM);
        command.args(arguments).stdin(Stdio::null()).stdout(log.try_clone().expect("cloned")).stderr(log);
        Self(command.spawn().expect("it starts"))
    }

    fn signal(&self, name: &str) {
        let pid = self.0.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().expect("it starts").success());
    }

    fn kill(&mut self) {
        // What has ended since cannot be killed.
        let _ = self.0.kill();
        self.0.wait().expect("it ends");
    }

    /// Waits for its end; its exit code.
    fn end(&mut self) -> Option<i32> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().expect("asked") {
                return status.code();
            }
            assert!(begin.elapsed() < DEADLINE, "it goes on");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A fleet with its runs.
struct Scene {
    fleet: Fleet,
    root: PathBuf,
    _scratch: tempfile::TempDir,
}

impl Scene {
    /// A fleet whose broker runs, and what one machine made of [`CONFIG`].
    fn new(lines: &str) -> Option<Self> {
        let fleet = Fleet::with(lines)?;
        fleet.says_anything(&["up"]);
        let scratch = tempfile::tempdir().expect("a folder");
        let scene = Self { fleet, root: scratch.path().to_owned(), _scratch: scratch };
        fs::write(scene.path("tiny.toml"), CONFIG).expect("written");
        let mut alone = scene.process(&["run", &scene.text("tiny.toml"), "--dir", &scene.text("alone")]);
        assert_eq!(alone.end(), Some(0), "{}", scene.log());
        Some(scene)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("UTF-8").to_owned()
    }

    fn process(&self, arguments: &[&str]) -> Process {
        Process::start(arguments, &self.path("log"))
    }

    fn worker(&self, name: &str) -> Process {
        let said = self.fleet.says(&["invite", name]);
        let line =
            said.lines().find_map(|line| line.strip_prefix("  damier worker '")).expect("a line for workers");
        self.process(&["worker", line.strip_suffix('\'').expect("a quote"), "--threads", "1"])
    }

    /// The run whose games the fleet plays; the same again goes on with it.
    fn run(&self) -> Process {
        let fleet = self.fleet.path();
        let fleet = fleet.to_str().expect("UTF-8");
        self.process(&["run", &self.text("tiny.toml"), "--dir", &self.text("together"), "--fleet", fleet])
    }

    /// What all processes said.
    fn log(&self) -> String {
        fs::read_to_string(self.path("log")).expect("read")
    }

    /// Waits until the run has `count` files of games.
    fn wait_for_games(&self, count: usize) {
        let begin = Instant::now();
        let games = self.path("together/games");
        while fs::read_dir(&games).map_or(0, |files| files.count()) < count {
            assert!(begin.elapsed() < DEADLINE, "no games: {}", self.log());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Compares all games and nets with those of one machine.
    fn compare(&self) {
        let (alone, together) = (files(&self.path("alone")), files(&self.path("together")));
        assert!(alone.keys().eq(together.keys()), "{:?} {:?}", alone.keys(), together.keys());
        for (path, content) in alone {
            assert!(together[&path] == content, "{} differs", path.display());
        }
    }
}

/// The games and nets of a run.
fn files(run: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for folder in ["games", "nets"] {
        for entry in fs::read_dir(run.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.file_name().is_some_and(|name| name != "lock") {
                let name = path.strip_prefix(run).expect("below").to_owned();
                all.insert(name, fs::read(path).expect("read"));
            }
        }
    }
    all
}

#[test]
fn two_workers_make_the_files_of_one_machine() {
    let Some(scene) = Scene::new(QUICK) else { return };
    let _workers = [scene.worker("anna"), scene.worker("bob")];
    assert_eq!(scene.run().end(), Some(0), "{}", scene.log());
    scene.compare();
    assert!(scene.log().contains("fleet: "), "{}", scene.log());
}

#[test]
fn kills_of_workers_broker_and_run_lose_nothing() {
    let Some(scene) = Scene::new(QUICK) else { return };
    let mut workers = [scene.worker("anna"), scene.worker("bob")];
    let mut run = scene.run();
    for round in 0..6 {
        scene.wait_for_games(1 + round);
        match round {
            0 | 3 => workers[0] = scene.worker("anna"),
            1 => {
                workers[1].kill();
                workers[1] = scene.worker("bob");
            }
            2 => {
                scene.fleet.kill_broker();
                scene.fleet.says_anything(&["up"]);
            }
            4 => {
                run.kill();
                run = scene.run();
            }
            _ => {
                workers[1].signal("STOP");
                thread::sleep(Duration::from_secs(3));
                workers[1].signal("CONT");
            }
        }
    }
    assert_eq!(run.end(), Some(0), "{}", scene.log());
    scene.compare();
}

#[test]
fn a_broker_that_loses_everything_is_filled_again() {
    let Some(scene) = Scene::new(QUICK) else { return };
    let _worker = scene.worker("anna");
    let mut run = scene.run();
    scene.wait_for_games(2);
    scene.fleet.kill_broker();
    fs::remove_dir_all(scene.fleet.path().join("broker")).expect("removed");
    scene.fleet.says_anything(&["up"]);
    assert_eq!(run.end(), Some(0), "{}", scene.log());
    scene.compare();
}

#[test]
fn a_run_that_is_stopped_finds_what_was_played_meanwhile() {
    let Some(scene) = Scene::new(QUICK) else { return };
    let mut run = scene.run();
    // Without a worker it waits.
    scene.wait_for_games(1);
    run.signal("INT");
    assert_eq!(run.end(), Some(130), "{}", scene.log());
    let _worker = scene.worker("anna");
    assert_eq!(scene.run().end(), Some(0), "{}", scene.log());
    scene.compare();
}

#[test]
fn a_banned_worker_ends_with_a_line() {
    let Some(scene) = Scene::new(QUICK) else { return };
    let mut worker = scene.worker("anna");
    let mut run = scene.run();
    scene.wait_for_games(2);
    scene.fleet.says(&["ban", "anna"]);
    assert_eq!(worker.end(), Some(1), "{}", scene.log());
    assert!(scene.log().contains("the broker refuses this key"), "{}", scene.log());
    run.kill();
}

#[test]
fn a_fleet_that_is_not_there_is_refused() {
    let Some(fleet) = Fleet::new() else { return };
    let scratch = tempfile::tempdir().expect("a folder");
    let config = scratch.path().join("tiny.toml");
    fs::write(&config, CONFIG).expect("written");
    let said = |folder: &Path| {
        let mut command = Command::new(PROGRAM);
        command
            .arg("run")
            .arg(&config)
            .arg("--dir")
            .arg(scratch.path().join("run"))
            .arg("--fleet")
            .arg(folder);
        let output = command.stdin(Stdio::null()).output().expect("it starts");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    assert!(said(scratch.path()).contains("no fleet"), "{}", said(scratch.path()));
    fleet.says_anything(&["up"]);
    fleet.kill_broker();
    let line = said(&fleet.path());
    assert!(line.contains("cannot connect") && line.lines().count() == 1, "{line}");
    assert!(!scratch.path().join("run").exists(), "nothing was begun");
}
