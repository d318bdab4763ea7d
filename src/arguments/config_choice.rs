//! The configuration of a run on the command line.

use std::path::PathBuf;

use clap::Args;
use damier_train::run::{RunConfig, RunDirectory};

use super::threads;

/// A configuration and what replaces its values.
#[derive(Args, Debug)]
pub(crate) struct ConfigChoice {
    /// The configuration, a TOML file, or the folder of a run
    #[arg(value_name = "CONFIG")]
    pub(crate) config: PathBuf,
    /// Another seed than the configuration's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=MAX_SEED))]
    seed: Option<u64>,
    /// Another number of worker threads than the configuration's; 0 takes every core. The result is the same
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// TOML has no larger numbers.
const MAX_SEED: u64 = i64::MAX as u64;

impl ConfigChoice {
    /// The configuration that was asked for, checked.
    pub(crate) fn read(&self) -> anyhow::Result<RunConfig> {
        let mut config = match self.config.is_dir() {
            true => RunDirectory::config_of(&self.config)?,
            false => RunConfig::read(&self.config)?,
        };
        config.seed = self.seed.unwrap_or(config.seed);
        config.threads = self.threads.unwrap_or(config.threads);
        config.check(&self.config)?;
        if config.threads > 0 {
            config.threads = threads::limited(config.threads);
        }
        Ok(config)
    }
}
