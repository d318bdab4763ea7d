//! What stands in for the commands of training where they were not built (no feature `train`).

use clap::Args;

/// Not in this build: it needs the feature `train`
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct Options {
    /// Whatever is asked of the command.
    #[arg(hide = true, num_args = 0.., trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<std::ffi::OsString>,
}

/// Says that the command is missing and how to get it.
pub(crate) fn execute(_: &Options) -> anyhow::Result<()> {
    Err(refusal())
}

/// What a build without training says where that is needed.
pub(crate) fn refusal() -> anyhow::Error {
    anyhow::anyhow!("this damier was built without training; build it with the feature `train` (the default)")
}
