//! Why a competitor has made no move.

use std::fmt;

/// Why a competitor has made no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What kind of failure it is.
    pub cause: Cause,
    /// What exactly happened, in a few words; may be empty.
    pub detail: String,
}

/// The kinds of failure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// It gave the game up, which is its right.
    Resignation,
    /// It played a move that the rules do not allow.
    IllegalMove,
    /// It took longer than its clock or the time of a move allowed.
    Time,
    /// Its program could not be started, or did not get ready.
    Start,
    /// Its program ended, or closed its output.
    Crash,
    /// Its program said nothing more.
    Hang,
    /// It said what its protocol does not allow, or not what it demands.
    Protocol,
    /// It is another program than it should be.
    Name,
    /// It said more than anybody wants to read.
    Flood,
    /// Another reason.
    Other,
}

const NAMES: [(Cause, &str); 10] = [
    (Cause::Resignation, "resignation"),
    (Cause::IllegalMove, "illegal move"),
    (Cause::Time, "time"),
    (Cause::Start, "start"),
    (Cause::Crash, "crash"),
    (Cause::Hang, "hang"),
    (Cause::Protocol, "protocol"),
    (Cause::Name, "name"),
    (Cause::Flood, "flood"),
    (Cause::Other, "failure"),
];

impl Cause {
    /// Returns the cause of that [name](fmt::Display).
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, other)| *other == name).map(|(cause, _)| *cause)
    }
}

impl Failure {
    /// A failure.
    pub fn new(cause: Cause, detail: impl Into<String>) -> Self {
        Self { cause, detail: detail.into() }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(cause, _)| cause == self).map_or("failure", |(_, name)| name);
        out.write_str(name)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.detail.is_empty() {
            return self.cause.fmt(out);
        }
        write!(out, "{}: {}", self.cause, self.detail)
    }
}

impl From<String> for Failure {
    fn from(detail: String) -> Self {
        Self::new(Cause::Other, detail)
    }
}
