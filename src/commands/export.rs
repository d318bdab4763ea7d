//! `damier export`: a net for other programs, or a smaller file of it.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{Read, Write},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::Args;
use damier_engine::net::Net;
use damier_export::{Format, Kind, Source, positions, write};
use damier_files::atomic_file::NewFile;

use crate::{
    arguments::new_file,
    terminal::{self, numbers},
};

/// What stands behind the name of a file of positions.
const POSITIONS_SUFFIX: &str = ".positions.jsonl";
/// The first bytes of a training's checkpoint.
const CHECKPOINT_MAGIC: &[u8; 8] = b"DAMIERCP";
/// Bytes that tell a checkpoint from a net.
const FIRST_BYTES: u64 = 9;

/// Write a net for other programs (safetensors, ONNX, C header, JSON) or in less space
#[derive(Args, Debug)]
#[command(after_help = "\
Every file tells what a reader needs to know: the game, what features and policy rows mean, scales, and the steps
from features to judgement. docs/reference/exports.md describes the formats, `damier import` reads safetensors back.

  safetensors   quantised (as the engine computes, exact to the bit) or float
  onnx          float, for onnxruntime in any language and in browsers
  c-header      quantised, with a forward pass in C99, exact to the bit
  json          quantised or float
  dmn           quantised; a net file of damier that is less than half as large, to hand on

Of a training's checkpoint (checkpoints/latest.dmc of a run) the averaged weights are exported: with --float as
they are, otherwise as the net that training makes of them.

Examples:
  damier export nets/russian.dmn --format safetensors -o russian.safetensors
  damier export runs/russian/nets/final.dmn --format dmn -o nets/russian.dmn
  damier export nets/russian.dmn --format onnx --positions 1000 -o russian.onnx
  damier export runs/russian/checkpoints/latest.dmc --format safetensors --float -o russian.safetensors")]
pub(crate) struct Options {
    /// The net, or a checkpoint of a training
    #[arg(value_name = "NET")]
    net: PathBuf,
    /// safetensors, onnx, c-header, json or dmn
    #[arg(long, value_name = "FORMAT")]
    format: Format,
    /// Weights as floats
    #[arg(long, conflicts_with = "quantised")]
    float: bool,
    /// Weights as integers, which is the default where the format has both
    #[arg(long)]
    quantised: bool,
    /// The file to write; it must not exist yet
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write N positions of random games too, with features, rows and what the net says about them, to check a
    /// reader with: a JSON object a line, in FILE.positions.jsonl
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    positions: usize,
    /// Where the random games come from
    #[arg(long, value_name = "N", default_value_t = 1, requires = "positions")]
    seed: u64,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let kind = match (options.float, options.quantised) {
        (true, _) => Kind::Float,
        (_, true) => Kind::Quantised,
        _ => options.format.kinds()[0],
    };
    options.format.check(kind)?;
    let mut beside = OsString::from(&options.output);
    beside.push(POSITIONS_SUFFIX);
    let beside = PathBuf::from(beside);
    new_file::check(&options.output)?;
    if options.positions > 0 {
        new_file::check(&beside)?;
    }
    let source = read(&options.net, kind)?;
    let mut files = vec![(options.output.as_path(), write(&source, options.format)?)];
    if options.positions > 0 {
        files.push((beside.as_path(), positions(&source, options.positions, options.seed)?));
    }
    save(&files)?;
    let mut out = terminal::escaped();
    for (path, content) in &files {
        writeln!(out, "{}: {}", path.display(), numbers::bytes(content.len() as u64))?;
    }
    Ok(())
}

/// Reads a net or a checkpoint, told by its first bytes.
fn read(path: &Path, kind: Kind) -> anyhow::Result<Source> {
    let mut start = Vec::new();
    File::open(path)
        .and_then(|file| file.take(FIRST_BYTES).read_to_end(&mut start))
        .with_context(|| format!("{}: cannot be read", path.display()))?;
    let name = || path.display().to_string();
    if !is_checkpoint(&start) {
        let net = Net::read(path)?;
        return match kind {
            Kind::Quantised => Ok(Source::quantised(&net)),
            Kind::Float => Source::float(&net).with_context(name),
        };
    }
    read_checkpoint(path, kind)
}

/// Returns whether a file begins like a checkpoint: like a safetensors file, or like one of the first format.
fn is_checkpoint(start: &[u8]) -> bool {
    start.starts_with(CHECKPOINT_MAGIC) || start.get(size_of::<u64>()) == Some(&b'{')
}

#[cfg(feature = "train")]
fn read_checkpoint(path: &Path, kind: Kind) -> anyhow::Result<Source> {
    use damier_train::{checkpoint, fake_quantisation};

    let checkpoint = checkpoint::read(path)?;
    let average = checkpoint.learner.ema;
    let metadata = format!("{{\"steps\":{},\"seed\":{}}}", checkpoint.learner.steps, checkpoint.seed);
    match kind {
        Kind::Float => Ok(Source::trained(average, metadata)),
        Kind::Quantised => {
            let net = fake_quantisation::round_net(&average)
                .quantise()
                .with_context(|| path.display().to_string())?;
            Ok(Source::quantised(&net.with_metadata(metadata)))
        }
    }
}

#[cfg(not(feature = "train"))]
fn read_checkpoint(path: &Path, _: Kind) -> anyhow::Result<Source> {
    let is = format!("{}: is a checkpoint of a training", path.display());
    Err(crate::commands::untrained::refusal().context(is))
}

/// Writes all of the files, or none of them.
fn save(files: &[(&Path, Vec<u8>)]) -> anyhow::Result<()> {
    let cannot =
        |path: &Path| format!("{}: cannot be written; check free space and permissions", path.display());
    let mut begun = Vec::new();
    for (path, content) in files {
        let mut file = NewFile::create(path).with_context(|| cannot(path))?;
        file.write_all(content).and_then(|()| file.flush()).with_context(|| cannot(path))?;
        begun.push((*path, file));
    }
    let mut there: Vec<&Path> = Vec::new();
    for (path, file) in begun {
        if let Err(error) = file.finish() {
            // They were made just now, by this.
            there.iter().for_each(|path| drop(fs::remove_file(path)));
            return Err(error).with_context(|| cannot(path));
        }
        there.push(path);
    }
    Ok(())
}
