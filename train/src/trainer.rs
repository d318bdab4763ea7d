//! Training from window to network.

use std::{
    mem,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use damier_engine::net::{Arch, FloatNet};
use damier_numerics::seed;
use damier_rules::{AnyGame, Game};
use rayon::prelude::*;

use crate::{
    batch::{Assembly, Batch},
    checkpoint::{self, Checkpoint},
    config::{Augmentation, TrainConfig},
    device,
    error::TrainError,
    fake_quantisation,
    learner::{Learner, LearnerState, Prepared, StepLosses, WeightSet},
    metrics::{Measures, Meter},
    packed::Packer,
    prefetcher::{BatchRequest, PrefetchedBatch, Prefetcher, Seen},
    sampler::{Sampler, SamplerState},
    schedule::Schedule,
    training_window::{Part, TrainingWindow},
};

/// Separates the draws of symmetries from those of the order of positions.
const SYMMETRY_SALT: u64 = 0x7379_6d6d_6574_7279;

/// How long a device is left alone before it is asked for its losses: to ask is to wait for all that it was told to do.
const LEFT_ALONE: Duration = Duration::from_secs(1);
/// Threads that a device takes, both busy: this one, and that of burn's runtime, which starts the kernels and copies the
/// batches. Where they share their cores with those that make batches, it waits.
const FEEDERS: usize = 2;
/// Steps whose losses it may owe.
const MOST_UNREAD: usize = 256;

/// What the last few steps were like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepReport {
    /// Steps done since the run began.
    pub step: u64,
    /// Steps that this call of [`Trainer::train`] still has to do.
    pub left: u64,
    /// Losses, means over the steps since the last report.
    pub losses: StepLosses,
    /// The learning rate of the last step.
    pub learning_rate: f32,
    /// Positions per second since losses were last read.
    pub speed: f64,
    /// Mean age of the learned positions, in generations before the newest.
    pub age: f64,
}

/// Watches the training, and may end it.
pub trait Observer {
    /// Called for every [`TrainConfig::report_every`] steps, and after the last; where a device learns about once a second,
    /// for all that were due since.
    fn report(&mut self, report: &StepReport) {
        let _ = report;
    }

    /// Asked before every step: whether to stop here. The trainer can be saved and go on later.
    fn stop(&mut self) -> bool {
        false
    }
}

/// Watches nothing.
impl Observer for () {}

/// What a call of [`Trainer::train`] did.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TrainSummary {
    /// Steps done.
    pub steps: u64,
    /// Losses, means over all of them.
    pub losses: StepLosses,
    /// Positions that they learned.
    pub positions: u64,
    /// How long they took.
    pub seconds: f64,
}

/// Trains the network of a game.
pub struct Trainer {
    game: AnyGame,
    feature_set: String,
    config: TrainConfig,
    schedule: Schedule,
    seed: u64,
    identity: String,
    sampler: Sampler,
    learner: Box<dyn Learner>,
}

impl std::fmt::Debug for Trainer {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Trainer").field("game", &self.game.id()).field("config", &self.config).finish()
    }
}

impl Trainer {
    /// A trainer with random weights, for a run of `total_steps` steps.
    ///
    /// # Errors
    /// If the configuration or the architecture is impossible, or the device is not there.
    pub fn new(
        game: AnyGame,
        arch: Arch,
        config: TrainConfig,
        total_steps: u64,
        seed: u64,
    ) -> Result<Self, TrainError> {
        Self::starting_from(game, FloatNet::random(arch, seed)?, config, total_steps, seed)
    }

    /// A trainer that starts from the weights of a net.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn starting_from(
        game: AnyGame,
        net: FloatNet,
        config: TrainConfig,
        total_steps: u64,
        seed: u64,
    ) -> Result<Self, TrainError> {
        let checkpoint = Checkpoint {
            seed,
            identity: String::new(),
            sampler: SamplerState::default(),
            learner: LearnerState::new(net)?,
        };
        Self::at(game, checkpoint, config, total_steps)
    }

    /// The trainer that was saved; `config` and `total_steps` are those of the run. What it learns from
    /// now on is, bit for bit, what it would have learned without the interruption.
    ///
    /// # Errors
    /// If the file is not a whole checkpoint of this game, or as for [`new`](Self::new).
    pub fn resume(
        game: AnyGame,
        path: &Path,
        config: TrainConfig,
        total_steps: u64,
    ) -> Result<Self, TrainError> {
        let checkpoint = checkpoint::read(path)?;
        let steps = checkpoint.learner.steps;
        if steps > total_steps {
            let reason = format!(
                "it has learned {steps} steps, more than the {total_steps} of the whole run; it belongs to another one"
            );
            return Err(TrainError::Checkpoint { path: path.to_owned(), reason });
        }
        Self::at(game, checkpoint, config, total_steps)
    }

    fn at(
        game: AnyGame,
        checkpoint: Checkpoint,
        config: TrainConfig,
        total_steps: u64,
    ) -> Result<Self, TrainError> {
        config.validate()?;
        let arch = checkpoint.learner.arch();
        arch.check_fits(&game, "the checkpoint")?;
        let feature_set = arch.feature_set.clone();
        let learner = device::learner(config.device, checkpoint.learner)?;
        Ok(Self {
            game,
            feature_set,
            schedule: Schedule::new(&config, total_steps),
            config,
            seed: checkpoint.seed,
            identity: checkpoint.identity,
            sampler: Sampler::new(checkpoint.seed, checkpoint.sampler),
            learner,
        })
    }

    /// The same trainer, whose checkpoints say what it learns from and how; see [`Checkpoint::identity`].
    #[must_use]
    pub fn identified(self, identity: String) -> Self {
        Self { identity, ..self }
    }

    /// Lets the learning rate fall over a run of `total_steps` steps from now on.
    pub fn plan_for(&mut self, total_steps: u64) {
        self.schedule = Schedule::new(&self.config, total_steps);
    }

    /// Whether the sampler can go on with a window; an error says what a checkpoint claims that cannot be.
    ///
    /// # Errors
    /// It has taken more positions from the window than that has.
    pub fn check_window(&self, window: &TrainingWindow) -> Result<(), String> {
        self.sampler.check(window.window())
    }

    /// How it trains.
    pub fn config(&self) -> &TrainConfig {
        &self.config
    }

    /// Steps done since the run began.
    pub fn steps(&self) -> u64 {
        self.learner.steps()
    }

    /// Does `steps` steps on positions of the window.
    ///
    /// On the processor all threads of the calling thread's rayon pool work on one batch after the other. A device is
    /// told by the calling thread and one of burn's what to do, and as many threads as the pool has besides make the next
    /// batches meanwhile. What is learned is the same.
    ///
    /// # Errors
    /// If the window is empty or the training diverges.
    ///
    /// # Panics
    /// If the window has other features than the net.
    pub fn train(
        &mut self,
        window: &TrainingWindow,
        steps: u64,
        observer: &mut dyn Observer,
    ) -> Result<TrainSummary, TrainError> {
        assert_eq!(window.feature_set(), self.feature_set, "the features of the net");
        if window.window().is_empty() {
            return Err(TrainError::EmptyWindow);
        }
        self.check_window(window).map_err(TrainError::Sampler)?;
        let Self { config, schedule, seed, sampler, learner, .. } = self;
        let (config, seed) = (&*config, *seed);
        let first = learner.steps();
        let mut drawn = 0;
        let mut draw = || {
            let step = first + drawn;
            (drawn < steps).then(|| {
                drawn += 1;
                BatchRequest {
                    step,
                    drawn: sampler.draw(window.window(), config.batch_size),
                    sampler: sampler.state(),
                }
            })
        };
        let assembly = |step| Assembly {
            root_value_share: config.root_value_share,
            augmentation: config.augmentation,
            seed: seed::draw(seed ^ SYMMETRY_SALT, step),
        };
        let newest = window.window().newest_generation();
        let seen = |batch: &Batch| {
            let age = |generation: &u32| u64::from(newest.saturating_sub(*generation));
            Seen { positions: batch.len() as u64, ages: batch.generation.iter().map(age).sum::<u64>() as f64 }
        };
        let plan = TrainingPlan { config, schedule, steps };
        let learned = match learner.packing() {
            None => plan.learn(learner.as_mut(), observer, || {
                let BatchRequest { step, drawn, sampler } = draw()?;
                let batch = window.batch(Part::Learned, &drawn, assembly(step));
                Some(PrefetchedBatch { seen: seen(&batch), prepared: batch.into(), sampler })
            }),
            Some(packing) => thread::scope(|scope| {
                let maker = || {
                    let mut batches = window.batch_maker();
                    let mut packer = Packer::new(packing);
                    move |BatchRequest { step, drawn, sampler }: BatchRequest| {
                        let batch = batches.make(&drawn, assembly(step));
                        let prepared = Prepared::Packed(packer.pack(batch));
                        PrefetchedBatch { prepared, seen: seen(batch), sampler }
                    }
                };
                let makers = rayon::current_num_threads().saturating_sub(FEEDERS).max(1);
                let mut prefetcher = Prefetcher::start(scope, makers, maker).map_err(TrainError::Threads)?;
                plan.learn(learner.as_mut(), observer, || prefetcher.next(&mut draw))
            }),
        };
        let (summary, reached) = learned?;
        if let Some(reached) = reached.filter(|reached| *reached != sampler.state()) {
            // It was stopped, and more was drawn than learned.
            *sampler = Sampler::new(seed, reached);
        }
        Ok(summary)
    }

    /// Measures the EMA of the weights, which is exported, on at most `most` of the held-out positions,
    /// evenly spread; zeros where there are none.
    pub fn measure_held_out(&self, window: &TrainingWindow, most: usize) -> Measures {
        self.measure(window, Part::HeldOut, most)
    }

    /// The same for positions that are learned from.
    pub fn measure_learned(&self, window: &TrainingWindow, most: usize) -> Measures {
        self.measure(window, Part::Learned, most)
    }

    fn measure(&self, window: &TrainingWindow, part: Part, most: usize) -> Measures {
        let (len, newest) = (window.len(part), window.window().newest_generation());
        let count = len.min(most);
        let assembly = Assembly {
            root_value_share: self.config.root_value_share,
            augmentation: Augmentation::None,
            seed: 0,
        };
        let net = self.export();
        let mut meter = Meter::default();
        let mut largest = 0.0f32;
        for from in (0..count).step_by(self.config.batch_size) {
            let size = self.config.batch_size.min(count - from);
            let spread: Vec<usize> = (from..from + size).map(|slot| slot * len / count).collect();
            let batch = window.batch(part, &spread, assembly);
            meter.add(&batch, &self.learner.predict(&batch, WeightSet::Ema), newest);
            let sums = |position| net.accumulator(batch.active.get(position));
            let of_batch = (0..size).into_par_iter().flat_map_iter(sums).map(f32::abs);
            largest = largest.max(of_batch.reduce(|| 0.0, f32::max));
        }
        Measures { largest_accumulator: f64::from(largest), ..meter.measures() }
    }

    /// Returns the network with the EMA of the weights, rounded: quantising it changes no
    /// weight.
    pub fn export(&self) -> FloatNet {
        fake_quantisation::round_net(&self.learner.state().ema)
    }

    /// The network with the weights of the last step.
    pub fn latest(&self) -> FloatNet {
        self.learner.state().weights
    }

    /// Saves everything that [`resume`](Self::resume) needs; the old file stays until the new one is whole.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TrainError> {
        let checkpoint = Checkpoint {
            seed: self.seed,
            identity: self.identity.clone(),
            sampler: self.sampler.state(),
            learner: self.learner.state(),
        };
        checkpoint::write(path, &checkpoint)
    }
}

/// What [`Trainer::train`] is asked for.
struct TrainingPlan<'a> {
    config: &'a TrainConfig,
    schedule: &'a Schedule,
    steps: u64,
}

impl TrainingPlan<'_> {
    /// Does the steps, and says where the sampler was when it had drawn the last batch that was learned.
    fn learn(
        &self,
        learner: &mut dyn Learner,
        observer: &mut dyn Observer,
        mut next: impl FnMut() -> Option<PrefetchedBatch>,
    ) -> Result<(TrainSummary, Option<SamplerState>), TrainError> {
        let left_alone = if learner.packing().is_some() { LEFT_ALONE } else { Duration::ZERO };
        let mut reached = None;
        let begun = Instant::now();
        let mut history = LossHistory::new(self.config.report_every);
        let mut done = 0;
        while !observer.stop()
            && let Some(PrefetchedBatch { prepared, seen, sampler }) = next()
        {
            let step = learner.steps();
            let rate = self.schedule.rate(step);
            learner.step(prepared, rate, self.config)?;
            reached = Some(sampler);
            done += 1;
            history.unread.push(Step { number: step + 1, left: self.steps - done, rate, seen });
            if history.is_due(left_alone) {
                history.read(learner, observer)?;
            }
        }
        history.read(learner, observer)?;
        let Tally { steps, positions, .. } = history.whole;
        let seconds = begun.elapsed().as_secs_f64();
        Ok((TrainSummary { steps, losses: history.whole.losses(), positions, seconds }, reached))
    }
}

/// Loss history of a training.
struct LossHistory {
    report_every: u64,
    unread: Vec<Step>,
    /// When losses were last read.
    read: Instant,
    whole: Tally,
    /// The steps since the last report.
    recent: Tally,
}

impl LossHistory {
    fn new(report_every: u64) -> Self {
        let read = Instant::now();
        Self { report_every, unread: Vec::new(), read, whole: Tally::default(), recent: Tally::default() }
    }

    /// Whether losses are to be read, of a learner that is left alone for so long.
    fn is_due(&self, left_alone: Duration) -> bool {
        self.unread.len() >= MOST_UNREAD
            || self.read.elapsed() >= left_alone && self.unread.iter().any(|step| self.is_reported(step))
    }

    fn is_reported(&self, step: &Step) -> bool {
        step.number.is_multiple_of(self.report_every) || step.left == 0
    }

    /// Reads the losses of all steps since the last time.
    fn read(&mut self, learner: &mut dyn Learner, observer: &mut dyn Observer) -> Result<(), TrainError> {
        let losses = learner.losses()?;
        let unread = mem::take(&mut self.unread);
        let positions: u64 = unread.iter().map(|step| step.seen.positions).sum();
        let speed = positions as f64 / self.read.elapsed().as_secs_f64().max(f64::MIN_POSITIVE);
        self.read = Instant::now();
        for (step, losses) in unread.into_iter().zip(losses) {
            self.whole.add(&losses, step.seen);
            self.recent.add(&losses, step.seen);
            if self.is_reported(&step) {
                let recent = mem::take(&mut self.recent);
                observer.report(&StepReport {
                    step: step.number,
                    left: step.left,
                    losses: recent.losses(),
                    learning_rate: step.rate,
                    speed,
                    age: recent.age(),
                });
            }
        }
        Ok(())
    }
}

/// A step whose losses are to be read.
struct Step {
    /// Counted from the beginning of the run.
    number: u64,
    /// See [`StepReport::left`].
    left: u64,
    rate: f32,
    seen: Seen,
}

/// Sums over steps.
#[derive(Default)]
struct Tally {
    steps: u64,
    positions: u64,
    sums: StepLosses,
    ages: f64,
}

impl Tally {
    fn add(&mut self, losses: &StepLosses, seen: Seen) {
        self.steps += 1;
        self.positions += seen.positions;
        self.ages += seen.ages;
        self.sums.value += losses.value;
        self.sums.policy += losses.policy;
        self.sums.moves_left += losses.moves_left;
        self.sums.gradient_norm += losses.gradient_norm;
    }

    fn losses(&self) -> StepLosses {
        let steps = (self.steps as f32).max(1.0);
        StepLosses {
            value: self.sums.value / steps,
            policy: self.sums.policy / steps,
            moves_left: self.sums.moves_left / steps,
            gradient_norm: self.sums.gradient_norm / steps,
        }
    }

    fn age(&self) -> f64 {
        self.ages / (self.positions as f64).max(1.0)
    }
}
