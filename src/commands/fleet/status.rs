//! `damier fleet status`: who is there, and what waits.

use std::{collections::BTreeSet, io::Write as _};

use clap::Args;
use damier_fleet::{
    broker::{
        Version,
        monitor::{Connection, Stream},
    },
    bus::Greeting,
    folder::Folder,
    greetings,
    hello::Hello,
};

use super::{Dir, cluster, up::needs_trust};
use crate::terminal::{self, numbers};

/// Show the broker, the workers that are connected, and what waits
#[derive(Args, Debug)]
#[command(after_help = "\
It asks the broker at its monitoring port, on the broker's machine alone. A worker that was never seen may have been there
before the broker was started. Of a cluster it shows the member of this machine, with the workers that are connected with
that one. Workers say every half minute what they do, once a coordinator has been there. Times are of UTC.

Examples:
  damier fleet status
  damier fleet status --dir /data/fleet")]
pub(super) struct Options {
    #[command(flatten)]
    dir: Dir,
}

pub(super) fn execute(options: &Options) -> anyhow::Result<()> {
    let folder = Folder::open(&options.dir.path)?;
    let roster = folder.roster()?;
    let brokers = folder.running()?;
    // All is asked before the first word.
    let mut lines = Vec::new();
    let mut all = Vec::new();
    for broker in &brokers {
        let server = broker.monitor().server()?;
        let place = broker.place();
        lines.push(format!(
            "{}: runs at {}:{} (nats-server {}, process {}) since {}",
            cluster::name(broker),
            place.host,
            place.port,
            server.version,
            broker.pid()?,
            time(&server.start)
        ));
        if Version::parse(&server.version).is_some_and(Version::needs_trust) {
            lines.push(needs_trust(&server.version));
        }
        if folder.settings().is_cluster() {
            lines.push(cluster::state(&broker.monitor().cluster()?));
        }
        all.extend(broker.monitor().connections()?);
    }
    let streams = brokers.first().map_or_else(|| Ok(Vec::new()), |broker| broker.monitor().streams())?;
    let connections = (!brokers.is_empty()).then_some(all);
    let mut out = terminal::report();
    for line in &lines {
        writeln!(out, "{line}")?;
    }
    if brokers.is_empty() {
        match folder.elsewhere()? {
            Some(host) => writeln!(out, "broker: runs on {host}; ask there for more")?,
            None => writeln!(out, "broker: does not run; `damier fleet up` starts it")?,
        }
    }
    let coordinator = folder.coordinator();
    let key = coordinator.public_key().unwrap_or_default();
    let asked = if brokers.is_empty() { Ok(Vec::new()) } else { greetings::greetings(&folder) };
    writeln!(out, "{}: {}", coordinator.name, seen(&connections, &coordinator.name, &key))?;
    writeln!(out, "workers: {}", roster.invited.len())?;
    if let Err(error) = &asked {
        writeln!(out, "  what they do is not known: {error}")?;
    }
    let greetings = asked.unwrap_or_default();
    for worker in &roster.invited {
        let class = if worker.trusted { " (trusted)" } else { "" };
        writeln!(out, "  {}{class}: {}", worker.name, seen(&connections, &worker.name, &worker.key))?;
        for Greeting { hello, .. } in greetings.iter().filter(|greeting| greeting.worker == worker.name) {
            writeln!(out, "    {}", said(hello))?;
        }
    }
    if !roster.banned.is_empty() {
        writeln!(out, "banned: {}", roster.banned.len())?;
    }
    for banned in &roster.banned {
        writeln!(
            out,
            "  {}: {}; {}",
            banned.name,
            banned.reason,
            seen(&connections, &banned.name, &banned.key)
        )?;
    }
    if !brokers.is_empty() {
        writeln!(out, "streams: {}", streams.len())?;
    }
    for Stream { name, state } in &streams {
        let (messages, bytes) = (numbers::grouped(state.messages), numbers::bytes(state.bytes));
        writeln!(out, "  {name}: {messages} messages, {bytes}")?;
    }
    Ok(out.flush()?)
}

/// Returns what a process of a worker says of itself, in a line.
fn said(hello: &Hello) -> String {
    let Hello { process, version, threads, speed, item } = hello;
    let many = if *threads == 1 { "thread" } else { "threads" };
    let speed = speed.map_or_else(String::new, |speed| format!(", {speed:.1} games/s"));
    let item = item.as_deref().unwrap_or("waits for games");
    format!("process {process}: damier {version}, {threads} {many}{speed}, {item}")
}

/// Returns when a machine was seen; `connections` are `None` where there is no broker to ask.
fn seen(connections: &Option<Vec<Connection>>, name: &str, key: &str) -> String {
    let Some(connections) = connections else { return "unknown while the broker does not run".to_owned() };
    let (open, closed): (Vec<&Connection>, Vec<&Connection>) = connections
        .iter()
        .filter(|connection| connection.is_of(name, key) && connection.name != greetings::CONNECTION)
        .partition(|connection| connection.stop.is_none());
    // Texts of this form are in the order of their times.
    if let Some(last) = open.iter().map(|connection| &connection.last_activity).max() {
        let from: BTreeSet<&str> = open.iter().map(|connection| &*connection.ip).collect();
        let from = from.into_iter().collect::<Vec<_>>().join(", ");
        let many = if open.len() == 1 { "connection" } else { "connections" };
        return format!("{} {many} from {from}, last heard {}", open.len(), time(last));
    }
    match closed.iter().max_by_key(|connection| &connection.stop) {
        Some(Connection { stop: Some(stop), reason, ip, .. }) => {
            let reason = reason.as_deref().unwrap_or("no reason known");
            format!("not connected, last seen {} from {ip} ({reason})", time(stop))
        }
        _ => "never seen since the broker was started".to_owned(),
    }
}

/// Returns a time of RFC 3339 to the second.
fn time(text: &str) -> String {
    text.split(['.', 'Z']).next().unwrap_or_default().replacen('T', " ", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection(user: &str, ip: &str, last: &str, stop: Option<&str>) -> Connection {
        Connection {
            authorized_user: user.to_owned(),
            issuer_key: "$G".to_owned(),
            name: String::new(),
            ip: ip.to_owned(),
            last_activity: last.to_owned(),
            stop: stop.map(str::to_owned),
            reason: stop.map(|_| "Client Closed".to_owned()),
        }
    }

    #[test]
    fn what_a_worker_says_fits_in_a_line() {
        let hello = Hello {
            process: "Xz8".to_owned(),
            version: "0.1.0".to_owned(),
            threads: 1,
            speed: None,
            item: None,
        };
        assert_eq!(said(&hello), "process Xz8: damier 0.1.0, 1 thread, waits for games");
        let item = Some("chess, a match: games 4 to 7".to_owned());
        let busy = Hello { threads: 8, speed: Some(1.25), item, ..hello };
        assert_eq!(
            said(&busy),
            "process Xz8: damier 0.1.0, 8 threads, 1.2 games/s, chess, a match: games 4 to 7"
        );
    }

    #[test]
    fn an_open_connection_goes_before_a_closed_one_and_the_last_counts() {
        let mut all = vec![
            connection("U1", "10.0.0.3", "", Some("2026-11-29T18:24:01.5Z")),
            connection("U1", "10.0.0.4", "", Some("2026-11-29T18:24:02Z")),
            connection("U2", "10.0.0.5", "", Some("2026-11-29T18:24:03Z")),
        ];
        assert_eq!(
            seen(&Some(all.clone()), "anna", "U1"),
            "not connected, last seen 2026-11-29 18:24:02 from 10.0.0.4 (Client Closed)"
        );
        for last in ["2026-11-29T18:25:01.123Z", "2026-11-29T18:25:00Z"] {
            all.push(connection("U1", "10.0.0.3", last, None));
        }
        let all = Some(all);
        assert_eq!(seen(&all, "anna", "U1"), "2 connections from 10.0.0.3, last heard 2026-11-29 18:25:01");
        assert_eq!(seen(&all, "bob", "U3"), "never seen since the broker was started");
        assert_eq!(seen(&None, "anna", "U1"), "unknown while the broker does not run");
    }
}
