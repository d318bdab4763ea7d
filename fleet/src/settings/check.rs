//! Which settings are possible.

use thiserror::Error;

use super::{MEMBERS, Place, Settings};
use crate::access::is_host;

/// The least room for results: a few of the largest messages.
const LEAST_RESULTS: u64 = 1 << 20;

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

/// Returns an error of a key where something does not hold.
fn need(holds: bool, key: &'static str, reason: &str) -> Result<(), SettingsError> {
    if holds { Ok(()) } else { Err(SettingsError::Value { key, reason: reason.to_owned() }) }
}

impl Settings {
    /// Checks every value, as [`parse`](Self::parse) does.
    ///
    /// # Errors
    /// The first value that is impossible.
    pub fn check(&self) -> Result<(), SettingsError> {
        self.check_kind()?;
        let places = self.places();
        for place in &places {
            need(is_host(&place.host), "host", "must be a name or an IP address, [...] around one of IPv6")?;
            let ports = self.ports(place);
            need(!ports.contains(&0), "port", "a port is within 1..=65535")?;
            let differ = (1..ports.len()).all(|index| !ports[..index].contains(&ports[index]));
            need(differ, "port", "the ports of a broker, websocket_port among them, must be different ones")?;
        }
        for (index, one) in places.iter().enumerate() {
            for other in &places[index + 1..] {
                self.check_beside(one, other)?;
            }
        }
        self.check_tls_and_websocket()?;
        let seconds = self.ack_wait.as_secs_f64();
        need((2.0..=3600.0).contains(&seconds), "ack_wait", "must be within 2s and 1h")?;
        need((0.1..=600.0).contains(&self.item_seconds), "item_seconds", "must be within 0.1 and 600")?;
        need(self.results_max_bytes >= LEAST_RESULTS, "results_max_bytes", "must be at least 1MiB")?;
        need((1..=100).contains(&self.nets_kept), "nets_kept", "must be within 1..=100")?;
        need((0.0..=1.0).contains(&self.check_share), "check_share", "must be within 0 and 1")?;
        need((0.0..=1.0).contains(&self.cross_share), "cross_share", "must be within 0 and 1")?;
        need((1.0..=1000.0).contains(&self.backup_after), "backup_after", "must be within 1 and 1000")
    }

    /// Checks that there is one broker with its copy, or a cluster with three.
    fn check_kind(&self) -> Result<(), SettingsError> {
        if !self.is_cluster() {
            need(
                self.host.is_some(),
                "host",
                "is missing: the name or IP address at which workers reach the broker, or three [[member]] tables",
            )?;
            return need(
                self.replicas == 1,
                "replicas",
                "must be 1 of one broker; 3 is for a cluster, which has three [[member]] tables",
            );
        }
        for (key, is_there) in [
            ("host", self.host.is_some()),
            ("port", self.port.is_some()),
            ("monitor_port", self.monitor_port.is_some()),
        ] {
            need(
                !is_there,
                key,
                "is of a single broker; the [[member]] tables have their own, so remove it",
            )?;
        }
        let count = self.members.len();
        let reason = format!("a cluster has {MEMBERS} [[member]] tables, and the file has {count}");
        need(count == MEMBERS, "member", &reason)?;
        need(self.replicas == MEMBERS, "replicas", "must be 3 where there are three [[member]] tables")
    }

    /// Returns all ports of a broker.
    fn ports(&self, place: &Place) -> Vec<u16> {
        let given = [Some(place.port), place.cluster_port, Some(place.monitor_port), self.websocket_port];
        given.into_iter().flatten().collect()
    }

    /// Checks that two members of a cluster can run side by side.
    fn check_beside(&self, one: &Place, other: &Place) -> Result<(), SettingsError> {
        need(
            one.is_local() == other.is_local(),
            "member",
            "a host that is 127.0.0.1 or the like is reached from its own machine alone, and another one is not; take \
             addresses that all machines reach",
        )?;
        if one.host != other.host {
            return Ok(());
        }
        let ports = self.ports(other);
        let differ = !self.ports(one).iter().any(|port| ports.contains(port));
        need(
            differ,
            "member",
            "two are at one host with a port in common (websocket_port is one); take other ports",
        )
    }

    fn check_tls_and_websocket(&self) -> Result<(), SettingsError> {
        need(
            self.tls_certificate.is_some() == self.tls_key.is_some(),
            "tls_certificate",
            "tls_certificate and tls_key belong together: give both or none",
        )?;
        need(
            self.tls_authority.is_none() || self.is_cluster() && self.tls_certificate.is_some(),
            "tls_authority",
            "is for a cluster with tls_certificate, whose members check one another",
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
        )
    }
}
