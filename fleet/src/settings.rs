//! The settings of a fleet: `fleet.toml`.

use std::{fmt, net::IpAddr, path::PathBuf, time::Duration};

use damier_engine::{
    time::{DurationText, parse_duration},
    toml_message::{in_plain_words, line_and_column},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use thiserror::Error;

use crate::access::is_host;

/// The version of the file that this program reads and writes.
const VERSION: u32 = 1;
/// The port of NATS, and of its monitoring.
pub const DEFAULT_PORT: u16 = 4222;
const DEFAULT_MONITOR_PORT: u16 = 8222;
/// The least room for results: a few of the largest messages.
const LEAST_RESULTS: u64 = 1 << 20;

/// Settings of a fleet. They change no game. Unknown keys are refused.
///
/// The broker takes on `host`, the ports and TLS when it is started, the coordinator the others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Version of this file: 1.
    pub version: u32,
    /// Name or IP address at which the workers reach the broker. With a loopback address (`127.0.0.1`, `localhost`) only
    /// this machine does, with any other one the broker listens at all addresses of the machine.
    pub host: String,
    /// Port of the broker.
    #[serde(default = "default_port")]
    pub port: u16,
    /// Port at which the broker tells its state to this machine alone.
    #[serde(default = "default_monitor_port")]
    pub monitor_port: u16,
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
    /// Brokers that keep each message: 1, or 3 of a cluster. The one broker of `damier fleet up` takes 1.
    #[serde(default = "default_replicas")]
    pub replicas: usize,
    /// Time after which a slice goes to another worker, if its own says nothing: 2 s to 1 h.
    #[serde(default = "default_ack_wait", with = "duration")]
    pub ack_wait: Duration,
    /// Seconds that a slice of games shall take a worker: 0.1 to 600.
    #[serde(default = "default_item_seconds")]
    pub item_seconds: f64,
    /// Most bytes of results that wait for the coordinator, from 1 MiB on. Workers wait while they are reached.
    #[serde(default = "default_results_max_bytes", with = "byte_count")]
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
}

/// Why a file is no `fleet.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SettingsError {
    /// The text is not TOML, has an unknown key, or a value of the wrong type.
    #[error("line {line}, column {column}: {reason}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// A value that cannot be.
    #[error("{key}: {reason}")]
    Value {
        /// The key.
        key: &'static str,
        /// What would be right.
        reason: String,
    },
}

impl Settings {
    /// Returns the settings of a new fleet, whose workers reach it at `host`.
    pub fn at(host: &str) -> Self {
        Self {
            version: VERSION,
            host: host.to_owned(),
            port: default_port(),
            monitor_port: default_monitor_port(),
            websocket_port: None,
            websocket_url: None,
            tls_certificate: None,
            tls_key: None,
            replicas: default_replicas(),
            ack_wait: default_ack_wait(),
            item_seconds: default_item_seconds(),
            results_max_bytes: default_results_max_bytes(),
            nets_kept: default_nets_kept(),
            check_first: default_check_first(),
            check_share: default_check_share(),
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
        format!("# Settings of this fleet; docs/how-to/many-machines.md has them all.\n{keys}")
    }

    /// Returns whether only this machine reaches the broker.
    pub fn is_local(&self) -> bool {
        let bare = self.host.trim_start_matches('[').trim_end_matches(']');
        bare == "localhost" || bare.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
    }

    /// Checks every value, as [`parse`](Self::parse) does.
    ///
    /// # Errors
    /// The first value that is impossible.
    pub fn check(&self) -> Result<(), SettingsError> {
        let need = |holds: bool, key, reason: &str| match holds {
            true => Ok(()),
            false => Err(SettingsError::Value { key, reason: reason.to_owned() }),
        };
        need(is_host(&self.host), "host", "must be a name or an IP address, [...] around one of IPv6")?;
        let ports = [Some(self.port), Some(self.monitor_port), self.websocket_port];
        let ports: Vec<u16> = ports.into_iter().flatten().collect();
        need(!ports.contains(&0), "port", "a port is within 1..=65535")?;
        let differ = (1..ports.len()).all(|index| !ports[..index].contains(&ports[index]));
        need(differ, "port", "port, monitor_port and websocket_port must be three different ones")?;
        need(
            self.tls_certificate.is_some() == self.tls_key.is_some(),
            "tls_certificate",
            "tls_certificate and tls_key belong together: give both or none",
        )?;
        need(
            self.websocket_url.is_none() || self.websocket_port.is_some(),
            "websocket_url",
            "needs websocket_port, to which the proxy leads",
        )?;
        let host = self.websocket_url.as_ref().map(|url| url.strip_prefix("wss://").unwrap_or(""));
        let place = host.map(|rest| {
            rest.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')).unwrap_or((rest, "443"))
        });
        need(
            place.is_none_or(|(host, port)| is_host(host) && port.parse::<u16>().is_ok_and(|port| port > 0)),
            "websocket_url",
            "must be wss://HOST or wss://HOST:PORT",
        )?;
        need([1, 3].contains(&self.replicas), "replicas", "must be 1, or 3 in a cluster")?;
        let seconds = self.ack_wait.as_secs_f64();
        need((2.0..=3600.0).contains(&seconds), "ack_wait", "must be within 2s and 1h")?;
        need((0.1..=600.0).contains(&self.item_seconds), "item_seconds", "must be within 0.1 and 600")?;
        need(self.results_max_bytes >= LEAST_RESULTS, "results_max_bytes", "must be at least 1MiB")?;
        need((1..=100).contains(&self.nets_kept), "nets_kept", "must be within 1..=100")?;
        need((0.0..=1.0).contains(&self.check_share), "check_share", "must be within 0 and 1")
    }
}

/// What is read of a file of any version.
#[derive(Deserialize)]
struct VersionOnly {
    version: u32,
}

fn default_port() -> u16 {
    DEFAULT_PORT
}

fn default_monitor_port() -> u16 {
    DEFAULT_MONITOR_PORT
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

/// Durations as texts: `60s`.
mod duration {
    use super::*;

    pub(super) fn serialize<S: Serializer>(duration: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&DurationText(*duration))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        parse_duration(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// Numbers of bytes as texts: `4GiB`.
mod byte_count {
    use super::*;

    const UNITS: [(&str, u64); 4] = [("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];

    struct Text(u64);

    impl fmt::Display for Text {
        fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            match UNITS.iter().find(|(_, size)| self.0 > 0 && self.0.is_multiple_of(*size)) {
                Some((unit, size)) => write!(out, "{}{unit}", self.0 / size),
                None => write!(out, "{}B", self.0),
            }
        }
    }

    pub(super) fn serialize<S: Serializer>(count: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&Text(*count))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let text = String::deserialize(from)?;
        let number = UNITS.iter().chain(&[("B", 1)]).find_map(|(unit, size)| {
            let number: u64 = text.trim().strip_suffix(unit)?.trim_end().parse().ok()?;
            number.checked_mul(*size)
        });
        // JetStream counts bytes with a sign.
        number.filter(|count| i64::try_from(*count).is_ok()).ok_or_else(|| {
            D::Error::custom("a number of bytes is a whole number with its unit: 512MiB, 4GiB, 1TiB")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: &str = "version = 1\nhost = \"a\"\n";

    #[test]
    fn what_is_written_is_read_as_it_was() {
        let full = Settings {
            websocket_port: Some(8443),
            websocket_url: Some("wss://fleet.example.org".into()),
            tls_certificate: Some("cert.pem".into()),
            tls_key: Some("key.pem".into()),
            ack_wait: Duration::from_millis(2500),
            results_max_bytes: (1 << 20) + 1,
            item_seconds: 0.3,
            ..Settings::at("[::1]")
        };
        for settings in [Settings::at("192.168.1.5"), full] {
            assert_eq!(Settings::parse(&settings.to_toml()), Ok(settings));
        }
        assert_eq!(Settings::parse(SHORT), Ok(Settings::at("a")), "what is left out has its default");
    }

    #[test]
    fn values_that_cannot_be_are_named() {
        for (line, part) in [
            ("prot = 1", "line 3, column 1: unknown key `prot`, did you mean `port`?"),
            ("port = \"x\"", "line 3, column 8: "),
            ("port = 0", "port: a port is within 1..=65535"),
            ("port = 8222", "three different ones"),
            ("websocket_port = 4222", "three different ones"),
            ("websocket_url = \"wss://a\"", "websocket_url: needs websocket_port"),
            ("websocket_port = 1\nwebsocket_url = \"ws://a\"", "must be wss://HOST"),
            ("websocket_port = 1\nwebsocket_url = \"wss://a/b\"", "must be wss://HOST"),
            ("websocket_port = 1\nwebsocket_url = \"wss://a:0\"", "must be wss://HOST"),
            ("tls_key = \"a\"", "tls_certificate and tls_key belong together"),
            ("replicas = 2", "replicas: must be 1"),
            ("ack_wait = \"1s\"", "ack_wait: must be within"),
            ("ack_wait = \"2h\"", "ack_wait: must be within"),
            ("ack_wait = \"60\"", "line 3, column 12: a duration is a number with its unit"),
            ("item_seconds = 0.0", "item_seconds: must"),
            ("item_seconds = nan", "item_seconds: must"),
            ("results_max_bytes = \"4\"", "a number of bytes is a whole number with its unit"),
            ("results_max_bytes = \"9000000TiB\"", "a number of bytes"),
            ("results_max_bytes = \"1023KiB\"", "at least 1MiB"),
            ("nets_kept = 0", "nets_kept: must"),
            ("check_share = 1.5", "check_share: must"),
        ] {
            let error = Settings::parse(&format!("{SHORT}{line}\n")).expect_err(line).to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{line}: {error}");
        }
        for (text, part) in [
            ("", "the key `version` is missing"),
            ("version = 1", "the key `host` is missing"),
            ("version = 2\nnew = 1", "version: is 2, and this damier knows 1"),
            ("version = 1\nhost = \"a b\"", "host: must be a name"),
            ("version = 1\nhost = \"nats://a\"", "host: must be a name"),
            ("version = [", "line 1"),
        ] {
            let error = Settings::parse(text).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn loopback_addresses_are_of_this_machine() {
        for (host, local) in
            [("127.0.0.1", true), ("localhost", true), ("[::1]", true), ("192.168.1.5", false), ("a", false)]
        {
            assert_eq!(Settings::at(host).is_local(), local, "{host}");
        }
    }
}
