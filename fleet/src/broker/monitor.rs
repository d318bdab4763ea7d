//! What the broker tells of itself: JSON over HTTP at its monitoring port, to this machine alone.

use std::{
    collections::BTreeSet,
    io::{self, Read as _, Write as _},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    time::Duration,
};

use serde::{Deserialize, de::DeserializeOwned};

use super::{BrokerError, configuration::member_of};
use crate::access::connection_name;

/// Time for the broker to say something more.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The longest answer that is read: a list of some 50,000 connections.
const LONGEST: u64 = 64 << 20;
/// Connections that are asked for, more than any broker has.
const MOST_CONNECTIONS: usize = 100_000;

/// The monitoring port of a broker on this machine.
#[derive(Clone, Copy, Debug)]
pub struct Monitor {
    port: u16,
}

/// The broker, from `/varz`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Server {
    /// Its version.
    pub version: String,
    /// When it was started, RFC 3339.
    pub start: String,
    /// When it read its configuration, RFC 3339.
    pub config_load_time: String,
}

/// A connection, open or closed, from `/connz`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Connection {
    /// The public NKEY of the machine; empty where it was not let in, and before 2.10 of closed connections.
    #[serde(default)]
    pub authorized_user: String,
    /// The account; empty where it was not let in.
    #[serde(default)]
    pub issuer_key: String,
    /// What the machine calls itself.
    #[serde(default)]
    pub name: String,
    /// The address that it came from.
    #[serde(default)]
    pub ip: String,
    /// When it said something last, RFC 3339.
    #[serde(default)]
    pub last_activity: String,
    /// When it ended, RFC 3339; `None` while it is open.
    pub stop: Option<String>,
    /// Why it ended.
    pub reason: Option<String>,
}

impl Connection {
    /// Returns whether the connection is or was that of a machine with this name and public key. Of a closed connection
    /// brokers before 2.10 tell no key: then it is what the machine called itself, for display alone.
    pub fn is_of(&self, machine: &str, key: &str) -> bool {
        match &*self.authorized_user {
            "" => !self.issuer_key.is_empty() && self.name == connection_name(machine),
            user => user == key,
        }
    }
}

/// A stream, from `/jsz`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Stream {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub state: StreamState,
}

/// What a stream holds.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct StreamState {
    /// Messages.
    pub messages: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Consumers.
    #[serde(default)]
    pub consumer_count: u64,
}

/// The cluster as one of its members sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cluster {
    /// Other members that it is connected with.
    pub others: usize,
    /// The number of the member that leads; `None` while too few are connected.
    pub leader: Option<usize>,
}

#[derive(Deserialize)]
struct Routes {
    #[serde(default)]
    routes: Vec<Route>,
}

/// A connection to another member, of which newer brokers make several to each.
#[derive(Deserialize)]
struct Route {
    remote_id: String,
}

#[derive(Deserialize)]
struct MetaCluster {
    leader: Option<String>,
}

#[derive(Deserialize)]
struct Connections {
    #[serde(default)]
    connections: Vec<Connection>,
}

#[derive(Deserialize)]
struct JetStream {
    #[serde(default)]
    account_details: Vec<Account>,
    meta_cluster: Option<MetaCluster>,
}

#[derive(Deserialize)]
struct Account {
    #[serde(default)]
    stream_detail: Vec<Stream>,
}

impl Monitor {
    /// Returns the port `port` of this machine.
    pub(super) fn at(port: u16) -> Self {
        Self { port }
    }

    /// Returns whether the broker takes connections and its streams are read.
    pub(super) fn is_healthy(self) -> bool {
        self.text("/healthz").is_ok()
    }

    /// Asks for the broker itself.
    ///
    /// # Errors
    /// No answer, or none that is understood.
    pub fn server(self) -> Result<Server, BrokerError> {
        self.ask("/varz")
    }

    /// Asks for the connections that are open, and for the last 10,000 or so that were closed.
    ///
    /// # Errors
    /// No answer, or none that is understood.
    pub fn connections(self) -> Result<Vec<Connection>, BrokerError> {
        let path = format!("/connz?auth=true&state=any&limit={MOST_CONNECTIONS}");
        Ok(self.ask::<Connections>(&path)?.connections)
    }

    /// Asks for the streams, in the order of their names.
    ///
    /// # Errors
    /// No answer, or none that is understood.
    pub fn streams(self) -> Result<Vec<Stream>, BrokerError> {
        let accounts = self.ask::<JetStream>("/jsz?streams=true")?.account_details;
        let mut streams: Vec<Stream> =
            accounts.into_iter().flat_map(|account| account.stream_detail).collect();
        streams.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(streams)
    }

    /// Asks a member of a cluster for the others.
    ///
    /// # Errors
    /// No answer, or none that is understood.
    pub fn cluster(self) -> Result<Cluster, BrokerError> {
        let routes = self.ask::<Routes>("/routez")?.routes;
        let others: BTreeSet<&str> = routes.iter().map(|route| &*route.remote_id).collect();
        let leader = self.ask::<JetStream>("/jsz")?.meta_cluster.and_then(|meta| meta.leader);
        Ok(Cluster { others: others.len(), leader: leader.and_then(|name| member_of(&name)) })
    }

    fn ask<T: DeserializeOwned>(self, path: &str) -> Result<T, BrokerError> {
        let failed = |reason: String| BrokerError::Monitor { port: self.port, reason };
        let text = self.text(path).map_err(|error| failed(error.to_string()))?;
        serde_json::from_str(&text).map_err(|error| failed(format!("{path}: {error}")))
    }

    /// Returns the body of an answer of status 200.
    fn text(self, path: &str) -> io::Result<String> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        // Of version 1.0, so that the body ends with the connection.
        write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.take(LONGEST).read_to_end(&mut answer)?;
        body(&answer).map_err(io::Error::other)
    }
}

/// Returns the body of an answer of status 200; an error says what is wrong with another one.
fn body(answer: &[u8]) -> Result<String, String> {
    let text = String::from_utf8_lossy(answer);
    let (head, body) =
        text.split_once("\r\n\r\n").ok_or("it is no answer of HTTP; another program has the port")?;
    let status = head.lines().next().unwrap_or_default();
    match status.split_whitespace().collect::<Vec<_>>()[..] {
        [version, "200", ..] if version.starts_with("HTTP/") => Ok(body.to_owned()),
        _ => Err(format!("the answer is `{}`", status.chars().take(80).collect::<String>())),
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// Answers one request with `answer`, and returns the path that it was for.
    fn serve(answer: &'static str) -> (Monitor, std::thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let path = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte).expect("a request");
                request.extend(byte);
            }
            stream.write_all(answer.as_bytes()).expect("it reads");
            String::from_utf8(request).expect("UTF-8").split(' ').nth(1).expect("a path").to_owned()
        });
        (Monitor::at(port), path)
    }

    #[test]
    fn answers_are_read_and_their_other_fields_are_not() {
        let (monitor, path) = serve(concat!(
            "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n",
            r#"{"num_connections": 2, "connections": [{"cid": 5, "ip": "10.0.0.3", "authorized_user": "UANNA",
            "last_activity": "2026-11-29T18:23:01Z"}, {"stop": "2026-11-29T18:24:01Z", "reason": "Client Closed"}]}"#
        ));
        let connections = monitor.connections().expect("an answer");
        assert_eq!(path.join().expect("served"), "/connz?auth=true&state=any&limit=100000");
        assert_eq!((&*connections[0].authorized_user, &connections[0].stop), ("UANNA", &None));
        assert_eq!(connections[1].reason.as_deref(), Some("Client Closed"));

        let (monitor, _) = serve(concat!(
            "HTTP/1.0 200 OK\r\n\r\n",
            r#"{"account_details": [{"stream_detail": [{"name": "B", "state": {"messages": 2, "bytes": 3}}]},
            {"stream_detail": [{"name": "A", "state": {"messages": 0, "bytes": 0}}]}, {}]}"#
        ));
        let names: Vec<String> =
            monitor.streams().expect("streams").into_iter().map(|stream| stream.name).collect();
        assert_eq!(names, ["A", "B"]);
        let (monitor, _) = serve("HTTP/1.0 200 OK\r\n\r\n{}");
        assert_eq!(monitor.streams().expect("none yet"), []);
    }

    #[test]
    fn connections_without_a_key_count_by_name_if_they_were_let_in() {
        let connection = |authorized_user: &str, issuer_key: &str, name: &str| Connection {
            authorized_user: authorized_user.to_owned(),
            issuer_key: issuer_key.to_owned(),
            name: name.to_owned(),
            ip: String::new(),
            last_activity: String::new(),
            stop: None,
            reason: None,
        };
        for (user, account, name, is) in [
            ("UANNA", "$G", "", true),
            ("UBOB", "$G", "damier anna", false),
            ("", "$G", "damier anna", true),
            ("", "$G", "damier bob", false),
            ("", "", "damier anna", false),
        ] {
            assert_eq!(connection(user, account, name).is_of("anna", "UANNA"), is, "{user} {account} {name}");
        }
    }

    #[test]
    fn what_is_no_broker_is_named() {
        for (answer, part) in [
            ("HTTP/1.1 404 Not Found\r\n\r\n", "the answer is `HTTP/1.1 404 Not Found`"),
            ("SSH-2.0-OpenSSH\r\n", "another program has the port"),
            ("", "another program has the port"),
            ("\r\n\r\n", "the answer is ``"),
            ("HTTP/1.0 200 OK\r\n\r\n<html>", "/varz: expected value at line 1"),
        ] {
            let (monitor, _) = serve(answer);
            let error = monitor.server().expect_err(answer).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
