//! A fleet with a run whose games it plays, and the same run of one machine.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use damier_train::run::{Measured, RunState};

#[cfg(target_os = "linux")]
use super::foreign::foreign_library;
use super::{
    fleet::Fleet,
    process::{DEADLINE, Process},
    tiny::{Scratch, TINY, files},
};

/// Items of a few games, and a worker that says nothing for 2 s loses its item.
pub(crate) const QUICK: &str = "item_seconds = 0.1\nack_wait = \"2s\"\n";
/// More of the tiny run, so that there is time for faults.
const MORE: [(&str, &str); 4] = [
    ("generations = 2", "generations = 3"),
    ("games = 8", "games = 60\nply_cap = 100"),
    ("games_per_chunk = 3", "games_per_chunk = 20"),
    ("simulations = 4", "simulations = 24"),
];
/// The configuration of most runs.
pub(crate) fn config() -> String {
    MORE.into_iter().fold(TINY.to_owned(), |config, (less, more)| {
        assert!(config.contains(less), "{less}");
        config.replace(less, more)
    })
}

/// A fleet with its runs.
pub(crate) struct Scene {
    pub(crate) fleet: Fleet,
    scratch: Scratch,
}

impl Scene {
    /// A fleet whose broker runs, and what one machine made of [`config`].
    pub(crate) fn new(lines: &str) -> Option<Self> {
        let fleet = Fleet::with(lines)?;
        fleet.says_anything(&["up"]);
        Some(Self::of(fleet, &config()))
    }

    /// The same for runs whose games are played while the generation before is trained.
    pub(crate) fn lagging(lines: &str) -> Option<Self> {
        let fleet = Fleet::with(lines)?;
        fleet.says_anything(&["up"]);
        Some(Self::of(fleet, &config().replace("steps = 6", "steps = 6\nlag = 1")))
    }

    /// The same for runs whose matches are bounded by nodes.
    pub(crate) fn measuring(lines: &str) -> Option<Self> {
        let fleet = Fleet::with(lines)?;
        fleet.says_anything(&["up"]);
        let config = config()
            .replace("opponents = [\"random\"]", "opponents = [\"random\", \"ab:material,memory=1\"]")
            .replace("final_games = 2", "final_games = 8")
            .replace("move_time_ms = 1", "move_time_ms = 1\nnodes = 30");
        assert!(config.contains("nodes = 30"), "{config}");
        Some(Self::of(fleet, &config))
    }

    /// The same with a cluster.
    pub(crate) fn cluster(lines: &str) -> Option<Self> {
        let fleet = Fleet::cluster(lines)?;
        for member in 1..=3 {
            fleet.up_member(member);
        }
        Some(Self::of(fleet, &config()))
    }

    fn of(fleet: Fleet, config: &str) -> Self {
        let scene = Self { fleet, scratch: Scratch::new() };
        let config = scene.scratch.write("tiny.toml", config);
        let mut alone = scene.process(&["run", &config, "--dir", &scene.scratch.path("alone")]);
        assert_eq!(alone.end(), Some(0), "{}", scene.log());
        scene
    }

    fn process(&self, arguments: &[&str]) -> Process {
        Process::start(arguments, &self.scratch.folder().join("log"))
    }

    pub(crate) fn worker(&self, name: &str) -> Process {
        Process::worker(&self.fleet, name, &self.scratch.folder().join("log"))
    }

    /// A worker with another C library than the system's; `None` where it cannot be built.
    #[cfg(target_os = "linux")]
    pub(crate) fn worker_with_foreign_library(&self, name: &str) -> Option<Process> {
        let library = foreign_library(self.scratch.folder())?;
        Some(Process::preloaded_worker(&self.fleet, name, &library, &self.scratch.folder().join("log")))
    }

    /// The run whose games the fleet plays; the same again goes on with it.
    pub(crate) fn run(&self) -> Process {
        self.run_in("together")
    }

    /// The same in another folder.
    pub(crate) fn run_in(&self, folder: &str) -> Process {
        let fleet = self.fleet.path();
        let fleet = fleet.to_str().expect("UTF-8");
        let (config, folder) = (self.scratch.path("tiny.toml"), self.scratch.path(folder));
        self.process(&["run", &config, "--dir", &folder, "--fleet", fleet])
    }

    /// What all processes said.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.scratch.path("log")).expect("read")
    }

    /// Returns what happened in the fleet, a line for each event.
    pub(crate) fn events(&self) -> String {
        fs::read_to_string(self.scratch.path("together/fleet.jsonl")).expect("read")
    }

    /// Whether the run has a curve of a name.
    pub(crate) fn has_curve(&self, name: &str) -> bool {
        let files = files(&self.scratch.folder().join("together/tensorboard/together"));
        files.values().any(|events| events.windows(name.len()).any(|part| part == name.as_bytes()))
    }

    /// Returns the number of files of games that the run has.
    pub(crate) fn games(&self) -> usize {
        fs::read_dir(self.scratch.path("together/games")).map_or(0, |files| files.count())
    }

    /// Waits until the run has `count` files of games.
    pub(crate) fn wait_for_games(&self, count: usize) {
        let begin = Instant::now();
        while self.games() < count {
            assert!(begin.elapsed() < DEADLINE, "no games: {}", self.log());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns the results of the last matches of the run, and of that of one machine.
    pub(crate) fn measured(&self) -> [Vec<Measured>; 2] {
        ["together", "alone"].map(|run| {
            let path = self.scratch.folder().join(run).join("state.json");
            let state = RunState::read(&path).unwrap_or_else(|error| panic!("{error}"));
            state.generations.last().expect("it has ended").measured.clone()
        })
    }

    /// Compares all games and nets with those of one machine.
    pub(crate) fn compare(&self) {
        for folder in ["games", "nets"] {
            let of = |run: &str| files(&self.scratch.folder().join(run).join(folder));
            let (alone, together) = (of("alone"), of("together"));
            assert!(alone.keys().eq(together.keys()), "{:?} {:?}", alone.keys(), together.keys());
            for (path, content) in alone {
                assert!(together[&path] == content, "{} differs", path.display());
            }
        }
    }
}
