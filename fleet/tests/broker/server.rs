//! Fleets in temporary folders, whose brokers end with the test.

use std::{
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use damier_fleet::{
    access::Access,
    broker::{Broker, BrokerError, Program},
    folder::{Done, Folder, FolderError, Way},
};

use super::ports::free_port;

/// A fleet on this machine alone; its broker is killed when it is dropped.
pub(crate) struct Fleet {
    pub(crate) folder: Folder,
    _scratch: tempfile::TempDir,
}

impl Fleet {
    pub(crate) fn new() -> Self {
        Self::with("")
    }

    /// A fleet with more lines in its settings.
    pub(crate) fn with(lines: &str) -> Self {
        let scratch = tempfile::tempdir().expect("a folder");
        let (port, monitor_port) = (free_port(), free_port());
        let text = format!(
            "version = 1\nhost = \"127.0.0.1\"\nport = {port}\nmonitor_port = {monitor_port}\n{lines}"
        );
        std::fs::write(scratch.path().join("fleet.toml"), text).expect("written");
        let folder = Folder::create(scratch.path(), || panic!("it has settings"));
        Self { folder: folder.unwrap_or_else(|error| panic!("{error}")), _scratch: scratch }
    }

    /// A fleet whose broker runs.
    pub(crate) fn started(program: &Program) -> Self {
        let fleet = Self::new();
        fleet.up(program).expect("started");
        fleet
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The only broker.
    pub(crate) fn broker(&self) -> Broker<'_> {
        self.folder.broker(None).expect("the only one")
    }

    /// Starts the only broker.
    pub(crate) fn up(&self, program: &Program) -> Result<Done, FolderError> {
        self.folder.up(&self.broker(), program)
    }

    /// The address of an invited worker.
    pub(crate) fn worker(&self, name: &str) -> Access {
        self.folder.worker(name, Way::Tcp).expect("invited")
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        kill(&self.broker(), "KILL");
    }
}

/// Sends a broker a signal, by its name without SIG.
pub(crate) fn kill(broker: &Broker<'_>, signal: &str) {
    if broker.is_running().unwrap_or(true)
        && let Ok(pid) = broker.pid()
    {
        // What has ended cannot be killed.
        let _ = Command::new("kill").args(["-s", signal, &pid.to_string()]).status();
    }
}

/// Finds `nats-server`; `None` where there is none and the test is skipped.
pub(crate) fn program() -> Option<Program> {
    match Program::find(None) {
        Ok(program) => Some(program),
        Err(BrokerError::Missing(_)) if std::env::var_os("CI").is_none() => {
            println!("skipped: no nats-server");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Waits until something holds, which it does in the end.
pub(crate) fn wait_until(what: &str, holds: impl Fn() -> bool) {
    const DEADLINE: Duration = Duration::from_secs(60);
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < DEADLINE, "not within {} s: {what}", DEADLINE.as_secs());
        thread::sleep(Duration::from_millis(10));
    }
}
