//! What a worker says of itself every half minute, for `damier fleet status`. Nothing of it is trusted.

use serde::{Deserialize, Serialize};

/// The first part of the subjects of greetings.
pub const HELLO_SUBJECTS: &str = "damier.hello";
/// The most bytes of a greeting.
pub const MAX_HELLO: usize = 1 << 10;
/// The longest text in a greeting, in bytes.
const LONGEST_TEXT: usize = 200;
/// The most games a second that are believed.
const MOST_SPEED: f64 = 1e9;

/// What a worker says of itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// What the process calls itself: several may have the name of one worker.
    pub process: String,
    /// The version of its program.
    pub version: String,
    /// Threads that play.
    pub threads: u32,
    /// Games a second of its last item; `None` before that.
    pub speed: Option<f64>,
    /// The games that it plays; `None` while it waits for some.
    pub item: Option<String>,
}

impl Hello {
    /// Reads a greeting; `None` where it is none.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        if bytes.len() > MAX_HELLO {
            return None;
        }
        let hello: Self = serde_json::from_slice(bytes).ok()?;
        let texts = [Some(&hello.process), Some(&hello.version), hello.item.as_ref()];
        let are_short = texts.into_iter().flatten().all(|text| text.len() <= LONGEST_TEXT);
        let is_possible = hello.speed.is_none_or(|speed| (0.0..=MOST_SPEED).contains(&speed));
        (are_short && is_possible).then_some(hello)
    }

    /// Returns its bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("plain data")
    }
}

/// Returns the subject of the greetings of a worker.
pub fn hello_subject(worker: &str) -> String {
    format!("{HELLO_SUBJECTS}.{worker}")
}

/// Returns the worker that a subject is of; `None` where it is no subject of greetings.
pub fn worker_of(subject: &str) -> Option<&str> {
    let worker = subject.strip_prefix(HELLO_SUBJECTS)?.strip_prefix('.')?;
    (!worker.is_empty() && !worker.contains('.')).then_some(worker)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello() -> Hello {
        Hello {
            process: "Xz8".to_owned(),
            version: "0.1.0".to_owned(),
            threads: 12,
            speed: Some(1.5),
            item: Some("russian, generation 3: games 20 to 39".to_owned()),
        }
    }

    #[test]
    fn what_is_said_is_heard_and_nothing_that_cannot_be() {
        for hello in [hello(), Hello { speed: None, item: None, ..hello() }] {
            assert_eq!(Hello::parse(&hello.to_bytes()), Some(hello));
        }
        for wrong in [
            Hello { speed: Some(-1.0), ..hello() },
            Hello { version: "9".repeat(LONGEST_TEXT + 1), ..hello() },
            Hello { item: Some("x".repeat(MAX_HELLO)), ..hello() },
        ] {
            assert_eq!(Hello::parse(&wrong.to_bytes()), None, "{wrong:?}");
        }
        for text in [&b"{}"[..], b"", b"[]", b"{\"process\":1}"] {
            assert_eq!(Hello::parse(text), None);
        }
    }

    #[test]
    fn subjects_name_one_worker() {
        assert_eq!(worker_of(&hello_subject("anna")), Some("anna"));
        for wrong in ["damier.hello", "damier.hello.", "damier.hello.a.b", "damier.helloanna", ""] {
            assert_eq!(worker_of(wrong), None, "{wrong}");
        }
    }
}
