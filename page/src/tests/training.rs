//! A run of some seconds, trained for real; the tests in a browser have it, too.

use std::{path::Path, sync::atomic::AtomicBool};

use damier_train::run::{
    self, GenerationState, Measure, Measured, RunConfig, RunDirectory, RunObserver, Services, Stage,
    StageObserver, Task,
};

/// Generations, games of a generation, and games of a chunk.
pub(crate) const GENERATIONS: u32 = 2;
pub(crate) const GAMES: u64 = 12;

/// It learns nothing, but everything happens.
const CONFIG: &str = r#"
game = "russian"
generations = 2
steps = 6
threads = 1

[net]
width = 32
hidden = 16
policy = 16
value_hidden = 16

[selfplay]
games = 12
games_per_chunk = 5
simulations = 8

[train]
batch_size = 16
window_min = 100
warm_up_steps = 2
held_out_share = 0.3

[measure]
opponents = ["random"]
every = 1
games = 2
final_games = 2
"#;

/// Instead of matches: results that are made up, after what the test wants to wait for.
struct MadeUp<'a>(&'a mut (dyn FnMut() + Send));

impl Measure for MadeUp<'_> {
    fn measure(
        &mut self,
        _: &Task<'_>,
        _: &(dyn Fn(u64, &str) + Sync),
        _: &AtomicBool,
    ) -> Result<Option<Vec<Measured>>, String> {
        (self.0)();
        let opponent = "random".to_owned();
        let elo = [Some(120.0), Some(40.0), None];
        Ok(Some(vec![Measured { opponent, games: [8, 3, 1], score: 0.79, elo }]))
    }
}

/// Watches nothing.
struct Silent;

impl StageObserver for Silent {
    fn stage(&self, _: Stage, _: u64, _: u64) {}
    fn progress(&self, _: u64, _: u64, _: &str) {}
    fn stage_finished(&self) {}
}

impl RunObserver for Silent {
    fn started(&self, _: &RunConfig, _: u32) {}
    fn generation(&self, _: u32) {}
    fn generation_finished(&self, _: &GenerationState) {}
    fn measured(&self, _: u32, _: &[Measured]) {}
}

/// Trains the run in `root`, or goes on with it, until all its generations are finished. `measuring` is called when the
/// matches of a generation are due.
pub(crate) fn train(root: &Path, measuring: &mut (dyn FnMut() + Send)) {
    let config = RunConfig::parse(CONFIG, Path::new("tiny.toml")).expect("a configuration");
    assert_eq!((config.generations, config.selfplay.games), (GENERATIONS, GAMES));
    let directory = RunDirectory::open(root, &config).expect("a folder");
    let services = Services { measure: &mut MadeUp(measuring), remote: None };
    let finished = run::run(&config, &directory, services, &Silent, &AtomicBool::new(false));
    assert!(finished.expect("a run").is_some(), "it was not stopped");
}
