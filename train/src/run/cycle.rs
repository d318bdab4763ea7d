//! The loop itself.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use damier_engine::net::Net;
use damier_numerics::seed;
use damier_records::{Summary, generation::read_generation};
use damier_rules::AnyGame;
use damier_selfplay::{Generated, RemoteFigures, RemotePlay};

use super::{
    ahead::Ahead,
    config::RunConfig,
    curves::Curves,
    directory::RunDirectory,
    dispatch::dispatch,
    error::RunError,
    exporting,
    generating::RunGames,
    loading::window,
    manifest,
    measure::{Measure, Measured},
    observer::{RunObserver, Stage},
    repair::Repair,
    state::{GenerationState, RunState},
    stepping::{HELD_OUT_POSITIONS, Stepping, Trained},
    stopwatch::{Spent, Stopwatch},
};
use crate::{trainer::Trainer, training_window::TrainingWindow};

/// Salt of the seeds of matches.
const MATCH_SALT: u64 = 0x6d61_7463_6865_7321;

/// A finished run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunSummary {
    /// The final net.
    pub net: PathBuf,
    /// Its matches.
    pub measured: Vec<Measured>,
}

/// What a run has others do.
pub struct Services<'a> {
    /// Plays the matches of its nets.
    pub measure: &'a mut (dyn Measure + Send),
    /// Has its games played on other machines; without it this one plays them.
    pub remote: Option<&'a dyn RemotePlay>,
}

/// Starts the run in `directory`, or goes on with it; `None` when `stop` was set before it was finished.
///
/// # Errors
/// See [`RunError`]; what was finished stays.
pub fn run<'a>(
    config: &'a RunConfig,
    directory: &'a RunDirectory,
    services: Services<'a>,
    observer: &'a dyn RunObserver,
    stop: &'a AtomicBool,
) -> Result<Option<RunSummary>, RunError> {
    dispatch(config, |game| {
        config.train.check_begins_at_random()?;
        match Cycle::new(game, Start { config, directory, services, observer, stop })? {
            Some(cycle) => cycle.run(),
            None => Ok(None),
        }
    })
}

struct Start<'a> {
    config: &'a RunConfig,
    directory: &'a RunDirectory,
    services: Services<'a>,
    observer: &'a dyn RunObserver,
    stop: &'a AtomicBool,
}

/// A run at work.
struct Cycle<'a> {
    game: AnyGame,
    config: &'a RunConfig,
    directory: &'a RunDirectory,
    services: Services<'a>,
    observer: &'a dyn RunObserver,
    stop: &'a AtomicBool,
    state: RunState,
    trainer: Trainer,
    window: TrainingWindow,
    curves: Curves,
}

/// The games of a generation.
struct Played {
    summary: Summary,
    spent: Spent,
    /// See [`Generated::remote`].
    remote: Option<RemoteFigures>,
}

impl<'a> Cycle<'a> {
    /// Takes up what is there, after it was compared with the state; `None` when it was stopped meanwhile.
    fn new(game: AnyGame, start: Start<'a>) -> Result<Option<Self>, RunError> {
        let Start { config, directory, services, observer, stop } = start;
        let mut state = RunState::read(&directory.state_path())?;
        let total_steps = config.steps_until(config.generations);
        if state.planned.is_empty() {
            // A new run, or one of an older version.
            let before = directory.before().unwrap_or(config);
            state.plan(0, before.steps_until(before.generations));
        }
        observer.started(config, state.generations.len() as u32 + 1);
        directory.notes().iter().for_each(|note| observer.note(note));
        let compared = {
            let remote = services.remote;
            Repair { game: &game, config, directory, remote, observer, stop, state: &mut state }.all()?
        };
        if compared.is_none() {
            return Ok(None);
        }
        let checkpoint = directory.checkpoint();
        let trainer = if checkpoint.exists() {
            Trainer::resume(game.clone(), &checkpoint, config.train.clone(), total_steps)?
        } else {
            let arch = config.net.arch(&game)?;
            Trainer::new(game.clone(), arch, config.train.clone(), total_steps, config.seed)?
        };
        state.plan(trainer.steps(), total_steps);
        state.config = Some(config.to_toml());
        let window = window(config, &game, None)?;
        let curves = Curves::open(&directory.tensorboard(), directory.root(), config, trainer.steps())?;
        let mut cycle =
            Self { game, config, directory, services, observer, stop, state, trainer, window, curves };
        cycle.save_state()?;
        Ok(Some(cycle))
    }

    fn run(mut self) -> Result<Option<RunSummary>, RunError> {
        let finished = self.state.generations.len() as u32;
        if finished > 0 {
            self.load_finished(finished)?;
        }
        let mut ahead = Generated::default();
        for generation in finished + 1..=self.config.generations {
            match self.generation(generation, ahead)? {
                Some(played) => ahead = played,
                None => return Ok(None),
            }
        }
        let last = self.directory.net(self.config.generations);
        let path = self.directory.final_net();
        // It may be that of a shorter run, too.
        let newest = manifest::checksum(&last)?;
        if manifest::checksum(&path)? != newest {
            Net::read_for(&last, &self.game)?.write(&path)?;
            self.state.remember(self.directory, &path)?;
            self.save_state()?;
        }
        let measured = self.state.generations.last().map_or_else(Vec::new, |state| state.measured.clone());
        Ok(Some(RunSummary { net: path, measured }))
    }

    /// Does a generation, of which `ahead` was played before, and returns what was played of the next one meanwhile; `None`
    /// when it was stopped.
    fn generation(&mut self, generation: u32, ahead: Generated) -> Result<Option<Generated>, RunError> {
        self.observer.generation(generation);
        let stopwatch = Stopwatch::start();
        let Some(generated) = self.generate(generation)? else { return Ok(None) };
        let mut spent = stopwatch.spent();
        spent.passed += ahead.progress.elapsed.as_secs_f64();
        let remote = generated.remote.or(ahead.remote);
        let played = Played { summary: self.load(generation)?, spent, remote };
        // This machine has no time for games while it trains; others have.
        if self.config.lag == 0 || self.services.remote.is_none() || generation == self.config.generations {
            return Ok(self.learn(generation, &played)?.map(|()| Generated::default()));
        }
        let game = self.game.clone();
        let Self { config, directory, observer, stop, .. } = *self;
        let games = RunGames { game: &game, config, directory, remote: self.services.remote };
        let next = Ahead { games, generation: generation + 1, observer, stop };
        Ok(next.beside(|| self.learn(generation, &played))?.map(|((), ahead)| ahead))
    }

    /// Trains and measures a generation whose games are in the window; `None` when it was stopped.
    fn learn(&mut self, generation: u32, played: &Played) -> Result<Option<()>, RunError> {
        let Played { summary, spent: playing, remote } = played;
        let stopwatch = Stopwatch::start();
        let Some(trained) = self.train(generation)? else { return Ok(None) };
        if self.export(generation)?.is_none() {
            return Ok(None);
        }
        let held_out = self.trainer.measure_held_out(&self.window, HELD_OUT_POSITIONS);
        let training = stopwatch.spent();

        let stopwatch = Stopwatch::start();
        let Some(measured) = self.measure(generation)? else { return Ok(None) };
        let spent = [*playing, training, stopwatch.spent()];
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
            calibration: held_out.calibration.to_vec(),
            seconds: spent.map(|Spent { passed, .. }| passed),
            cpu_seconds: spent.map(|Spent { cpu, .. }| cpu),
            measured,
        };
        self.curves.generation(&state)?;
        if let Some(figures) = remote {
            self.curves.fleet(state.steps, figures)?;
        }
        self.curves.net(state.steps, &held_out, &self.trainer.export())?;
        self.observer.generation_finished(&state);
        self.observer.measured(generation, &state.measured);
        self.state.generations.push(state);
        self.save_state()?;
        Ok(Some(()))
    }

    /// Plays the games that the generation still lacks.
    fn generate(&mut self, generation: u32) -> Result<Option<Generated>, RunError> {
        let before = self.state.files.len();
        let generated = self.repair().games(generation)?;
        if self.state.files.len() != before {
            self.save_state()?;
        }
        Ok(generated)
    }

    /// What compares the files with the state.
    fn repair(&mut self) -> Repair<'_> {
        let Self { game, config, directory, services, observer, stop, state, .. } = self;
        Repair { game, config, directory, remote: services.remote, observer: *observer, stop, state }
    }

    fn save_state(&mut self) -> Result<(), RunError> {
        Ok(self.state.write(&self.directory.state_path())?)
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
        let number = generation - 1;
        let records = read_generation(&self.directory.games(), number)?;
        self.window.fill(&self.game, number, &records)?;
        Ok(Summary::of(&records))
    }

    /// The mean losses; `None` when it was stopped. Nothing is left to do where the checkpoint has it done.
    fn train(&mut self, generation: u32) -> Result<Option<Trained>, RunError> {
        let steps = self.config.steps_until(generation - 1)..self.config.steps_until(generation);
        let checkpoint = self.directory.checkpoint();
        if self.trainer.steps() < steps.end {
            self.trainer.check_window(&self.window).map_err(|reason| RunError::Refused {
                path: checkpoint.clone(),
                reason: format!(
                    "is damaged ({reason}); remove it, and the run learns it again to the same bytes"
                ),
            })?;
        }
        let mut trained = Trained::default();
        for (part, total) in self.state.planned(steps) {
            self.trainer.plan_for(total);
            let stepping = Stepping {
                observer: self.observer,
                curves: Some(&mut self.curves),
                checkpoint: &checkpoint,
                stop: self.stop,
            };
            match stepping.advance(&mut self.trainer, &self.window, part)? {
                Some(more) => trained += more,
                None => return Ok(None),
            }
        }
        Ok(Some(trained))
    }

    /// Writes the net of a generation; `None` when it was stopped.
    fn export(&mut self, generation: u32) -> Result<Option<()>, RunError> {
        let steps = self.trainer.steps();
        if steps != self.config.steps_until(generation) {
            // A run whose state file was lost derives it again; the checkpoint is then of a later generation.
            return self.repair().lost_net(generation);
        }
        exporting::write(self.directory, self.config, &self.trainer.export(), (generation, steps))?;
        for path in [self.directory.net(generation), self.directory.checkpoint()] {
            self.state.remember(self.directory, &path)?;
        }
        Ok(Some(()))
    }

    /// The matches that are due; `None` when it was stopped.
    fn measure(&mut self, generation: u32) -> Result<Option<Vec<Measured>>, RunError> {
        let config = &self.config.measure;
        let games = config.games_after(generation, self.config.generations);
        if games == 0 {
            return Ok(Some(Vec::new()));
        }
        let before = generation.checked_sub(config.every.max(1)).filter(|_| config.plays_previous());
        let predecessor = before.map(|before| self.directory.net(before));
        let matches = config.opponents.len() + usize::from(predecessor.is_some());
        self.observer.stage(Stage::Measure, 0, u64::from(games) * matches as u64);
        let observer = self.observer;
        let result = self.services.measure.measure(
            &super::measure::Task {
                game: &self.config.game,
                net: &self.directory.net(generation),
                opponents: &config.opponents,
                predecessor: predecessor.as_deref(),
                config,
                games,
                threads: rayon::current_num_threads(),
                seed: seed::draw(self.config.seed ^ MATCH_SALT, u64::from(generation)),
            },
            &|done, figure| observer.progress(done, 0, figure),
            self.stop,
        );
        self.observer.stage_finished();
        result.map_err(RunError::Match)
    }
}
