//! A client of NATS that returns the broker's answers in their own words:
//! <https://docs.nats.io/reference/reference-protocols/nats-protocol>.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    time::Duration,
};

use damier_fleet::access::{Access, connection_name};
use nkeys::KeyPair;

/// The longest that a broker is waited for.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A connection to a broker.
#[derive(Debug)]
pub(crate) struct Client {
    stream: TcpStream,
    lines: BufReader<TcpStream>,
}

impl Client {
    /// Connects as a machine; an error is the broker's answer.
    pub(crate) fn connect(access: &Access) -> Result<Self, String> {
        let pair = KeyPair::from_seed(&access.seed).expect("a seed");
        Self::connect_with(access, |nonce| {
            let signature = pair.sign(nonce.as_bytes()).expect("a pair of both keys");
            format!(r#""nkey":"{}","sig":"{}","#, pair.public_key(), base64url(&signature))
        })
    }

    /// Connects without a key.
    pub(crate) fn connect_without_key(access: &Access) -> Result<Self, String> {
        Self::connect_with(access, |_| String::new())
    }

    fn connect_with(access: &Access, key: impl Fn(&str) -> String) -> Result<Self, String> {
        let address = access.servers[0].strip_prefix("nats://").expect("a plain address");
        let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
        stream.set_read_timeout(Some(TIMEOUT)).expect("a time");
        let mut client = Self { lines: BufReader::new(stream.try_clone().expect("cloned")), stream };
        let hello = client.line();
        let info: serde_json::Value =
            serde_json::from_str(hello.strip_prefix("INFO ").expect("INFO")).expect("JSON");
        let key = key(info["nonce"].as_str().expect("a nonce"));
        let name = connection_name(&access.name);
        client.say(&format!(
            r#"CONNECT {{"verbose":false,"pedantic":false,"tls_required":false,{key}"name":"{name}","lang":"test","version":"0","protocol":1}}"#
        ));
        client.settle()?;
        Ok(client)
    }

    /// Publishes an empty message.
    pub(crate) fn publish(&mut self, subject: &str) -> Result<(), String> {
        self.say(&format!("PUB {subject} 0\r\n"));
        self.settle()
    }

    /// Subscribes.
    pub(crate) fn subscribe(&mut self, subject: &str) -> Result<(), String> {
        self.say(&format!("SUB {subject} 1"));
        self.settle()
    }

    /// Waits until the broker has ended the connection, about which it says nothing.
    pub(crate) fn end(&mut self) {
        let mut said = Vec::new();
        match self.lines.read_to_end(&mut said) {
            Err(error) if error.kind() != std::io::ErrorKind::ConnectionReset => {
                panic!("it is still open: {error}")
            }
            _ => {}
        }
    }

    /// Has the broker take all that was said; an error is its complaint, or that it ended the connection.
    fn settle(&mut self) -> Result<(), String> {
        self.say("PING");
        let mut complaint = None;
        loop {
            let line = self.line();
            match line.split_once(' ').map_or(&*line, |(word, _)| word) {
                "PONG" => return complaint.map_or(Ok(()), Err),
                "-ERR" => complaint = Some(line),
                "" => return Err(complaint.unwrap_or_else(|| "the connection is closed".to_owned())),
                // Messages to itself, news of the broker.
                _ => {}
            }
        }
    }

    fn say(&mut self, line: &str) {
        // What it thinks of that is read afterwards.
        let _ = self.stream.write_all(format!("{line}\r\n").as_bytes());
    }

    /// The next line; empty at the end.
    fn line(&mut self) -> String {
        let mut line = String::new();
        // A connection that the broker ends with data on the way is reset.
        let _ = self.lines.read_line(&mut line);
        line.trim_end().to_owned()
    }
}

/// Base 64 for URLs, without padding.
fn base64url(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let padded = [chunk[0], *chunk.get(1).unwrap_or(&0), *chunk.get(2).unwrap_or(&0)];
        let bits = padded.iter().fold(0, |bits, byte| bits << 8 | usize::from(*byte));
        text.extend((0..=chunk.len()).map(|place| char::from(LETTERS[bits >> (18 - 6 * place) & 63])));
    }
    text
}
