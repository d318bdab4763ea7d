//! The state of a training, saved.
//!
//! A checkpoint is a safetensors file ([`mod@format`], `docs/reference/checkpoint-format.md`). Files of the first format
//! ([`first_format`]) are still read.

mod first_format;
mod format;
#[cfg(test)]
mod tests;

use std::{fs, path::Path};

use damier_engine::net::{Arch, FloatNet, Tensor};
use damier_files::atomic_file;
use serde::{Deserialize, Serialize};

use crate::{
    error::{TrainError, WRITING_REMEDY},
    learner::LearnerState,
    sampler::SamplerState,
};

/// Remedy for a damaged checkpoint.
const REMEDY: &str = "restore it from a backup, or remove it, and the training begins anew";
/// Bytes of the checksum that ends a file.
const CHECKSUM_BYTES: usize = size_of::<u32>();
/// Sets of tensors: weights, first moments, second moments, EMA.
const SETS: usize = 4;

/// Everything that a training needs to go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// Seed of the run.
    pub seed: u64,
    /// Description of what is learned and how, by the caller, to be compared before the training goes on. Empty where
    /// something else takes care of that, such as the directory of a run.
    pub identity: String,
    /// State of the sampler.
    pub sampler: SamplerState,
    /// Weights, moments, average and steps.
    pub learner: LearnerState,
}

/// What a checkpoint says in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// Version of the format; absent in the first.
    #[serde(default, skip_serializing_if = "is_first")]
    version: u32,
    game: String,
    #[serde(default = "two_players")]
    players: usize,
    feature_set: String,
    features: usize,
    max_active: usize,
    policy_rows: usize,
    width: usize,
    hidden: usize,
    policy: usize,
    value_hidden: usize,
    steps: u64,
    seed: u64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    identity: String,
    sampler: SamplerState,
}

/// Returns whether a header is one of the first format, which has no version.
fn is_first(version: &u32) -> bool {
    *version == 0
}

/// Headers without a number of players are from before there were games of more.
fn two_players() -> usize {
    2
}

impl Header {
    fn of(checkpoint: &Checkpoint, version: u32) -> Self {
        let arch = &checkpoint.learner.weights.arch;
        Self {
            version,
            game: arch.game.clone(),
            players: arch.players,
            feature_set: arch.feature_set.clone(),
            features: arch.features,
            max_active: arch.max_active,
            policy_rows: arch.policy_rows,
            width: arch.width,
            hidden: arch.hidden,
            policy: arch.policy,
            value_hidden: arch.value_hidden,
            steps: checkpoint.learner.steps,
            seed: checkpoint.seed,
            identity: checkpoint.identity.clone(),
            sampler: checkpoint.sampler,
        }
    }

    /// Returns the architecture, after a check of its dimensions and of the number of bytes that the tensors take.
    fn arch(&self, tensor_bytes: usize) -> Result<Arch, String> {
        let arch = Arch {
            game: self.game.clone(),
            players: self.players,
            feature_set: self.feature_set.clone(),
            features: self.features,
            max_active: self.max_active,
            policy_rows: self.policy_rows,
            width: self.width,
            hidden: self.hidden,
            policy: self.policy,
            value_hidden: self.value_hidden,
        };
        arch.validate().map_err(|error| format!("{error}; {REMEDY}"))?;
        let expected = SETS * values(&arch) * size_of::<f32>();
        if tensor_bytes != expected {
            return Err(format!(
                "{tensor_bytes} bytes of weights where its dimensions ask for {expected}; {REMEDY}"
            ));
        }
        Ok(arch)
    }

    /// Returns the checkpoint with this header, whose sets of tensors are in the order of [`LearnerState`].
    fn checkpoint(self, mut set: impl FnMut() -> Result<FloatNet, String>) -> Result<Checkpoint, String> {
        let learner =
            LearnerState { steps: self.steps, weights: set()?, first: set()?, second: set()?, ema: set()? };
        Ok(Checkpoint { seed: self.seed, identity: self.identity, sampler: self.sampler, learner })
    }
}

/// Writes a checkpoint; the old file stays until the new one is whole.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, checkpoint: &Checkpoint) -> Result<(), TrainError> {
    atomic_file::write(path, &to_bytes(checkpoint)).map_err(|source| TrainError::Io {
        path: path.to_owned(),
        action: "writing the checkpoint",
        remedy: WRITING_REMEDY,
        source,
    })
}

/// Reads a checkpoint.
///
/// # Errors
/// If the file cannot be read or is no whole checkpoint.
pub fn read(path: &Path) -> Result<Checkpoint, TrainError> {
    let bytes = fs::read(path).map_err(|source| TrainError::Io {
        path: path.to_owned(),
        action: "reading the checkpoint",
        remedy: "check that it is a file and may be read",
        source,
    })?;
    from_bytes(&bytes, path)
}

/// Reads a checkpoint from the bytes of its file; `path` is for error messages only.
///
/// # Errors
/// If they are no whole checkpoint, or one of a newer format.
pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Checkpoint, TrainError> {
    parse(bytes).map_err(|reason| TrainError::Checkpoint { path: path.to_owned(), reason })
}

/// Returns the bytes of a checkpoint's file.
pub fn to_bytes(checkpoint: &Checkpoint) -> Vec<u8> {
    format::to_bytes(checkpoint)
}

fn parse(bytes: &[u8]) -> Result<Checkpoint, String> {
    if bytes.starts_with(first_format::MAGIC) {
        first_format::parse(bytes)
    } else if format::is_format(bytes) {
        format::parse(bytes)
    } else {
        Err("not a checkpoint of damier (its first bytes are different)".to_owned())
    }
}

/// Returns the bytes before the checksum at the end of a file.
///
/// # Errors
/// The checksum does not fit.
fn checked(bytes: &[u8]) -> Result<&[u8], String> {
    let Some((content, checksum)) = bytes.split_last_chunk::<CHECKSUM_BYTES>() else {
        return Err(format!("it is truncated after {} bytes; {REMEDY}", bytes.len()));
    };
    if u32::from_le_bytes(*checksum) != crc32fast::hash(content) {
        return Err(format!("it is truncated or damaged (its checksum does not fit); {REMEDY}"));
    }
    Ok(content)
}

/// Reads a header.
fn header(json: &[u8]) -> Result<Header, String> {
    serde_json::from_slice(json).map_err(|error| format!("its header is unreadable: {error}; {REMEDY}"))
}

/// Returns the number of values of one set of tensors.
fn values(arch: &Arch) -> usize {
    Tensor::ALL.iter().map(|tensor| tensor.len(arch)).sum()
}

/// Copies little-endian floats into a tensor, as far as there are some.
fn fill(tensor: &mut [f32], bytes: &[u8]) {
    let (fours, _) = bytes.as_chunks::<4>();
    tensor.iter_mut().zip(fours).for_each(|(value, four)| *value = f32::from_le_bytes(*four));
}
