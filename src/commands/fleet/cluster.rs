//! What is said of a cluster of brokers.

use std::{
    io::Write as _,
    thread,
    time::{Duration, Instant},
};

use damier_fleet::{
    broker::{Broker, State, monitor::Cluster},
    folder::{Folder, FolderError},
    settings::MEMBERS,
};

use crate::terminal;

/// How long a broker that was started has to find the other members.
const FIND: Duration = Duration::from_secs(1);
/// Time between two looks.
const LOOK: Duration = Duration::from_millis(50);

/// What the machines of the other members need from this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Copied {
    /// The whole folder.
    Folder,
    /// The list of the workers.
    Workers,
}

/// Returns what a broker is called: `broker`, or `broker of member 2`.
pub(super) fn name(broker: &Broker<'_>) -> String {
    match broker.place().number {
        Some(number) => format!("broker of member {number}"),
        None => "broker".to_owned(),
    }
}

/// Returns how a cluster stands.
pub(super) fn state(cluster: &Cluster) -> String {
    let leader = match cluster.leader {
        Some(number) => format!("member {number} leads"),
        None => "no member leads yet, which takes two that run".to_owned(),
    };
    format!("connected with {} of {} other members, {leader}", cluster.others, MEMBERS - 1)
}

/// Asks a member for the others, for a moment until it has found them.
pub(super) fn find_others(broker: &Broker<'_>) -> anyhow::Result<Cluster> {
    let begin = Instant::now();
    loop {
        let cluster = broker.monitor().cluster()?;
        if cluster.others == MEMBERS - 1 && cluster.leader.is_some() || begin.elapsed() > FIND {
            return Ok(cluster);
        }
        thread::sleep(LOOK);
    }
}

/// Prints what has to be done for the members of a cluster that run on other machines, if there are any.
pub(super) fn write_remedy(folder: &Folder, copied: Copied) -> anyhow::Result<()> {
    let others = folder.brokers().into_iter().filter_map(|broker| match broker.state() {
        Ok(State::Here) => None,
        Ok(state) => Some(Ok((broker.place().number?, broker.place().host.clone(), state))),
        Err(error) => Some(Err(FolderError::from(error))),
    });
    let others: Vec<(usize, String, State)> = others.collect::<Result<_, _>>()?;
    if others.is_empty() || !folder.settings().is_cluster() {
        return Ok(());
    }
    let dir = folder.path().display();
    // Not broken between words, so that it can be copied.
    let mut out = terminal::escaped();
    match copied {
        Copied::Folder => writeln!(
            out,
            "copy the folder to the other members and start them there; it holds the coordinator's key: keep it secret\n"
        )?,
        Copied::Workers => writeln!(out, "have the other members take this on:\n")?,
    }
    for (number, host, state) in others {
        match copied {
            // It has this very folder.
            _ if state != State::Ended => {}
            Copied::Folder => writeln!(out, "  rsync -a --exclude 'broker*' {dir}/ {host}:{dir}/")?,
            Copied::Workers => writeln!(out, "  rsync {dir}/workers.toml {host}:{dir}/")?,
        }
        writeln!(out, "  damier fleet up --dir {dir} --member {number}      # on {host}")?;
    }
    writeln!(out)?;
    Ok(out.flush()?)
}
