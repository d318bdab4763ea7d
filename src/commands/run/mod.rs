//! `damier run`: the whole loop.

pub(crate) mod measure;
#[cfg(feature = "page")]
mod watch;

use std::{io::Write as _, path::PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use damier_arena::Spec;
use damier_train::run::{self, RunConfig, RunDirectory};

use self::measure::ArenaMeasure;
use crate::{
    arguments::{config_choice::ConfigChoice, fleet_choice::FleetChoice},
    terminal::{
        self, interrupt,
        progress::{RunProgress, measured_line},
    },
};

const AFTER_HELP: &str = "\
The run lives in one directory (default: runs/<name of the config>). Ctrl-C stops it cleanly, a kill loses \
nothing but the games in flight; the same command, or the run's directory for CONFIG, goes on where it stopped. \
A configuration may change meanwhile in whatever is not made yet: more generations, other matches, a [[stage]] to \
come, threads. Files of the run that are missing or damaged are told, and made again to the same bytes.

Examples:
  damier run configs/russian-quick.toml
  damier run configs/international-quick.toml --dir runs/second-try --seed 2
  damier run runs/second-try             go on with that run
  damier run configs/russian-quick.toml --watch
                                         and watch it in the browser
  damier inspect runs/russian-quick
  tensorboard --logdir runs/russian-quick/tensorboard";

/// Teach a net a game: generate, train and measure, generation after generation
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Options {
    #[command(flatten)]
    config: ConfigChoice,
    /// The run's directory
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    fleet: FleetChoice,
    /// Serve the page of the run as long as it goes on [default address: 127.0.0.1:7575, or another port if it is taken]
    #[cfg(feature = "page")]
    #[arg(long, value_name = "ADDRESS:PORT", num_args = 0..=1, require_equals = true)]
    watch: Option<Option<std::net::SocketAddr>>,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let path = &options.config.config;
    let config = options.config.read()?;
    let root = match &options.dir {
        Some(dir) => dir.clone(),
        // The run goes on where it is.
        None if path.is_dir() => path.clone(),
        None => {
            let Some(name) = path.file_stem() else {
                bail!("{}: has no name to call the run by; give --dir", path.display())
            };
            PathBuf::from("runs").join(name)
        }
    };
    for opponent in &config.measure.opponents {
        // A mistake here would otherwise come out after hours, at the first measurement.
        opponent.parse::<Spec>().with_context(|| format!("{}: measure.opponents", path.display()))?;
    }
    config.train.check_begins_at_random().with_context(|| path.display().to_string())?;
    let fleet = options.fleet.connect(Some(RunDirectory::fleet_log_of(&root)))?;
    let machines = fleet.as_deref();
    let directory = RunDirectory::open(&root, &config)?;
    let stop = interrupt::watched()?;
    #[cfg(feature = "page")]
    let _page = options.watch.map(|address| watch::Page::open(address, &root)).transpose()?;
    let progress = RunProgress::default();
    let mut measure = ArenaMeasure { machines: machines.map(|machines| machines as _) };
    let services = run::Services { measure: &mut measure, remote: machines.map(|machines| machines as _) };
    let summary = run::run(&config, &directory, services, &progress, &stop)?;
    report(&directory, &config, summary.as_ref())?;
    if summary.is_none() {
        interrupt::leave();
    }
    Ok(())
}

/// Where the run stopped, or what it made: the net, its strength, and what to do with it.
fn report(
    directory: &RunDirectory,
    config: &RunConfig,
    summary: Option<&run::RunSummary>,
) -> anyhow::Result<()> {
    let mut out = terminal::report();
    let Some(summary) = summary else {
        writeln!(out, "\nstopped; the same command goes on from here")?;
        return Ok(());
    };
    writeln!(out, "\nnet:     {}", summary.net.display())?;
    for result in &summary.measured {
        writeln!(out, "         {}", measured_line(result))?;
    }
    if !summary.measured.is_empty() {
        let pace = match config.measure.nodes {
            Some(nodes) => format!("{nodes} nodes"),
            None => format!("{} ms", config.measure.move_time_ms),
        };
        writeln!(out, "         ({pace} a move, pairs of games with the sides exchanged)")?;
    }
    writeln!(out, "curves:  tensorboard --logdir {}", directory.tensorboard().display())?;
    writeln!(out, "play it: damier play --net {}", summary.net.display())?;
    Ok(())
}
