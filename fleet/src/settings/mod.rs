//! The settings of a fleet: `fleet.toml`.

mod check;
mod place;
mod text;

use std::{path::PathBuf, time::Duration};

use damier_engine::toml_message::{in_plain_words, line_and_column};
use serde::{Deserialize, Serialize};

pub use self::{
    check::SettingsError,
    place::{DEFAULT_MONITOR_PORT, DEFAULT_PORT, Member, Place},
};

/// The version of the file that this program reads and writes.
const VERSION: u32 = 1;
/// Brokers of a cluster.
pub const MEMBERS: usize = 3;

/// Settings of a fleet. They change no game. Unknown keys are refused.
///
/// The broker takes on hosts, ports and TLS when it is started, the coordinator the others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Version of this file: 1.
    pub version: u32,
    /// Name or IP address at which the workers reach the broker, where it is the only one. With a loopback address
    /// (`127.0.0.1`, `localhost`) only this machine does, with any other one the broker listens at all addresses of the
    /// machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Port of the only broker; 4222 where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    /// Port at which the only broker tells its state to this machine alone; 8222 where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monitor_port: Option<u16>,
    /// Port for WebSocket, where networks let nothing else out. With `tls_certificate` the broker listens at it for all
    /// workers. Without, it listens at 127.0.0.1 for a proxy, which brings TLS and is named by `websocket_url`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub websocket_port: Option<u16>,
    /// Address of the proxy before `websocket_port`: `wss://HOST` or `wss://HOST:PORT`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub websocket_url: Option<String>,
    /// File of the broker's certificate, in PEM, relative to this folder. With it every connection is encrypted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tls_certificate: Option<PathBuf>,
    /// File of the certificate's private key, in PEM, relative to this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tls_key: Option<PathBuf>,
    /// File of the authority that signed the certificate, in PEM, relative to this folder. The members of a cluster need it
    /// where their systems do not trust that authority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tls_authority: Option<PathBuf>,
    /// Brokers that keep each message: 1 of one, 3 of a cluster.
    #[serde(default = "default_replicas")]
    pub replicas: usize,
    /// Time after which a slice goes to another worker, if its own says nothing: 2 s to 1 h.
    #[serde(default = "default_ack_wait", with = "text::duration")]
    pub ack_wait: Duration,
    /// Seconds that a slice of games shall take a worker: 0.1 to 600.
    #[serde(default = "default_item_seconds")]
    pub item_seconds: f64,
    /// Most bytes of results that wait for the coordinator, from 1 MiB on. Workers wait while they are reached.
    #[serde(default = "default_results_max_bytes", with = "text::byte_count")]
    pub results_max_bytes: u64,
    /// Nets that the broker keeps, the newest of a run: 1 to 100.
    #[serde(default = "default_nets_kept")]
    pub nets_kept: u32,
    /// First games of each worker that the coordinator plays again and compares.
    #[serde(default = "default_check_first")]
    pub check_first: u32,
    /// Share of the later games that the coordinator plays again: 0 to 1.
    #[serde(default = "default_check_share")]
    pub check_share: f64,
    /// Share of the items that a second worker plays, too, so that the two can be compared: 0 to 1.
    #[serde(default = "default_cross_share")]
    pub cross_share: f64,
    /// Times the median of an item, after which a copy of one that is out goes to another worker, once none waits: 1 to
    /// 1,000.
    #[serde(default = "default_backup_after")]
    pub backup_after: f64,
    /// The brokers of a cluster: three of them, or none where the broker is the only one.
    #[serde(default, rename = "member", skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
}

impl Settings {
    /// Returns the settings of a new fleet of one broker, which the workers reach at `host`.
    pub fn at(host: &str) -> Self {
        Self { host: Some(host.to_owned()), ..Self::without_brokers() }
    }

    /// Returns the settings of a new fleet of a cluster, whose members the workers reach at `hosts`.
    pub fn cluster(hosts: &[String]) -> Self {
        let members = hosts.iter().map(|host| Member::at(host)).collect();
        Self { members, replicas: MEMBERS, ..Self::without_brokers() }
    }

    fn without_brokers() -> Self {
        Self {
            version: VERSION,
            host: None,
            port: None,
            monitor_port: None,
            websocket_port: None,
            websocket_url: None,
            tls_certificate: None,
            tls_key: None,
            tls_authority: None,
            replicas: default_replicas(),
            ack_wait: default_ack_wait(),
            item_seconds: default_item_seconds(),
            results_max_bytes: default_results_max_bytes(),
            nets_kept: default_nets_kept(),
            check_first: default_check_first(),
            check_share: default_check_share(),
            cross_share: default_cross_share(),
            backup_after: default_backup_after(),
            members: Vec::new(),
        }
    }

    /// Reads and checks the text of a `fleet.toml`.
    ///
    /// # Errors
    /// No TOML, unknown keys, wrong types, impossible values, or another version.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let syntax = |error: toml::de::Error| {
            let (line, column) = line_and_column(text, error.span().map_or(0, |span| span.start));
            SettingsError::Syntax { line, column, reason: in_plain_words(error.message()) }
        };
        // Another version may have other keys, of which the message would speak instead.
        let VersionOnly { version } = toml::from_str(text).map_err(syntax)?;
        if version != VERSION {
            let reason =
                format!("is {version}, and this damier knows {VERSION}; take the damier that made the fleet");
            return Err(SettingsError::Value { key: "version", reason });
        }
        let settings: Self = toml::from_str(text).map_err(syntax)?;
        settings.check()?;
        Ok(settings)
    }

    /// Returns the text that [`parse`](Self::parse) reads.
    pub fn to_toml(&self) -> String {
        let keys = toml::to_string(self).expect("settings have only TOML's types");
        format!("# Settings of this fleet; docs/how-to/fleet.md has them all.\n{keys}")
    }

    /// Returns whether the fleet has a cluster of brokers.
    pub fn is_cluster(&self) -> bool {
        !self.members.is_empty()
    }

    /// Returns the brokers: the only one, or the members of the cluster in their order.
    pub fn places(&self) -> Vec<Place> {
        let alone = self.host.iter().map(|host| Place {
            number: None,
            host: host.clone(),
            port: self.port.unwrap_or(DEFAULT_PORT),
            cluster_port: None,
            monitor_port: self.monitor_port.unwrap_or(DEFAULT_MONITOR_PORT),
        });
        let members = (1..).zip(&self.members).map(|(number, member)| Place {
            number: Some(number),
            host: member.host.clone(),
            port: member.port,
            cluster_port: Some(member.cluster_port),
            monitor_port: member.monitor_port,
        });
        alone.chain(members).collect()
    }
}

/// What is read of a file of any version.
#[derive(Deserialize)]
struct VersionOnly {
    version: u32,
}

fn default_replicas() -> usize {
    1
}

fn default_ack_wait() -> Duration {
    Duration::from_secs(60)
}

fn default_item_seconds() -> f64 {
    20.0
}

fn default_results_max_bytes() -> u64 {
    4 << 30
}

fn default_nets_kept() -> u32 {
    3
}

fn default_check_first() -> u32 {
    2
}

fn default_check_share() -> f64 {
    0.01
}

fn default_cross_share() -> f64 {
    0.005
}

fn default_backup_after() -> f64 {
    3.0
}

#[cfg(test)]
mod tests;
