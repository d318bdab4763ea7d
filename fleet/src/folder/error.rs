//! Why a folder cannot be used for a fleet.

use std::{
    io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::SETTINGS;
use crate::{
    access::NameError,
    broker::BrokerError,
    settings::{MEMBERS, SettingsError},
};

/// Why a folder cannot be used for a fleet.
#[derive(Debug, Error)]
pub enum FolderError {
    /// It has no `fleet.toml`.
    #[error("{0}: no fleet (it has no {SETTINGS}); `damier fleet up --dir {0}` makes one")]
    NoFleet(PathBuf),
    /// It has no fleet, and other files.
    #[error("{0}: holds other files, and no fleet (no {SETTINGS}); choose another --dir, or empty this one")]
    Foreign(PathBuf),
    /// The file system refused.
    #[error("{path}: cannot be {action}: {source}; {remedy}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// `read` or `written`.
        action: &'static str,
        /// What to do about it.
        remedy: &'static str,
        /// The system's reason.
        source: io::Error,
    },
    /// Settings that are damaged or impossible.
    #[error("{path}: {reason}; repair the file")]
    Settings {
        /// The file.
        path: PathBuf,
        /// The place and the reason.
        reason: SettingsError,
    },
    /// A list of workers that is damaged.
    #[error("{path}: {reason}; repair the file, or remove it and invite the workers again")]
    Roster {
        /// The file.
        path: PathBuf,
        /// The place and the reason.
        reason: String,
    },
    /// A seed that is damaged.
    #[error(
        "{0}: holds no seed of a user; remove it, then `damier fleet down` and `damier fleet up` make another"
    )]
    Seed(PathBuf),
    /// The seed of a worker is not there, or is another's.
    #[error(
        "{path}: holds not the seed of {name}, which was invited with another; invite the machine by another name"
    )]
    LostSeed {
        /// The file.
        path: PathBuf,
        /// The worker.
        name: String,
    },
    /// A name that cannot be.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A name that cannot be had again.
    #[error("{name} is banned ({reason}); invite the machine by another name")]
    Banned {
        /// The worker.
        name: String,
        /// Why it was banned.
        reason: String,
    },
    /// A name that was not invited.
    #[error("{name} is not invited; those are: {invited}")]
    NotInvited {
        /// The name.
        name: String,
        /// The names that are.
        invited: String,
    },
    /// The address is asked for by WebSocket, and there is none.
    #[error("{0}: has no websocket_port; set one there, then `damier fleet down` and `damier fleet up`")]
    NoWebsocket(PathBuf),
    /// A member is named of a fleet that has one broker.
    #[error(
        "--member {member}: {path} has no [[member]] tables, so the fleet has one broker; leave --member out"
    )]
    NoCluster {
        /// The number that was given.
        member: usize,
        /// The file of the settings.
        path: PathBuf,
    },
    /// A member that the cluster has not.
    #[error("--member {0}: the members of a cluster are 1 to {MEMBERS}")]
    NoMember(usize),
    /// The member of this machine cannot be told.
    #[error(
        "which member of the cluster this machine is cannot be told: {count} of the hosts {hosts} are its own; name it \
         by --member 1, 2 or 3"
    )]
    WhichMember {
        /// How many of the hosts are this machine.
        count: usize,
        /// The hosts of all members.
        hosts: String,
    },
    /// The broker.
    #[error(transparent)]
    Broker(#[from] BrokerError),
}

impl FolderError {
    /// For [`Result::map_err`]: `path` cannot be read.
    pub(super) fn reading(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let (path, remedy) = (path.to_owned(), "check that it exists and may be read");
        move |source| Self::Io { path, action: "read", remedy, source }
    }

    /// For [`Result::map_err`]: `path` cannot be written.
    pub(super) fn writing(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let (path, remedy) = (path.to_owned(), "check free space and permissions");
        move |source| Self::Io { path, action: "written", remedy, source }
    }
}
