//! What a broker's refusals mean.

use thiserror::Error;

use super::lease::Holder;

/// Why the broker cannot be used, in one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BusError {
    /// No connection.
    #[error("{address}: cannot connect: {reason}; check the address, and that `damier fleet up` runs there")]
    Connect {
        /// The addresses.
        address: String,
        /// Why.
        reason: String,
    },
    /// The key has no right to something.
    #[error("the broker refuses this key: {0}; ask for a new invitation")]
    Forbidden(String),
    /// A stream or consumer is not as it was asked for.
    #[error("the broker has {0}; take nats-server 2.9.10 or later, or another one for this fleet")]
    Differs(String),
    /// Another coordinator has the same games played.
    #[error(
        "process {pid} on {host} has the same games played by this fleet; stop it, or wait until it has them",
        pid = .0.pid, host = .0.host
    )]
    Leased(Holder),
    /// Something that is not tried again.
    #[error("the broker cannot {action}: {reason}")]
    Broker {
        /// What was tried.
        action: &'static str,
        /// Its answer.
        reason: String,
    },
    /// A file that lies with the broker is not what its name says.
    #[error("the file {0} that came from the broker is damaged")]
    Damaged(String),
}

/// What a broker means that refuses a key.
pub(super) const UNKNOWN: &str = "it does not know the key";

/// What a first connection says that takes too long.
pub(super) const NO_ANSWER: &str = "no answer within 10 s";

/// Returns whether a connection failed because one of the two sides was slow. A broker gives those that connect two seconds
/// to show their key, which a busy machine may miss.
pub(super) fn is_slow(reason: &str) -> bool {
    let reason = reason.to_lowercase();
    reason == NO_ANSWER || reason.contains("timeout") || reason.contains("timed out")
}

/// What to do about a message that was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// A message with this subject waits already.
    Queued,
    /// The stream has no room; wait until others have been taken.
    Full,
    /// The stream may be without a leader, or gone; try again.
    Again,
    /// It will never be taken.
    Never,
}

/// Tells refusals apart. Brokers give the same code (503, 10077) for a subject that waits already and for a stream without
/// room, so their texts decide.
pub(super) fn refusal(text: &str) -> Refusal {
    if text.contains("maximum messages per subject") {
        Refusal::Queued
    } else if text.contains("maximum bytes exceeded") || text.contains("maximum messages exceeded") {
        Refusal::Full
    } else if text.contains("max payload size exceeded") || text.contains("message size exceeds") {
        Refusal::Never
    } else {
        Refusal::Again
    }
}

/// Returns what a failed connection says, in words.
pub(super) fn reason_of(text: &str) -> String {
    if text.contains("authorization violation") || text.contains("nkey") {
        UNKNOWN.to_owned()
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_sides_are_told_from_those_that_refuse() {
        for slow in [NO_ANSWER, "Authentication Timeout", "timed out", "IO error: Connection timed out"] {
            assert!(is_slow(slow), "{slow}");
        }
        for other in [UNKNOWN, "IO error: Connection refused (os error 111)", "DNS error"] {
            assert!(!is_slow(other), "{other}");
        }
    }

    #[test]
    fn refusals_of_one_code_are_told_apart() {
        let queued = "publish failed: maximum messages per subject exceeded (code 503, error code 10077)";
        assert_eq!(refusal(queued), Refusal::Queued);
        assert_eq!(
            refusal("publish failed: maximum bytes exceeded (code 503, error code 10077)"),
            Refusal::Full
        );
        assert_eq!(
            refusal("duplicate message id is in process (code 409, error code 10158)"),
            Refusal::Again
        );
        assert_eq!(refusal("no stream found for given subject"), Refusal::Again);
        assert_eq!(refusal("timed out: didn't receive ack in time"), Refusal::Again);
        let large =
            "max payload size exceeded: Payload size limit of 1048576 exceeded by message size of 1100000";
        assert_eq!(refusal(large), Refusal::Never);
    }
}
