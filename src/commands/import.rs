//! `damier import`: a net that comes from elsewhere.

use std::{
    fs::File,
    io::{Read, Write},
    path::PathBuf,
};

use anyhow::Context as _;
use clap::Args;
use damier_engine::net::Tensor;
use damier_export::import;

use crate::{
    arguments::new_file,
    terminal::{self, numbers},
};

/// The largest file that is read: the largest net with floats.
const MOST_BYTES: u64 = 4 << 30;

/// Make a net of a safetensors file, exported here or trained elsewhere
#[derive(Args, Debug)]
#[command(after_help = "\
The file has the ten tensors of docs/reference/exports.md and says for which game and feature set they are: what `damier
export` wrote does; elsewhere two texts of metadata, `game` and `feature_set`, are enough. Float weights are
quantised as training does it; a net that was exported comes back byte for byte.

Examples:
  damier import russian.safetensors -o russian.dmn
  damier inspect russian.dmn")]
pub(crate) struct Options {
    /// The safetensors file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The net to write; it must not exist yet
    #[arg(short, long, value_name = "NET")]
    output: PathBuf,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    new_file::check(&options.output)?;
    let name = options.file.display().to_string();
    let mut content = Vec::new();
    File::open(&options.file)
        .and_then(|file| file.take(MOST_BYTES).read_to_end(&mut content))
        .with_context(|| format!("{name}: cannot be read"))?;
    let net = import(&content, &name)?;
    net.write(&options.output)?;
    let arch = net.arch();
    let parameters: usize = Tensor::ALL.iter().map(|tensor| tensor.len(arch)).sum();
    writeln!(
        terminal::escaped(),
        "{}: a net for {} with features {}, {} parameters",
        options.output.display(),
        arch.game,
        arch.feature_set,
        numbers::grouped(parameters as u64)
    )?;
    Ok(())
}
