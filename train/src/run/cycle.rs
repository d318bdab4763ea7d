//! The loop itself.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use damier_engine::net::{Net, NetError};
use damier_rules::{Game, TextError, registry::GameVisitor};
use damier_selfplay::{RecordError, Summary, plan::read_generation};
use thiserror::Error;

use super::{
    config::RunConfig,
    curves::Curves,
    directory::{DirectoryError, RunDirectory},
    dispatch::dispatch,
    generating::{PROGRAM, Player},
    loading::{encoded_at_once, fill},
    measure::{Measure, Measured},
    observer::{RunObserver, Stage},
    selfplay::file_name,
    state::{GenerationState, RunState},
    stepping::{HELD_OUT_POSITIONS, Stepping, Trained},
    stopwatch::{Spent, Stopwatch},
};
use crate::{error::TrainError, trainer::Trainer, window::Window};

/// Salt of the seeds of matches.
const MATCH_SALT: u64 = 0x6d61_7463_6865_7321;

/// Why a run, or a part of one, cannot go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] TextError),
    /// The worker threads cannot be started.
    #[error("the worker threads cannot be started: {0}; lower `threads`")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The directory.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
    /// The records.
    #[error(transparent)]
    Records(#[from] RecordError),
    /// The training.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// A net.
    #[error(transparent)]
    Net(#[from] NetError),
    /// A file or folder that cannot be used.
    #[error("{path}: {reason}")]
    Refused {
        /// Which.
        path: PathBuf,
        /// Why, and what to do about it.
        reason: String,
    },
    /// A match.
    #[error("a match cannot be played: {0}")]
    Match(String),
}

/// A finished run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunSummary {
    /// The final net.
    pub net: PathBuf,
    /// Its matches.
    pub measured: Vec<Measured>,
}

/// Starts the run in `directory`, or goes on with it; `None` when `stop` was set before it was finished.
///
/// # Errors
/// See [`RunError`]; what was finished stays.
pub fn run(
    config: &RunConfig,
    directory: &RunDirectory,
    measure: &mut (dyn Measure + Send),
    observer: &dyn RunObserver,
    stop: &AtomicBool,
) -> Result<Option<RunSummary>, RunError> {
    dispatch(config, Start { config, directory, measure, observer, stop })
}

struct Start<'a> {
    config: &'a RunConfig,
    directory: &'a RunDirectory,
    measure: &'a mut (dyn Measure + Send),
    observer: &'a dyn RunObserver,
    stop: &'a AtomicBool,
}

impl GameVisitor for Start<'_> {
    type Output = Result<Option<RunSummary>, RunError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        self.config.train.check_begins_at_random()?;
        Cycle::new(game, self)?.run()
    }
}

/// A run at work.
struct Cycle<'a, G: Game> {
    game: G,
    config: &'a RunConfig,
    directory: &'a RunDirectory,
    measure: &'a mut (dyn Measure + Send),
    observer: &'a dyn RunObserver,
    stop: &'a AtomicBool,
    state: RunState,
    trainer: Trainer<G>,
    window: Window<G::Position>,
    /// See [`encoded_at_once`].
    encoded: Option<G::Features>,
    curves: Curves,
}

impl<'a, G: Game> Cycle<'a, G> {
    fn new(game: G, start: Start<'a>) -> Result<Self, RunError> {
        let Start { config, directory, measure, observer, stop } = start;
        let state = RunState::read(&directory.state_path())?;
        let total_steps = config.steps_until(config.generations);
        let checkpoint = directory.checkpoint();
        let trainer = if checkpoint.exists() {
            Trainer::resume(game.clone(), &checkpoint, config.train.clone(), total_steps)?
        } else {
            let arch = config.net.arch(&game)?;
            Trainer::new(game.clone(), arch, config.train.clone(), total_steps, config.seed)?
        };
        let window = Window::new(&config.train);
        let encoded = encoded_at_once(config, &game)?;
        let curves = Curves::open(&directory.tensorboard(), config, trainer.steps())?;
        Ok(Self { game, config, directory, measure, observer, stop, state, trainer, window, encoded, curves })
    }

    fn run(mut self) -> Result<Option<RunSummary>, RunError> {
        let finished = self.state.generations.len() as u32;
        self.observer.started(self.config, finished + 1);
        if !self.directory.net(0).exists() {
            self.export(0)?;
        }
        if finished > 0 {
            self.load_finished(finished)?;
        }
        for generation in finished + 1..=self.config.generations {
            if self.generation(generation)?.is_none() {
                return Ok(None);
            }
        }
        let last = self.directory.net(self.config.generations);
        let path = self.directory.final_net();
        if !path.exists() {
            Net::read_for(&last, &self.game)?.write(&path)?;
        }
        let measured = self.state.generations.last().map_or_else(Vec::new, |state| state.measured.clone());
        Ok(Some(RunSummary { net: path, measured }))
    }

    /// `None` when it was stopped.
    fn generation(&mut self, generation: u32) -> Result<Option<()>, RunError> {
        self.observer.generation(generation);
        let stopwatch = Stopwatch::start();
        if self.generate(generation)?.is_none() {
            return Ok(None);
        }
        let playing = stopwatch.spent();
        let summary = self.load(generation)?;

        let stopwatch = Stopwatch::start();
        let Some(trained) = self.train(generation)? else { return Ok(None) };
        let path = self.directory.net(generation);
        // A run whose state file was lost derives it again; the checkpoint is then of a later generation.
        if self.trainer.steps() == self.config.steps_until(generation) || !path.exists() {
            self.export(generation)?;
        }
        let held_out = self.trainer.measure_held_out(&self.window, HELD_OUT_POSITIONS);
        let training = stopwatch.spent();

        let stopwatch = Stopwatch::start();
        let Some(measured) = self.measure(generation)? else { return Ok(None) };
        let spent = [playing, training, stopwatch.spent()];
        let games = summary.games as f64;
        let first = summary.wins.get(&0).copied().unwrap_or(0);
        let state = GenerationState {
            generation,
            games: summary.games,
            positions: summary.targets,
            mean_plies: summary.mean_length().unwrap_or(0.0),
            outcomes: [first, summary.draws, summary.games - first - summary.draws]
                .map(|count| count as f64 / games),
            steps: self.trainer.steps(),
            train_loss: trained.losses,
            held_out_loss: [held_out.value_loss, held_out.policy_loss, held_out.moves_left_error],
            top_move_accuracy: held_out.policy_accuracy,
            largest_accumulator: held_out.largest_accumulator,
            seconds: spent.map(|Spent { passed, .. }| passed),
            cpu_seconds: spent.map(|Spent { cpu, .. }| cpu),
            measured,
        };
        self.curves.generation(&state)?;
        self.curves.net(state.steps, &held_out, &self.trainer.export())?;
        self.observer.generation_finished(&state);
        self.observer.measured(generation, &state.measured);
        self.state.generations.push(state);
        self.state.write(&self.directory.state_path())?;
        Ok(Some(()))
    }

    /// Plays the games that the generation still lacks; the net of the generation before plays them.
    fn generate(&mut self, generation: u32) -> Result<Option<()>, RunError> {
        let path = self.directory.net(generation - 1);
        let net = Arc::new(Net::read_for(&path, &self.game)?);
        let player = Player { net, name: file_name(&path), generation: generation - 1 };
        let config = self.config.selfplay_of(generation);
        let games = (&config, self.config.seed);
        let generated =
            player.generate(&self.game, games, &self.directory.games(), self.observer, self.stop)?;
        Ok((!generated.cancelled).then_some(()))
    }

    fn load_finished(&mut self, finished: u32) -> Result<(), RunError> {
        self.observer.stage(Stage::Load, 0, u64::from(finished));
        for generation in 1..=finished {
            self.load(generation)?;
            self.observer.progress(u64::from(generation), 0, "");
        }
        self.observer.stage_finished();
        Ok(())
    }

    /// Puts the generation's games into the window, in the order of their numbers.
    fn load(&mut self, generation: u32) -> Result<Summary, RunError> {
        let player = generation - 1;
        let records = read_generation(&self.directory.games(), player)?;
        let summary = Summary::of(&records);
        fill(&mut self.window, &self.game, player, &records, None, self.encoded.as_ref())?;
        Ok(summary)
    }

    /// The mean losses; `None` when it was stopped. Nothing is left to do where the checkpoint has it done.
    fn train(&mut self, generation: u32) -> Result<Option<Trained>, RunError> {
        let steps = self.config.steps_until(generation - 1)..self.config.steps_until(generation);
        let checkpoint = self.directory.checkpoint();
        let stepping = Stepping {
            observer: self.observer,
            curves: Some(&mut self.curves),
            checkpoint: &checkpoint,
            stop: self.stop,
        };
        Ok(stepping.advance(&mut self.trainer, &self.window, steps)?)
    }

    fn export(&self, generation: u32) -> Result<(), RunError> {
        let metadata = serde_json::json!({
            "game": self.config.game,
            "generation": generation,
            "steps": self.trainer.steps(),
            "seed": self.config.seed,
            "program": PROGRAM,
        });
        let net = self.trainer.export().quantise()?.with_metadata(metadata.to_string());
        net.write(&self.directory.net(generation))?;
        Ok(())
    }

    /// The matches that are due; `None` when it was stopped.
    fn measure(&mut self, generation: u32) -> Result<Option<Vec<Measured>>, RunError> {
        let config = &self.config.measure;
        let last = generation == self.config.generations;
        let due = last || config.every > 0 && generation.is_multiple_of(config.every);
        let games = if last { config.final_games } else { config.games };
        if !due || games == 0 {
            return Ok(Some(Vec::new()));
        }
        let before = generation.checked_sub(config.every.max(1)).filter(|_| config.plays_previous());
        let predecessor = before.map(|before| self.directory.net(before));
        let matches = config.opponents.len() + usize::from(predecessor.is_some());
        self.observer.stage(Stage::Measure, 0, u64::from(games) * matches as u64);
        let observer = self.observer;
        let result = self.measure.measure(
            &super::measure::Task {
                game: &self.config.game,
                net: &self.directory.net(generation),
                opponents: &config.opponents,
                predecessor: predecessor.as_deref(),
                config,
                games,
                threads: rayon::current_num_threads(),
                seed: crate::mix::mix(self.config.seed ^ MATCH_SALT, u64::from(generation)),
            },
            &|done, figure| observer.progress(done, 0, figure),
            self.stop,
        );
        self.observer.stage_finished();
        result.map_err(RunError::Match)
    }
}
