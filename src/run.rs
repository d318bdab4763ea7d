//! `damier run`: the whole loop.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, bail};
use clap::Args;
use damier_arena::Spec;
use damier_train::run::{self, RunConfig, RunDirectory};

use crate::{
    failure,
    run_measure::ArenaMeasure,
    run_progress::{RunProgress, measured_line},
    terminal,
};

const AFTER_HELP: &str = "\
The run lives in one directory (default: runs/<name of the config>). Ctrl-C stops it cleanly, a kill loses \
nothing but the games in flight; the same command goes on where it stopped.

Examples:
  damier run configs/russian-quick.toml
  damier run configs/international-quick.toml --dir runs/second-try --seed 2
  damier inspect runs/russian-quick
  tensorboard --logdir runs/russian-quick/tensorboard";

/// Teach a net a game: generate games, train, export, measure, generation after generation.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Options {
    /// The configuration, a TOML file.
    config: PathBuf,
    /// The run's directory.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Another seed than the configuration's.
    #[arg(long)]
    seed: Option<u64>,
    /// Another number of worker threads than the configuration's; 0 takes every core.
    #[arg(long)]
    threads: Option<usize>,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let mut config = RunConfig::read(&options.config)?;
    if let Some(seed) = options.seed {
        config.seed = seed;
    }
    if let Some(threads) = options.threads {
        config.threads = threads;
    }
    let root = match &options.dir {
        Some(dir) => dir.clone(),
        None => {
            let Some(name) = options.config.file_stem() else {
                bail!("{}: has no name to call the run by; give --dir", options.config.display())
            };
            PathBuf::from("runs").join(name)
        }
    };
    for opponent in &config.measure.opponents {
        // A mistake here would otherwise come out after hours, at the first measurement.
        opponent
            .parse::<Spec>()
            .with_context(|| format!("{}: measure.opponents", options.config.display()))?;
    }
    let directory = RunDirectory::open(&root, &config)?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::SeqCst) {
            // Asked twice: everything on disk is whole, so leaving at once loses only what is in flight.
            std::process::exit(failure::INTERRUPTED);
        }
    })
    .context("Ctrl-C cannot be watched")?;

    let progress = RunProgress::default();
    let summary = run::run(&config, &directory, &mut ArenaMeasure, &progress, &stop)?;
    report(&directory, &config, summary.as_ref(), &options.config)?;
    if summary.is_none() {
        std::process::exit(failure::INTERRUPTED);
    }
    Ok(())
}

/// Where the run stopped, or what it made: the net, its strength, and what to do with it.
fn report(
    directory: &RunDirectory,
    config: &RunConfig,
    summary: Option<&run::RunSummary>,
    path: &Path,
) -> anyhow::Result<()> {
    let mut out = terminal::output();
    let Some(summary) = summary else {
        writeln!(out, "\nstopped; `damier run {}` goes on from here", path.display())?;
        return Ok(());
    };
    writeln!(out, "\nnet: {}", summary.net.display())?;
    for result in &summary.measured {
        writeln!(out, "  {}", measured_line(result))?;
    }
    if !summary.measured.is_empty() {
        writeln!(
            out,
            "  ({} ms a move, pairs of games with the sides exchanged)",
            config.measure.move_time_ms
        )?;
    }
    writeln!(out, "curves:  tensorboard --logdir {}", directory.tensorboard().display())?;
    writeln!(out, "play it: damier play --net {}", summary.net.display())?;
    Ok(())
}
