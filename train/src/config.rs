//! What a person can choose about training.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::TrainError;

/// Where the network is trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeviceChoice {
    /// On the processor, all cores; always there.
    #[default]
    Cpu,
    /// On any device of Vulkan, Metal or DirectX 12; needs the cargo feature `wgpu`.
    Wgpu,
    /// On an NVIDIA device; needs the cargo feature `cuda`.
    Cuda,
}

/// How the learning rate falls after the warm-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Decay {
    /// Along half a cosine wave.
    #[default]
    Cosine,
    /// Along a straight line.
    Linear,
    /// Not at all.
    Constant,
}

/// Whether positions are turned and mirrored at random before they are learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Augmentation {
    /// By a random symmetry of the game, a new one each time.
    #[default]
    Random,
    /// Every position as it was played.
    None,
}

/// What a training changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Learn {
    /// All weights.
    #[default]
    All,
    /// Those that the policy alone depends on: the policy's part of the first layer, and the policy rows. Values stay as
    /// they are, to the bit.
    Policy,
}

/// Everything that training needs to know beside the game and the architecture.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TrainConfig {
    /// Where the network is trained.
    pub device: DeviceChoice,
    /// What is changed: `"all"` weights, or those of the `"policy"` alone, so that the values of the net that a training
    /// begins with (`--from`) stay as they are.
    pub learn: Learn,
    /// Positions per step.
    #[schemars(range(min = 1, max = BATCH_MAX))]
    pub batch_size: usize,
    /// The highest learning rate, reached after the warm-up.
    #[schemars(range(max = LEARNING_RATE_MAX), extend("exclusiveMinimum" = 0))]
    pub learning_rate: f32,
    /// Steps over which the learning rate rises from zero.
    pub warm_up_steps: u64,
    /// How it falls afterwards.
    pub decay: Decay,
    /// The learning rate at the end of the run, as a share of the highest.
    #[schemars(range(min = 0, max = 1))]
    pub final_learning_rate_share: f32,
    /// How strongly AdamW pulls the weight matrices to zero, per step and unit of learning rate.
    #[schemars(range(min = 0, max = WEIGHT_MAX))]
    pub weight_decay: f32,
    /// Memory of the mean gradient, per step.
    #[schemars(range(min = 0), extend("exclusiveMaximum" = 1))]
    pub beta1: f32,
    /// Memory of the mean squared gradient, per step.
    #[schemars(range(min = 0), extend("exclusiveMaximum" = 1))]
    pub beta2: f32,
    /// Gradients longer than this are shortened to it.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub gradient_clip: f32,
    /// Decay of the EMA of the weights per step; the EMA is exported.
    #[schemars(range(min = 0), extend("exclusiveMaximum" = 1))]
    pub average_decay: f32,
    /// The share of the search's root value in the value target; the rest is the outcome.
    #[schemars(range(min = 0, max = 1))]
    pub root_value_share: f32,
    /// Short-term value targets: horizon in plies over which the search's root value is averaged with those of the
    /// positions that follow. Each ply weighs exp(-1 / horizon) of the one before, and the outcome has what remains. 0
    /// takes each position's own value.
    #[schemars(range(min = 0, max = HORIZON_MAX))]
    pub root_horizon: f32,
    /// The weight of the value loss.
    #[schemars(range(min = 0, max = WEIGHT_MAX))]
    pub value_weight: f32,
    /// The weight of the policy loss.
    #[schemars(range(min = 0, max = WEIGHT_MAX))]
    pub policy_weight: f32,
    /// Temperature T of the policy targets: shares to the power 1 / T, normalised. Above 1 they are softer, below 1
    /// sharper, and 1 leaves them as the search found them.
    #[schemars(range(min = TEMPERATURE_MIN, max = TEMPERATURE_MAX))]
    pub policy_temperature: f32,
    /// The weight of the moves-left loss.
    #[schemars(range(min = 0, max = WEIGHT_MAX))]
    pub moves_left_weight: f32,
    /// Errors of moves left beyond this many plies count linearly instead of squared.
    #[schemars(range(max = WEIGHT_MAX), extend("exclusiveMinimum" = 0))]
    pub moves_left_threshold: f32,
    /// The window has at least this many positions before the oldest are left out.
    #[schemars(range(min = 1, max = u32::MAX))]
    pub window_min: usize,
    /// The share of all positions ever played that the window keeps beyond that.
    #[schemars(range(min = 0, max = 1))]
    pub window_share: f32,
    /// The share of games that are never learned, only measured.
    #[schemars(range(min = 0), extend("exclusiveMaximum" = 1))]
    pub held_out_share: f32,
    /// Whether positions are turned and mirrored at random.
    pub augmentation: Augmentation,
    /// Steps between two reports of the training losses.
    #[schemars(range(min = 1))]
    pub report_every: u64,
}

impl Default for TrainConfig {
    fn default() -> Self {
        Self {
            device: DeviceChoice::default(),
            learn: Learn::default(),
            batch_size: 1024,
            learning_rate: 2e-3,
            warm_up_steps: 100,
            decay: Decay::default(),
            final_learning_rate_share: 0.01,
            weight_decay: 0.01,
            beta1: 0.9,
            beta2: 0.99,
            gradient_clip: 1.0,
            average_decay: 0.998,
            root_value_share: 0.25,
            root_horizon: 0.0,
            value_weight: 1.0,
            policy_weight: 1.0,
            policy_temperature: 1.0,
            moves_left_weight: 0.05,
            moves_left_threshold: 16.0,
            window_min: 100_000,
            window_share: 0.6,
            held_out_share: 0.02,
            augmentation: Augmentation::default(),
            report_every: 20,
        }
    }
}

/// The largest batch; far beyond any use, small enough that every index of a batch fits 32 bits.
const BATCH_MAX: usize = 1 << 20;
/// The largest learning rate; anything near it diverges.
const LEARNING_RATE_MAX: f32 = 1.0;
/// The largest weight of a loss or decay.
const WEIGHT_MAX: f32 = 1000.0;
/// The longest horizon of root values, in plies; beyond the longest games.
const HORIZON_MAX: f32 = 1000.0;
/// The sharpest policy targets.
const TEMPERATURE_MIN: f32 = 0.25;
/// The softest policy targets.
const TEMPERATURE_MAX: f32 = 4.0;

impl TrainConfig {
    /// Checks every value.
    ///
    /// # Errors
    /// The first one that is impossible.
    pub fn validate(&self) -> Result<(), TrainError> {
        count("batch_size", self.batch_size as u64, BATCH_MAX as u64)?;
        count("report_every", self.report_every, u64::MAX)?;
        count("window_min", self.window_min as u64, u64::from(u32::MAX))?;
        within("learning_rate", self.learning_rate, f32::MIN_POSITIVE, LEARNING_RATE_MAX)?;
        within("gradient_clip", self.gradient_clip, f32::MIN_POSITIVE, f32::MAX)?;
        within("moves_left_threshold", self.moves_left_threshold, f32::MIN_POSITIVE, WEIGHT_MAX)?;
        within("root_horizon", self.root_horizon, 0.0, HORIZON_MAX)?;
        within("policy_temperature", self.policy_temperature, TEMPERATURE_MIN, TEMPERATURE_MAX)?;
        for (key, value) in [
            ("final_learning_rate_share", self.final_learning_rate_share),
            ("root_value_share", self.root_value_share),
            ("window_share", self.window_share),
        ] {
            within(key, value, 0.0, 1.0)?;
        }
        for (key, value) in [
            ("weight_decay", self.weight_decay),
            ("value_weight", self.value_weight),
            ("policy_weight", self.policy_weight),
            ("moves_left_weight", self.moves_left_weight),
        ] {
            within(key, value, 0.0, WEIGHT_MAX)?;
        }
        for (key, value) in [
            ("beta1", self.beta1),
            ("beta2", self.beta2),
            ("average_decay", self.average_decay),
            ("held_out_share", self.held_out_share),
        ] {
            within(key, value, 0.0, 1.0)?;
            if value == 1.0 {
                return refuse(key, value, "has to be below 1".to_owned());
            }
        }
        Ok(())
    }

    /// Refuses to keep the values of a net that has learned none.
    ///
    /// # Errors
    /// If only the policy is learned.
    pub fn check_begins_at_random(&self) -> Result<(), TrainError> {
        match self.learn {
            Learn::All => Ok(()),
            Learn::Policy => {
                let reason =
                    "keeps the values of a net and has to begin with one: `damier train … --from NET`";
                refuse("learn", "policy", reason.to_owned())
            }
        }
    }
}

fn count(key: &'static str, value: u64, max: u64) -> Result<(), TrainError> {
    if value == 0 || value > max {
        return refuse(key, value, format!("has to be in 1..={max}"));
    }
    Ok(())
}

fn within(key: &'static str, value: f32, min: f32, max: f32) -> Result<(), TrainError> {
    if (min..=max).contains(&value) {
        return Ok(());
    }
    let reason = match (min == f32::MIN_POSITIVE, max == f32::MAX) {
        (true, true) => "has to be above 0".to_owned(),
        (true, false) => format!("has to be above 0 and at most {max}"),
        (false, _) => format!("has to be in {min}..={max}"),
    };
    refuse(key, value, reason)
}

fn refuse<T>(key: &'static str, value: impl ToString, reason: String) -> Result<T, TrainError> {
    Err(TrainError::Config { key, value: value.to_string(), reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_valid() {
        TrainConfig::default().validate().expect("valid");
    }

    #[test]
    fn only_a_net_can_keep_its_values() {
        TrainConfig::default().check_begins_at_random().expect("all is learned");
        let config = TrainConfig { learn: Learn::Policy, ..Default::default() };
        let message = config.check_begins_at_random().expect_err("refused").to_string();
        assert!(message.contains("learn") && message.contains("--from"), "{message}");
    }

    #[test]
    fn impossible_values_are_refused_by_name() {
        let refused = [
            (TrainConfig { batch_size: 0, ..Default::default() }, "batch_size"),
            (TrainConfig { learning_rate: f32::NAN, ..Default::default() }, "learning_rate"),
            (TrainConfig { root_value_share: 1.5, ..Default::default() }, "root_value_share"),
            (TrainConfig { held_out_share: 1.0, ..Default::default() }, "held_out_share"),
            (TrainConfig { gradient_clip: 0.0, ..Default::default() }, "gradient_clip"),
            (TrainConfig { root_horizon: -1.0, ..Default::default() }, "root_horizon"),
            (TrainConfig { policy_temperature: 0.0, ..Default::default() }, "policy_temperature"),
        ];
        for (config, key) in refused {
            let message = config.validate().expect_err("refused").to_string();
            assert!(message.contains(key) && !message.contains('\n'), "{message}");
        }
    }
}
