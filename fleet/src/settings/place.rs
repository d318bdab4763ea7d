//! Where the brokers of a fleet are.

use std::net::{IpAddr, UdpSocket};

use serde::{Deserialize, Serialize};

/// The port of NATS.
pub const DEFAULT_PORT: u16 = 4222;
/// The port of NATS's monitoring.
pub const DEFAULT_MONITOR_PORT: u16 = 8222;
/// The port of NATS for the brokers of a cluster.
const DEFAULT_CLUSTER_PORT: u16 = 6222;

/// A broker of a cluster, as `fleet.toml` has it: `[[member]]`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Name or IP address at which the workers and the other members reach it.
    pub host: String,
    /// Its port for workers.
    #[serde(default = "default_port")]
    pub port: u16,
    /// Its port for the other members.
    #[serde(default = "default_cluster_port")]
    pub cluster_port: u16,
    /// The port at which it tells its state to its own machine alone.
    #[serde(default = "default_monitor_port")]
    pub monitor_port: u16,
}

impl Member {
    /// Returns the member at a host, with the ports of NATS.
    pub fn at(host: &str) -> Self {
        Self {
            host: host.to_owned(),
            port: DEFAULT_PORT,
            cluster_port: DEFAULT_CLUSTER_PORT,
            monitor_port: DEFAULT_MONITOR_PORT,
        }
    }
}

fn default_port() -> u16 {
    DEFAULT_PORT
}

fn default_cluster_port() -> u16 {
    DEFAULT_CLUSTER_PORT
}

fn default_monitor_port() -> u16 {
    DEFAULT_MONITOR_PORT
}

/// One broker of a fleet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its number in a cluster, from 1; `None` where it is the only one.
    pub number: Option<usize>,
    /// Name or IP address at which it is reached.
    pub host: String,
    /// Its port for workers.
    pub port: u16,
    /// Its port for the other members of a cluster; `None` where it is the only one.
    pub cluster_port: Option<u16>,
    /// The port at which it tells its state to its own machine.
    pub monitor_port: u16,
}

impl Place {
    /// Returns the name of the folder of what it stores, with which the names of its files begin.
    pub(crate) fn stem(&self) -> String {
        self.number.map_or_else(|| "broker".to_owned(), |number| format!("broker-{number}"))
    }

    /// Returns the name of one of its files.
    pub(crate) fn file(&self, ending: &str) -> String {
        format!("{}.{ending}", self.stem())
    }

    /// Returns whether only its own machine reaches it.
    pub fn is_local(&self) -> bool {
        let bare = bare(&self.host);
        bare == "localhost" || bare.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
    }

    /// Returns whether its host is an address of this machine.
    pub(crate) fn is_here(&self) -> bool {
        // No system lets a program listen at the address of another machine.
        UdpSocket::bind((bare(&self.host), 0)).is_ok()
    }
}

/// Returns a host without the brackets around an address of IPv6.
fn bare(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}
