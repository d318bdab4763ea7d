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
    settings::{DEFAULT_MONITOR_PORT, DEFAULT_PORT, MEMBERS, Settings},
};

use super::{
    Dir,
    cluster::{self, Copied},
};
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

--cluster makes a fleet whose three brokers keep all three copies, so that it works while one of them is gone. Each runs on
a machine of its own with a copy of the folder, which holds the coordinator's key. This command starts the one of this
machine alone, and prints what to do on the others.

Without TLS (fleet.toml: tls_certificate, tls_key) keys are safe, but games and nets can be read on the way.

Examples:
  damier fleet up
  damier fleet up --host fleet.example.org --port 443
  damier fleet up --host 127.0.0.1              for this machine alone
  damier fleet up --cluster a.example,b.example,c.example
  damier fleet up --member 2                    on the second of these, with the folder of the first
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
    /// Names or IP addresses of three machines for a new fleet with a cluster of brokers, one on each
    #[arg(long, value_name = "HOST,HOST,HOST", value_delimiter = ',', conflicts_with_all = ["host", "port"])]
    cluster: Option<Vec<String>>,
    /// Which member of the cluster this machine is: 1, 2 or 3 [default: the one whose host is an address of this machine]
    #[arg(long, value_name = "N")]
    member: Option<usize>,
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
    if let Some(hosts) = &options.cluster {
        Settings::cluster(hosts).check()?;
    }
    let folder = Folder::create(&options.dir.path, || new_settings(options))?;
    check_same(options, &folder)?;
    let broker = folder.broker(options.member)?;
    let roster = folder.roster()?;
    if roster.invited.is_empty() && roster.banned.is_empty() {
        folder.invite(FIRST)?;
    }
    let done = folder.up(&broker, &program)?;
    let server = broker.monitor().server()?;
    let mut out = terminal::report();
    writeln!(
        out,
        "the {} {} at {}:{} (nats-server {}, process {})",
        cluster::name(&broker),
        if done == Done::Now { "runs" } else { "runs already" },
        broker.place().host,
        broker.place().port,
        server.version,
        broker.pid()?,
    )?;
    if Version::parse(&server.version).is_some_and(Version::needs_trust) {
        writeln!(out, "{}", needs_trust(&server.version))?;
    }
    let mut is_whole = true;
    if folder.settings().is_cluster() {
        let cluster = cluster::find_others(&broker)?;
        is_whole = cluster.others + 1 == MEMBERS;
        writeln!(out, "{}", cluster::state(&cluster))?;
    }
    out.flush()?;
    drop(out);
    if !is_whole {
        cluster::write_remedy(&folder, Copied::Folder)?;
    }
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
    if let Some(hosts) = &options.cluster {
        return Settings::cluster(hosts);
    }
    let host = options.host.clone().unwrap_or_else(|| match own_address() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    });
    let port = options.port.unwrap_or(DEFAULT_PORT);
    let is_free =
        |candidate: &u16| *candidate != port && TcpListener::bind(("127.0.0.1", *candidate)).is_ok();
    // Where none is free, the broker's start says so.
    let monitor_port = { MONITOR_PORTS }.find(is_free).unwrap_or(DEFAULT_MONITOR_PORT);
    Settings { port: Some(port), monitor_port: Some(monitor_port), ..Settings::at(&host) }
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
    if let Some(hosts) = &options.cluster
        && !settings.members.iter().map(|member| &member.host).eq(hosts)
    {
        let hosts: Vec<&str> = settings.members.iter().map(|member| &*member.host).collect();
        let found = if hosts.is_empty() { "one broker".to_owned() } else { hosts.join(", ") };
        bail!("--cluster: {} has {found}; make another fleet by another --dir", file.display());
    }
    for (key, is_given) in [("host", options.host.is_some()), ("port", options.port.is_some())] {
        if is_given && settings.is_cluster() {
            bail!(
                "--{key}: {} has three [[member]] tables with their own {key}; leave it out",
                file.display()
            );
        }
    }
    for place in settings.places() {
        if options.host.as_ref().is_some_and(|host| *host != place.host) {
            return refuse("host", &format!("\"{}\"", place.host));
        }
        if options.port.is_some_and(|port| port != place.port) {
            return refuse("port", &place.port.to_string());
        }
    }
    Ok(())
}
