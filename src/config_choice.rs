//! The configuration of a run on the command line.

use std::path::PathBuf;

use clap::Args;
use damier_train::run::RunConfig;

/// A configuration and what replaces its values.
#[derive(Args, Debug)]
pub(crate) struct ConfigChoice {
    /// The configuration, a TOML file
    #[arg(value_name = "CONFIG")]
    pub(crate) config: PathBuf,
    /// Another seed than the configuration's
    #[arg(long, value_parser = clap::value_parser!(u64).range(..=MAX_SEED))]
    seed: Option<u64>,
    /// Another number of worker threads than the configuration's; 0 takes every core
    #[arg(long)]
    threads: Option<usize>,
}

/// TOML has no larger numbers.
const MAX_SEED: u64 = i64::MAX as u64;

impl ConfigChoice {
    /// The configuration that was asked for, checked.
    pub(crate) fn read(&self) -> anyhow::Result<RunConfig> {
        let mut config = RunConfig::read(&self.config)?;
        config.seed = self.seed.unwrap_or(config.seed);
        config.threads = self.threads.unwrap_or(config.threads);
        config.check(&self.config)?;
        Ok(config)
    }
}
