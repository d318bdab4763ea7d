//! Why training cannot begin or go on.

use std::{io, path::PathBuf};

use damier_engine::net::NetError;
use damier_records::RecordError;
use thiserror::Error;

/// What to do where a file cannot be written.
pub(crate) const WRITING_REMEDY: &str = "check free space and permissions, then run the same command again";

/// A one-line reason with place and remedy.
#[derive(Debug, Error)]
pub enum TrainError {
    /// An impossible value in the configuration.
    #[error("training configuration: {key} = {value}: {reason}")]
    Config {
        /// The key.
        key: &'static str,
        /// Its value.
        value: String,
        /// What it has to be.
        reason: String,
    },
    /// A device that this build cannot use.
    #[error(
        "training configuration: device = \"{device}\" needs a build with the cargo feature `{device}`: \
         build with `cargo build --release --features {device}` or set device = \"cpu\""
    )]
    DeviceNotBuilt {
        /// The device, which is also the feature's name.
        device: &'static str,
    },
    /// A device that this machine has not.
    #[error(
        "training configuration: device = \"{device}\" finds no {what} on this machine: install one or set \
         device = \"cpu\""
    )]
    NoDevice {
        /// The device as configurations call it.
        device: &'static str,
        /// What is missing.
        what: &'static str,
    },
    /// Nothing to learn from.
    #[error("the window has no position to train on: play games first")]
    EmptyWindow,
    /// The training produced something that is not a number.
    #[error(
        "the loss of step {step} is not a number: lower learning_rate and begin anew, in another --dir or --out"
    )]
    Diverged {
        /// The step.
        step: u64,
    },
    /// The threads that make batches cannot be started.
    #[error("the worker threads cannot be started: {0}; lower `threads`, or end other programs")]
    Threads(io::Error),
    /// A checkpoint whose sampler does not fit the games.
    #[error(
        "the checkpoint does not fit the games: {0}; remove the checkpoint, and the training begins anew"
    )]
    Sampler(String),
    /// A net or architecture that cannot be used.
    #[error(transparent)]
    Net(#[from] NetError),
    /// Records that cannot be used.
    #[error(transparent)]
    Records(#[from] RecordError),
    /// A checkpoint that cannot be used.
    #[error("{path}: {reason}")]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong, and the remedy.
        reason: String,
    },
    /// The file system failed.
    #[error("{path}: {action} failed: {source}; {remedy}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What to do about it.
        remedy: &'static str,
        /// Why it failed.
        source: io::Error,
    },
}
