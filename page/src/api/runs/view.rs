//! The view of a run: its figures by generation, what it does now, how strong it is.

use std::time::SystemTime;

use damier_rules::AnyGame;
use damier_train::{
    metrics::Bin,
    run::{GenerationState, Measured, RunConfig, RunState, Stage, Underway},
};
use serde::Serialize;

use crate::runs::{Activity, Look, RunFolder, Stamp};

/// What the state of a run is called that cannot be read.
const UNREADABLE: &str = "unreadable";
const SECONDS_PER_MINUTE: f64 = 60.0;

/// One run of the list.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RunLine {
    name: String,
    /// The identity of its game; `None` where the run cannot be read.
    game: Option<String>,
    /// What people call the game.
    title: Option<&'static str>,
    /// Finished generations, and all of them.
    finished: u32,
    generations: Option<u32>,
    /// `running`, `finished`, `stopped` or `unreadable`.
    state: &'static str,
    /// When a file changed last, in milliseconds since 1970.
    changed: Option<u64>,
    strength: Option<Strength>,
    /// Why it cannot be read, with the remedy.
    problem: Option<String>,
}

/// The last result against the strongest of the fixed opponents: that with the lowest score.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Strength {
    generation: u32,
    opponent: String,
    score: f64,
    /// Elo difference with the ends of its 95 % interval; infinite ends are `None`.
    elo: [Option<f64>; 3],
}

/// A run with all its figures.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RunView {
    name: String,
    now: Now,
    /// Why it cannot be read, with the remedy.
    problem: Option<String>,
    /// `None` where it cannot be read.
    run: Option<Figures>,
}

/// What a run does now.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Now {
    /// As in the list.
    state: &'static str,
    changed: Option<u64>,
    underway: Option<UnderwayView>,
    /// Estimated by the last generation; `None` before one was finished, and at the end.
    seconds_left: Option<f64>,
}

/// The generation under way, or at which the run stopped.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct UnderwayView {
    generation: u32,
    /// `games`, `training` or `matches`.
    stage: &'static str,
    /// Games that were played, and all of the generation.
    games: u64,
    all_games: u64,
}

/// What is known of a run that can be read.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Figures {
    game: String,
    title: &'static str,
    /// All generations, finished or not.
    generations: u32,
    /// Opponents of its matches, but for the net before.
    opponents: Vec<String>,
    /// Milliseconds a move of its matches.
    move_time_ms: u64,
    /// The configuration, as TOML.
    config: String,
    /// In order, from generation 1.
    finished: Vec<GenerationView>,
}

/// The figures of a finished generation.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GenerationView {
    generation: u32,
    games: u64,
    positions: u64,
    mean_plies: f64,
    games_per_second: f64,
    /// Shares of games won by the first player, drawn, and won by the second.
    outcomes: [f64; 3],
    /// Optimiser steps since the run began.
    steps: u64,
    /// Value, policy, moves left.
    train_loss: [f64; 3],
    held_out_loss: [f64; 3],
    top_move_accuracy: f64,
    /// Tenths of the predicted score; none where an older version wrote the state.
    calibration: Vec<BinView>,
    /// Mean distance of predicted and actual score over the positions; `None` without a calibration.
    calibration_error: Option<f64>,
    /// Games, training, matches.
    seconds: [f64; 3],
    /// Processor time since the run began, in minutes of one core; `None` where an older version wrote a state.
    core_minutes: Option<f64>,
    measured: Vec<MeasuredView>,
}

/// Positions whose predicted score is in one tenth.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BinView {
    count: u64,
    predicted: f64,
    actual: f64,
}

/// A match of the net of a generation.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MeasuredView {
    opponent: String,
    /// Games won, drawn and lost.
    games: [u64; 3],
    score: f64,
    /// As in the list.
    elo: [Option<f64>; 3],
}

impl RunLine {
    /// Returns the line of a run.
    pub(super) fn of(run: &RunFolder) -> Self {
        let look = match Look::at(run) {
            Ok(look) => look,
            Err(problem) => return Self::unreadable(run.name.clone(), problem),
        };
        let stamp = Stamp::of(run, &Stamp::default());
        let Look { config, state } = &look;
        Self {
            name: run.name.clone(),
            game: Some(config.game.clone()),
            title: Some(title(&config.game)),
            finished: state.generations.len() as u32,
            generations: Some(config.generations),
            state: activity(look.activity(run, &stamp)),
            changed: stamp.changed().map(millis),
            strength: Strength::of(config, state),
            problem: None,
        }
    }

    /// Returns the line of a run that cannot be read.
    pub(super) fn unreadable(name: String, problem: String) -> Self {
        Self {
            name,
            game: None,
            title: None,
            finished: 0,
            generations: None,
            state: UNREADABLE,
            changed: None,
            strength: None,
            problem: Some(problem),
        }
    }
}

impl Strength {
    fn of(config: &RunConfig, state: &RunState) -> Option<Self> {
        let last = state.generations.iter().rev().find(|generation| !generation.measured.is_empty())?;
        let fixed = last.measured.iter().filter(|result| config.measure.opponents.contains(&result.opponent));
        let lowest = fixed.min_by(|one, other| one.score.total_cmp(&other.score))?;
        let Measured { opponent, score, elo, .. } = lowest.clone();
        Some(Self { generation: last.generation, opponent, score, elo })
    }
}

impl RunView {
    /// Returns the whole view of a run.
    pub(super) fn of(run: &RunFolder, stamp: &Stamp) -> Self {
        Self::and_look(run, stamp).0
    }

    /// Returns what the run does now.
    pub(super) fn now(&self) -> &Now {
        &self.now
    }

    /// The same as [`of`](Self::of), with what was read where it could be.
    pub(super) fn and_look(run: &RunFolder, stamp: &Stamp) -> (Self, Option<Look>) {
        let name = run.name.clone();
        match Look::at(run) {
            Ok(look) => {
                let (now, problem) = Now::of(run, &look, stamp);
                let figures = Figures::of(&look);
                (Self { name, now, problem, run: Some(figures) }, Some(look))
            }
            Err(problem) => {
                let changed = stamp.changed().map(millis);
                let now = Now { state: UNREADABLE, changed, underway: None, seconds_left: None };
                (Self { name, now, problem: Some(problem), run: None }, None)
            }
        }
    }
}

impl Now {
    /// Returns what a run does now, and why its games cannot be listed.
    pub(super) fn of(run: &RunFolder, look: &Look, stamp: &Stamp) -> (Self, Option<String>) {
        let (underway, problem) = match look.underway(run) {
            Ok(underway) => (underway, None),
            Err(problem) => (None, Some(problem)),
        };
        let seconds_left = underway.and_then(|underway| underway.seconds_left(&look.config, &look.state));
        let state = activity(look.activity(run, stamp));
        let changed = stamp.changed().map(millis);
        (Self { state, changed, underway: underway.map(UnderwayView::of), seconds_left }, problem)
    }
}

impl UnderwayView {
    fn of(underway: Underway) -> Self {
        let Underway { generation, stage, games, all_games } = underway;
        let stage = match stage {
            Stage::Generate | Stage::Load => "games",
            Stage::Train => "training",
            Stage::Measure => "matches",
        };
        Self { generation, stage, games, all_games }
    }
}

impl Figures {
    fn of(look: &Look) -> Self {
        let Look { config, state } = look;
        let mut minutes = Some(0.0);
        let finished = state.generations.iter().map(|state| {
            let spent: f64 = state.cpu_seconds.iter().sum();
            minutes = minutes.filter(|_| spent > 0.0).map(|before| before + spent / SECONDS_PER_MINUTE);
            GenerationView::of(state, minutes)
        });
        Self {
            game: config.game.clone(),
            title: title(&config.game),
            generations: config.generations,
            opponents: config.measure.opponents.clone(),
            move_time_ms: config.measure.move_time_ms,
            config: config.to_toml(),
            finished: finished.collect(),
        }
    }
}

impl GenerationView {
    fn of(state: &GenerationState, core_minutes: Option<f64>) -> Self {
        let measured = state.measured.iter().cloned();
        Self {
            generation: state.generation,
            games: state.games,
            positions: state.positions,
            mean_plies: state.mean_plies,
            games_per_second: state.games as f64 / state.seconds[0].max(f64::MIN_POSITIVE),
            outcomes: state.outcomes,
            steps: state.steps,
            train_loss: state.train_loss,
            held_out_loss: state.held_out_loss,
            top_move_accuracy: state.top_move_accuracy,
            calibration: state.calibration.iter().map(|bin| BinView::of(*bin)).collect(),
            calibration_error: calibration_error(&state.calibration),
            seconds: state.seconds,
            core_minutes,
            measured: measured
                .map(|Measured { opponent, games, score, elo }| MeasuredView { opponent, games, score, elo })
                .collect(),
        }
    }
}

impl BinView {
    fn of(Bin { count, predicted, actual }: Bin) -> Self {
        Self { count, predicted, actual }
    }
}

/// Returns the expected calibration error (Naeini et al. 2015): the mean distance of what was predicted and what came,
/// over positions.
fn calibration_error(bins: &[Bin]) -> Option<f64> {
    let positions: u64 = bins.iter().map(|bin| bin.count).sum();
    let distance = |bin: &Bin| bin.count as f64 * (bin.predicted - bin.actual).abs();
    (positions > 0).then(|| bins.iter().map(distance).sum::<f64>() / positions as f64)
}

fn title(game: &str) -> &'static str {
    AnyGame::of_id(game).map_or("", |game| damier_rules::GameDisplay::title(&game))
}

fn activity(activity: Activity) -> &'static str {
    match activity {
        Activity::Running => "running",
        Activity::Finished => "finished",
        Activity::Stopped => "stopped",
    }
}

/// Returns milliseconds since 1970.
fn millis(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
