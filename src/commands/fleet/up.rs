//! `damier fleet up`: makes the fleet and starts its broker.

use std::{
    io::Write as _,
    net::{IpAddr, Ipv4Addr, TcpListener, UdpSocket},
    path::PathBuf,
};

use anyhow::bail;
use clap::Args;
use damier_fleet::{
    access::Access,
    broker::{Program, Version},
    folder::{Done, Folder, Way},
    settings::Settings,
};

use super::Dir;
use crate::terminal;

/// The name of the worker that a new fleet begins with.
const FIRST: &str = "worker";
/// Ports that are tried for the monitoring of a new fleet, beginning with NATS's own.
const MONITOR_PORTS: std::ops::Range<u16> = 8222..8322;

/// Make a fleet, or go on with one: start its broker in the background and print the line for workers
///
/// A broker that runs already goes on, and takes on who was invited or banned since. A new fleet has one worker
/// invited, named `worker`.
#[derive(Args, Debug)]
#[command(after_help = "\
The broker goes on when this command has ended; `damier fleet down` ends it, and after the machine was started again the
same `up` starts it again. Its settings are in DIR/fleet.toml; new ones hold after `down` and `up`. What it says is in
DIR/broker.log.

Without TLS (fleet.toml: tls_certificate, tls_key) keys are safe, but games and nets can be read on the way.

Examples:
  damier fleet up
  damier fleet up --host fleet.example.org --port 443
  damier fleet up --host 127.0.0.1              for this machine alone
  damier fleet up --dir /data/fleet --nats-server ~/nats-server-v2.12.6/nats-server")]
pub(super) struct Options {
    #[command(flatten)]
    dir: Dir,
    /// Name or IP address at which workers reach this machine [default of a new fleet: the address of this machine in
    /// its network]
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// Port of the broker [default of a new fleet: 4222]
    #[arg(long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// The program nats-server [default: the one that DAMIER_NATS_SERVER names, or else that of PATH]
    #[arg(long, value_name = "PATH")]
    nats_server: Option<PathBuf>,
}

pub(super) fn execute(options: &Options) -> anyhow::Result<()> {
    // Before anything is made.
    let program = Program::find(options.nats_server.as_deref())?;
    if let Some(host) = &options.host {
        Settings::at(host).check()?;
    }
    let folder = Folder::create(&options.dir.path, || new_settings(options))?;
    check_same(options, &folder)?;
    let roster = folder.roster()?;
    if roster.invited.is_empty() && roster.banned.is_empty() {
        folder.invite(FIRST)?;
    }
    let done = folder.up(&program)?;
    let server = folder.broker().monitor().server()?;
    let mut out = terminal::report();
    writeln!(
        out,
        "the broker {} at {}:{} (nats-server {}, process {})",
        if done == Done::Now { "runs" } else { "runs already" },
        folder.settings().host,
        folder.settings().port,
        server.version,
        folder.broker().pid()?,
    )?;
    if Version::parse(&server.version).is_some_and(Version::needs_trust) {
        writeln!(out, "{}", needs_trust(&server.version))?;
    }
    out.flush()?;
    drop(out);
    let roster = folder.roster()?;
    match roster.invited.iter().find_map(|worker| folder.worker(&worker.name, Way::Tcp).ok()) {
        Some(access) => write_line(&access)?,
        None => {
            writeln!(terminal::report(), "no machine is invited; `damier fleet invite NAME` invites one")?
        }
    }
    Ok(())
}

/// Returns what is said of a broker of an old version.
pub(super) fn needs_trust(version: &str) -> String {
    format!(
        "nats-server {version} is for tests and trusted networks only: it has known holes; take 2.12.6 or later from \
         https://nats.io/download"
    )
}

/// Prints the line for the machines of a worker.
pub(super) fn write_line(access: &Access) -> anyhow::Result<()> {
    // Not broken between words, so that it can be copied.
    let mut out = terminal::escaped();
    writeln!(out, "on every machine that is to play as {}:\n", access.name)?;
    writeln!(out, "  damier worker '{}'\n", access.address())?;
    Ok(out.flush()?)
}

/// Returns the settings of a new fleet.
fn new_settings(options: &Options) -> Settings {
    let host = options.host.clone().unwrap_or_else(|| match own_address() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    });
    let default = Settings::at(&host);
    let port = options.port.unwrap_or(default.port);
    let is_free =
        |candidate: &u16| *candidate != port && TcpListener::bind(("127.0.0.1", *candidate)).is_ok();
    // Where none is free, the broker's start says so.
    let monitor_port = { MONITOR_PORTS }.find(is_free).unwrap_or(default.monitor_port);
    Settings { port, monitor_port, ..default }
}

/// Returns the address from which this machine would send to others; its own alone where it has no network.
fn own_address() -> IpAddr {
    // An address of documents (RFC 5737), to which nothing is sent.
    const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let found = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect(ELSEWHERE)?;
        socket.local_addr()
    });
    found.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |address| address.ip())
}

/// Refuses options that the settings of a fleet that is there contradict.
fn check_same(options: &Options, folder: &Folder) -> anyhow::Result<()> {
    let settings = folder.settings();
    let file = folder.path().join("fleet.toml");
    let refuse = |key: &str, value: &str| -> anyhow::Result<()> {
        bail!(
            "--{key}: {} has {key} = {value}; change it there, then `damier fleet down` and `damier fleet up`",
            file.display()
        )
    };
    if options.host.as_ref().is_some_and(|host| *host != settings.host) {
        return refuse("host", &format!("\"{}\"", settings.host));
    }
    if options.port.is_some_and(|port| port != settings.port) {
        return refuse("port", &settings.port.to_string());
    }
    Ok(())
}
