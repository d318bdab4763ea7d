//! `damier worker`: plays games for a fleet.

use std::{
    io::{BufRead as _, Write as _},
    ops::Range,
    path::PathBuf,
    str::FromStr,
    time::Duration,
};

use anyhow::Context as _;
use clap::Args;
use damier_fleet::{
    access::{Access, AccessError},
    worker::{Done, Observer, Worker},
};

use crate::{
    arguments::{duration_text, endgame_folder, threads},
    terminal::{self, interrupt},
};

/// Play games for a fleet: take some, play them, send them back, until it is stopped
#[derive(Args, Debug)]
#[command(after_help = "\
ADDRESS is the invitation that `damier fleet up` or `damier fleet invite NAME` prints. It holds a secret key, so quote it, \
and keep it out of shared scripts. Other users of this machine see the arguments of a command; with - for ADDRESS they do \
not see the key. The net, the openings and all settings come from the coordinator (`damier run --fleet`, \
`damier selfplay --fleet`, and matches, tournaments and leagues with --fleet); nothing else is needed on this machine, and nothing is kept on it. Only endgame tables are too \
large to be sent: where games end by them, give this machine a copy by --endgames.

Before its first games a worker plays one that the coordinator played, too, and ends where the two differ: take the same \
build on all machines. Ctrl-C gives the games in work back at once; a machine that is switched off costs nothing but the \
time until its games go to another.

Examples:
  damier worker 'nats://192.168.1.5:4222/anna#SUAD…'
  damier worker 'nats://192.168.1.5:4222/anna#SUAD…' --threads 2
  damier worker - < invitation.txt
  damier worker 'wss://fleet.example.org/anna#SUAD…' --idle-exit 10m      for batch systems")]
pub(crate) struct Options {
    /// The invitation: nats://HOST:PORT/NAME#KEY, tls:// or wss://; with - it is read from standard input
    #[arg(value_name = "ADDRESS")]
    address: Address,
    /// Threads that play; 0 takes every core
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// The folder of the endgame tables, a copy of the coordinator's
    #[arg(long, value_name = "DIR")]
    endgames: Option<PathBuf>,
    /// Ends after so long without games, such as 10m
    #[arg(long, value_name = "TIME", value_parser = duration_text::parse)]
    idle_exit: Option<Duration>,
    /// Ends after one item
    #[arg(long)]
    once: bool,
}

/// Where the invitation is.
#[derive(Clone, Debug)]
enum Address {
    /// Here.
    Given(Access),
    /// In the first line of standard input.
    Input,
}

impl FromStr for Address {
    type Err = AccessError;

    fn from_str(text: &str) -> Result<Self, AccessError> {
        if text == "-" { Ok(Self::Input) } else { text.parse().map(Self::Given) }
    }
}

impl Address {
    fn access(&self) -> anyhow::Result<Access> {
        match self {
            Self::Given(access) => Ok(access.clone()),
            Self::Input => {
                let mut line = String::new();
                std::io::stdin().lock().read_line(&mut line).context("standard input")?;
                line.parse().context("standard input")
            }
        }
    }
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let access = options.address.access()?;
    if let Some(folder) = &options.endgames {
        endgame_folder::check(None, folder)?;
    }
    let stop = interrupt::watched()?;
    let worker = Worker {
        access: access.clone(),
        threads: threads::limited(options.threads),
        tables: options.endgames.clone(),
        idle_exit: options.idle_exit,
        once: options.once,
    };
    let done = worker.run(&Lines { address: access.servers.join(", ") }, &stop)?;
    let Done { items, games, refused } = done;
    writeln!(terminal::report(), "{games} games in {items} items sent, {refused} items left to others")?;
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        interrupt::leave();
    }
    Ok(())
}

/// A line for each item.
struct Lines {
    address: String,
}

impl Lines {
    fn line(text: &str) {
        // A terminal that is gone does not end the work.
        let _ = writeln!(terminal::escaped(), "{text}");
    }
}

impl Observer for Lines {
    fn connected(&self, broker_version: &str) {
        Self::line(&format!("{}: connected (nats-server {broker_version}), waiting for games", self.address));
    }

    fn finished(&self, title: &str, games: &Range<u64>, seconds: f64) {
        let count = games.end - games.start;
        Self::line(&format!(
            "{title}: games {} to {} sent, {count} in {seconds:.1} s, {:.1} games/s",
            games.start,
            games.end - 1,
            count as f64 / seconds.max(1e-3)
        ));
    }

    fn note(&self, text: &str) {
        Self::line(text);
    }
}
