//! The state of a training, saved.
//!
//! A file is: the magic `DAMIERCP`, the version (`u32`), the length of a JSON header (`u32`), the header
//! (game, feature set, dimensions, steps, seed, identity, sampler), then four sets of all tensors in the order of
//! [`Tensor::ALL`] as `f32` (weights, first moments, second moments, averaged weights), then the CRC-32 of
//! everything before (`u32`). All numbers are little-endian.

use std::{fs, path::Path};

use damier_engine::net::{Arch, FloatNet, Tensor};
use damier_files::atomic_file;
use serde::{Deserialize, Serialize};

use crate::{
    error::{TrainError, WRITING_REMEDY},
    learner::LearnerState,
    sampler::SamplerState,
};

/// The first bytes of every checkpoint.
pub const MAGIC: &[u8; 8] = b"DAMIERCP";
const VERSION: u32 = 1;
const PREFIX: usize = 16;
const CHECKSUM: usize = 4;
const SETS: usize = 4;

/// Everything that a training needs to go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// The seed of the run.
    pub seed: u64,
    /// What is learned and how, in words of the caller, to be compared before the training goes on; empty where
    /// something else takes care of that, such as the directory of a run.
    pub identity: String,
    /// Where the sampler is.
    pub sampler: SamplerState,
    /// Weights, moments, average and steps.
    pub learner: LearnerState,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
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

/// Headers without a number of players are from before there were games of more.
fn two_players() -> usize {
    2
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
/// If the file cannot be read or is not a whole checkpoint of this version.
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
/// If they are not a whole checkpoint of this version.
pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Checkpoint, TrainError> {
    parse(bytes).map_err(|reason| TrainError::Checkpoint { path: path.to_owned(), reason })
}

/// Returns the bytes of a checkpoint's file.
pub fn to_bytes(checkpoint: &Checkpoint) -> Vec<u8> {
    let LearnerState { steps, weights, first, second, ema } = &checkpoint.learner;
    let arch = &weights.arch;
    let header = Header {
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
        steps: *steps,
        seed: checkpoint.seed,
        identity: checkpoint.identity.clone(),
        sampler: checkpoint.sampler,
    };
    let header = serde_json::to_vec(&header).expect("a header of numbers and texts");
    let mut bytes = Vec::with_capacity(PREFIX + header.len() + SETS * values(arch) * 4 + CHECKSUM);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&header);
    for net in [weights, first, second, ema] {
        for tensor in Tensor::ALL {
            bytes.extend(net.tensor(tensor).iter().flat_map(|value| value.to_le_bytes()));
        }
    }
    bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn parse(bytes: &[u8]) -> Result<Checkpoint, String> {
    const REMEDY: &str = "restore it from a backup, or remove it, and the training begins anew";
    if !bytes.starts_with(MAGIC) {
        return Err("not a checkpoint of damier (its first bytes are different)".to_owned());
    }
    let number = |at: usize| {
        bytes.get(at..at + 4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
    };
    let truncated = || format!("it is truncated after {} bytes; {REMEDY}", bytes.len());
    let version = number(MAGIC.len()).ok_or_else(truncated)?;
    if version != VERSION {
        return Err(format!(
            "a checkpoint of version {version}, this program reads version {VERSION}; use the program that wrote it"
        ));
    }
    let header_length = number(MAGIC.len() + 4).ok_or_else(truncated)? as usize;
    let content =
        bytes.len().checked_sub(CHECKSUM).filter(|content| *content >= PREFIX).ok_or_else(truncated)?;
    if number(content) != Some(crc32fast::hash(&bytes[..content])) {
        return Err(format!("it is truncated or damaged (its checksum does not fit); {REMEDY}"));
    }
    let json = bytes[PREFIX..content].get(..header_length).ok_or_else(truncated)?;
    let header: Header = serde_json::from_slice(json)
        .map_err(|error| format!("its header is unreadable: {error}; {REMEDY}"))?;
    let arch = Arch {
        game: header.game,
        players: header.players,
        feature_set: header.feature_set,
        features: header.features,
        max_active: header.max_active,
        policy_rows: header.policy_rows,
        width: header.width,
        hidden: header.hidden,
        policy: header.policy,
        value_hidden: header.value_hidden,
    };
    arch.validate().map_err(|error| format!("{error}; {REMEDY}"))?;
    let data = &bytes[PREFIX + header_length..content];
    if data.len() != SETS * values(&arch) * 4 {
        return Err(format!(
            "{} bytes of weights where its dimensions ask for {}; {REMEDY}",
            data.len(),
            SETS * values(&arch) * 4
        ));
    }
    let mut numbers =
        data.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    let mut set = || -> Result<FloatNet, String> {
        let mut net = FloatNet::zeros(arch.clone()).map_err(|error| error.to_string())?;
        for tensor in Tensor::ALL {
            net.tensor_mut(tensor).iter_mut().zip(&mut numbers).for_each(|(value, number)| *value = number);
        }
        Ok(net)
    };
    let learner =
        LearnerState { steps: header.steps, weights: set()?, first: set()?, second: set()?, ema: set()? };
    Ok(Checkpoint { seed: header.seed, identity: header.identity, sampler: header.sampler, learner })
}

/// Values of one set of tensors.
fn values(arch: &Arch) -> usize {
    Tensor::ALL.iter().map(|tensor| tensor.len(arch)).sum()
}
