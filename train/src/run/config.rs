//! The configuration of a run.

use std::path::{Path, PathBuf};

use damier_engine::{
    net::{Arch, NetError, Sizes},
    toml_message::{in_plain_words, line_and_column},
};
use damier_rules::{AnyGame, Game, Position};
use damier_selfplay::{GenerateConfig, SearchConfig};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::config::TrainConfig;

/// The most generations a run may have: file names have four digits.
const MAX_GENERATIONS: u32 = 9_999;

/// The most worker threads.
const MAX_THREADS: usize = 1_024;

/// The most generations by which games run ahead.
const MAX_LAG: u32 = 1;

/// The most optimiser steps of a generation.
const MAX_STEPS: u64 = 1_000_000;

/// A run: one TOML file. Unknown keys are refused.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunConfig {
    /// Identity of the game, as `damier games` lists it.
    pub game: String,
    /// Seed of everything random; the same seed and configuration give the same run.
    #[serde(default = "default_seed")]
    #[schemars(range(max = i64::MAX))]
    pub seed: u64,
    /// Rounds of generate, train, export.
    #[schemars(range(min = 1, max = MAX_GENERATIONS))]
    pub generations: u32,
    /// Optimiser steps of a generation.
    #[schemars(range(min = 1, max = MAX_STEPS))]
    pub steps: u64,
    /// Generations by which games run ahead of the training. Generation g is played by the net of generation g - 1 - lag,
    /// the first ones by random weights. With 1 the workers of a fleet play the next generation while this one is trained;
    /// a single machine gains nothing by it.
    #[serde(default)]
    #[schemars(range(max = MAX_LAG))]
    pub lag: u32,
    /// Worker threads; 0 takes every core.
    #[serde(default)]
    #[schemars(range(max = MAX_THREADS))]
    pub threads: usize,
    /// The network.
    pub net: NetConfig,
    /// Self-play, per generation.
    pub selfplay: GenerateConfig,
    /// Overrides of self-play from some generation on, in ascending order.
    #[serde(default, rename = "stage", skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StageConfig>,
    /// Training.
    pub train: TrainConfig,
    /// Matches that measure the nets, which play by the search that suits the game.
    #[serde(default)]
    pub measure: MeasureConfig,
}

/// From a generation on, self-play with other numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StageConfig {
    /// The first generation it holds for.
    #[schemars(range(min = 1))]
    pub from_generation: u32,
    /// Games per generation.
    #[schemars(range(min = 1))]
    pub games: Option<u64>,
    /// Simulations per move.
    #[schemars(range(min = 2))]
    pub simulations: Option<u32>,
    /// Share of the handcrafted evaluation in the searches.
    #[schemars(range(min = 0, max = 1))]
    pub guide: Option<f32>,
    /// Optimiser steps of a generation.
    #[schemars(range(min = 1, max = MAX_STEPS))]
    pub steps: Option<u64>,
}

/// The dimensions of the network; see `docs/reference/net-format.md`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NetConfig {
    /// Feature set, one of those that `damier games` lists for the game; empty takes the first.
    #[serde(default)]
    pub features: String,
    /// Accumulator width, a multiple of 32.
    #[serde(default = "default_width")]
    #[schemars(range(min = 32, max = 4096), extend("multipleOf" = 32))]
    pub width: usize,
    /// Hidden units of the value part, a multiple of 16.
    #[serde(default = "default_hidden")]
    #[schemars(range(min = 16, max = 512), extend("multipleOf" = 16))]
    pub hidden: usize,
    /// Length of the policy vector, a multiple of 16.
    #[serde(default = "default_hidden")]
    #[schemars(range(min = 16, max = 512), extend("multipleOf" = 16))]
    pub policy: usize,
    /// Units of the second value layer, a multiple of 16.
    #[serde(default = "default_hidden")]
    #[schemars(range(min = 16, max = 512), extend("multipleOf" = 16))]
    pub value_hidden: usize,
}

impl NetConfig {
    /// The architecture for a game.
    ///
    /// # Errors
    /// A dimension or feature set that cannot be.
    pub fn arch(&self, game: &AnyGame) -> Result<Arch, NetError> {
        let set = if self.features.is_empty() { game.feature_sets()[0] } else { &self.features };
        let sizes = Sizes {
            width: self.width,
            hidden: self.hidden,
            policy: self.policy,
            value_hidden: self.value_hidden,
        };
        Arch::of(game, set, sizes)
    }
}

/// Checks that a configuration suits its game; an error names the key.
fn check_suits(config: &RunConfig, game: &AnyGame) -> Result<(), (&'static str, String)> {
    config.net.arch(game).map_err(|reason| ("net", reason.to_string()))?;
    match config.selfplay.search {
        SearchConfig::AlphaBeta if game.start().players() != 2 => {
            Err(("selfplay.search", "alpha-beta plays games of two players only; take \"tree\"".to_owned()))
        }
        _ => Ok(()),
    }
}

/// Matches against fixed opponents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MeasureConfig {
    /// Opponents, in the notation of `damier match`.
    pub opponents: Vec<String>,
    /// Generations between two measurements; 0 measures the last one only. The last is always measured.
    pub every: u32,
    /// Games against each opponent, in pairs with the sides exchanged.
    pub games: u32,
    /// Games against each opponent after the last generation.
    pub final_games: u32,
    /// Milliseconds per move for both sides.
    #[schemars(range(min = 1))]
    pub move_time_ms: u64,
    /// Nodes or simulations per move for both sides, in place of the time. The same matches then come out the same, and a
    /// fleet plays them, too.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Random plies at the start of each pair of games.
    pub opening_plies: usize,
    /// Also play the net of the measurement before this one.
    pub previous_net: Previous,
}

/// Whether the net of an earlier generation is among the opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Previous {
    /// The net that was measured last.
    Play,
    /// Fixed opponents only.
    Skip,
}

impl Default for MeasureConfig {
    fn default() -> Self {
        Self {
            opponents: vec!["random".into(), "ab:material".into()],
            every: 4,
            games: 20,
            final_games: 40,
            move_time_ms: 20,
            nodes: None,
            opening_plies: 4,
            previous_net: Previous::Skip,
        }
    }
}

impl MeasureConfig {
    /// Returns the games against each opponent after a generation of `generations`; 0 where it is not measured.
    pub fn games_after(&self, generation: u32, generations: u32) -> u32 {
        if generation == generations {
            self.final_games
        } else if self.every > 0 && generation.is_multiple_of(self.every) {
            self.games
        } else {
            0
        }
    }

    /// Whether the net that was measured last is among the opponents.
    pub fn plays_previous(&self) -> bool {
        self.previous_net == Previous::Play
    }
}

fn default_seed() -> u64 {
    1
}

fn default_width() -> usize {
    256
}

fn default_hidden() -> usize {
    32
}

/// Why a configuration cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{path}: cannot be read: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The text is not TOML, has an unknown key, or a value of the wrong type.
    #[error("{path}, line {line}, column {column}: {reason}")]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// A value that cannot be.
    #[error("{path}: {key}: {reason}")]
    Value {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
        /// What is wrong, and what would be right.
        reason: String,
    },
}

impl RunConfig {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// A file that cannot be read, is not TOML, or has unknown keys, wrong types or impossible values.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| ConfigError::Read { path: path.into(), source })?;
        Self::parse(&text, path)
    }

    /// The same for a text; `path` is for messages.
    ///
    /// # Errors
    /// See [`RunConfig::read`].
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigError> {
        let config: Self = toml::from_str(text).map_err(|error| {
            let (line, column) = line_and_column(text, error.span().map_or(0, |span| span.start));
            ConfigError::Syntax { path: path.into(), line, column, reason: in_plain_words(error.message()) }
        })?;
        config.check(path)?;
        Ok(config)
    }

    /// Checks every value, as [`read`](Self::read) does; `path` is for messages.
    ///
    /// # Errors
    /// The first value that is impossible.
    pub fn check(&self, path: &Path) -> Result<(), ConfigError> {
        self.validate().map_err(|(key, reason)| ConfigError::Value { path: path.into(), key, reason })
    }

    /// The TOML text of the resolved configuration.
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).expect("a configuration has only TOML's types")
    }

    fn validate(&self) -> Result<(), (String, String)> {
        let bad = |key: &str, reason: &str| Err((key.to_owned(), reason.to_owned()));
        if !(1..=MAX_GENERATIONS).contains(&self.generations) {
            return bad("generations", "must be within 1..=9999");
        }
        let step_bounds = self.stages.iter().filter_map(|stage| stage.steps).chain([self.steps]);
        if step_bounds.into_iter().any(|steps| !(1..=MAX_STEPS).contains(&steps)) {
            return bad("steps", "must be within 1..=1000000 per generation");
        }
        if self.lag > MAX_LAG {
            return bad("lag", "must be 0 or 1");
        }
        if self.seed > i64::MAX as u64 {
            return bad("seed", "must be below 2^63, TOML has no larger numbers");
        }
        if self.threads > MAX_THREADS {
            return bad("threads", "must be at most 1024; 0 takes every core");
        }
        if self.measure.move_time_ms == 0 {
            return bad("measure.move_time_ms", "must be at least 1");
        }
        if self.measure.nodes == Some(0) {
            return bad("measure.nodes", "must be at least 1");
        }
        let mut last = 0;
        for stage in &self.stages {
            if stage.from_generation <= last {
                return bad("stage.from_generation", "stages must be in ascending order, from generation 1");
            }
            last = stage.from_generation;
        }
        for generation in 1..=self.generations {
            self.selfplay_of(generation)
                .validate()
                .map_err(|reason| ("selfplay".to_owned(), reason.to_string()))?;
        }
        self.train.validate().map_err(|reason| ("train".to_owned(), reason.to_string()))?;
        let game = AnyGame::of_id(&self.game).map_err(|reason| ("game".to_owned(), reason.to_string()))?;
        check_suits(self, &game).map_err(|(key, reason)| (key.to_owned(), reason))
    }

    /// Optimiser steps of generations 1 to `generation`.
    pub fn steps_until(&self, generation: u32) -> u64 {
        let steps_of = |generation: u32| {
            let stages = self.stages.iter().filter(|stage| stage.from_generation <= generation);
            stages.filter_map(|stage| stage.steps).next_back().unwrap_or(self.steps)
        };
        (1..=generation).map(steps_of).sum()
    }

    /// Returns the optimiser steps of a generation, from 1.
    pub fn steps_of(&self, generation: u32) -> u64 {
        self.steps_until(generation) - self.steps_until(generation - 1)
    }

    /// Returns the generation, from 0 for random weights, whose net plays the games of `generation`, from 1.
    pub fn player_of(&self, generation: u32) -> u32 {
        generation.saturating_sub(1 + self.lag)
    }

    /// Returns the self-play settings of `generation`.
    pub fn selfplay_of(&self, generation: u32) -> GenerateConfig {
        let mut config = self.selfplay.clone();
        for stage in self.stages.iter().filter(|stage| stage.from_generation <= generation) {
            if let Some(games) = stage.games {
                config.games = games;
            }
            if let Some(simulations) = stage.simulations {
                config.simulations = simulations;
            }
            if let Some(guide) = stage.guide {
                config.guide = guide;
            }
        }
        config
    }
}
