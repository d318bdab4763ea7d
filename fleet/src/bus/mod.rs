//! The way to a broker: the only module that knows the client of NATS, whose versions break its interface.
//!
//! A broker may lose acks, answer late, or be gone for a while. What is retried and what is an error is decided here;
//! see [`error`].

mod blob;
pub mod error;
mod hello;
mod lease;
mod results;
mod streams;
mod work;

use std::{
    fmt::Display,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use async_nats::{ConnectOptions, Event, jetstream};
use tokio::time::{sleep, timeout};

use self::error::UNKNOWN;
pub use self::{
    error::BusError,
    hello::{Greeting, INTERVAL as HELLO_INTERVAL},
    lease::{Holder, Lease},
    results::{Incoming, Part, Results},
    work::{Offered, Work, WorkItem},
};
use crate::{
    access::{Access, connection_name, inbox},
    class::Class,
};

/// How long a first connection may take.
const CONNECT: Duration = Duration::from_secs(10);
/// How often a first connection is tried that is only slow.
const CONNECTIONS: u32 = 6;
/// How long an answer of the broker may take.
const ANSWER: Duration = Duration::from_secs(5);
/// The shortest and the longest pause before something is tried again; each doubles the one before.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// A connection to a broker, which comes back by itself where it is lost.
#[derive(Clone, Debug)]
pub struct Bus {
    context: jetstream::Context,
    name: String,
    class: Class,
    /// See [`process`](Self::process).
    process: String,
    /// What the broker forbade. Requests that it forbids are not answered, so nothing else tells.
    forbidden: Arc<Mutex<Option<String>>>,
}

impl Bus {
    /// Connects. Where broker, network or this machine are slow it is tried again: `go_on` gets the reason, and
    /// says whether it is.
    ///
    /// # Errors
    /// If no broker answers within a minute, none is there, or it does not know the key.
    pub async fn connect(access: &Access, go_on: impl Fn(&str) -> bool) -> Result<Self, BusError> {
        Self::connect_named(access, &connection_name(&access.name), go_on).await
    }

    /// The same under another name in the broker's lists.
    ///
    /// # Errors
    /// As [`connect`](Self::connect).
    pub async fn connect_named(
        access: &Access,
        name: &str,
        go_on: impl Fn(&str) -> bool,
    ) -> Result<Self, BusError> {
        for _ in 1..CONNECTIONS {
            match Self::try_to_connect(access, name).await {
                Err(BusError::Connect { ref reason, .. }) if error::is_slow(reason) && go_on(reason) => {}
                other => return other,
            }
        }
        Self::try_to_connect(access, name).await
    }

    async fn try_to_connect(access: &Access, name: &str) -> Result<Self, BusError> {
        let forbidden = Arc::new(Mutex::new(None));
        let seen = Arc::clone(&forbidden);
        let refusals = Refusals::default();
        let options = ConnectOptions::with_nkey(access.seed.clone())
            .name(name)
            .custom_inbox_prefix(inbox(&access.name))
            // All brokers of a cluster are tried, of which one may not answer at all.
            .connection_timeout(CONNECT / access.servers.len().max(1) as u32)
            .reconnect_delay_callback(|attempt| {
                // Not in step with the others, which lost the same broker.
                let jitter = Duration::from_millis(u64::from(std::process::id()) % 500);
                jitter + Duration::from_millis(200) * (attempt.min(20) as u32)
            })
            .event_callback(move |event| {
                let text = refusals.of(&event);
                if let Some(text) = text {
                    seen.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(text);
                }
                async {}
            });
        let address = access.servers.join(", ");
        let failed = |reason: String| BusError::Connect { address: address.clone(), reason };
        let client = match timeout(CONNECT, options.connect(access.servers.clone())).await {
            Err(_) => return Err(failed(error::NO_ANSWER.to_owned())),
            Ok(Err(error)) => return Err(failed(error::reason_of(&error.to_string()))),
            Ok(Ok(client)) => client,
        };
        let process = client.new_inbox().rsplit('.').next().unwrap_or_default().to_owned();
        let context = jetstream::context::ContextBuilder::new().timeout(ANSWER).build(client);
        Ok(Self { context, name: access.name.clone(), class: access.class, process, forbidden })
    }

    /// Returns the name of this machine.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns a word that no other process has, of whatever name: letters and digits.
    pub fn process(&self) -> &str {
        &self.process
    }

    /// Returns the version of the broker.
    pub fn broker_version(&self) -> String {
        self.context.client().server_info().version
    }

    /// Returns an error where the broker forbade something.
    ///
    /// # Errors
    /// [`BusError::Forbidden`].
    pub fn check(&self) -> Result<(), BusError> {
        match self.forbidden.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            Some(reason) => Err(BusError::Forbidden(reason.clone())),
            None => Ok(()),
        }
    }
}

/// How often on end the broker has refused a key before it is believed: while it reads its configuration anew, it may refuse
/// one that it knows.
const BELIEVED: u32 = 3;

/// Counts refusals of a key.
#[derive(Default)]
struct Refusals(AtomicU32);

impl Refusals {
    /// Returns what an event says the broker forbids.
    fn of(&self, event: &Event) -> Option<String> {
        if matches!(event, Event::Connected) {
            self.0.store(0, Ordering::Relaxed);
        }
        // The kinds of events differ between a first connection and later ones, their texts do not.
        let text = event.to_string();
        if !text.contains("authorization violation") {
            return text.contains("Permissions Violation").then_some(text);
        }
        (self.0.fetch_add(1, Ordering::Relaxed) + 1 >= BELIEVED).then(|| UNKNOWN.to_owned())
    }
}

/// Why an attempt failed.
enum Failed {
    /// Something that may pass.
    Again(String),
    /// Another attempt would fail, too.
    Never(String),
}

impl Bus {
    /// Attempts something until it succeeds, `attempts` times at most, with longer and longer pauses.
    ///
    /// # Errors
    /// [`BusError::Forbidden`], or the last reason.
    async fn insist<T>(
        &self,
        action: &'static str,
        attempts: u32,
        attempt: impl AsyncFn() -> Result<T, Failed>,
    ) -> Result<T, BusError> {
        let mut pause = PAUSES.0;
        let mut made = 1;
        loop {
            let failed = match attempt().await {
                Ok(done) => return Ok(done),
                Err(failed) => failed,
            };
            self.check()?;
            match failed {
                Failed::Again(_) if made < attempts => {}
                Failed::Again(reason) | Failed::Never(reason) => {
                    return Err(BusError::Broker { action, reason });
                }
            }
            made += 1;
            sleep(pause).await;
            pause = (pause * 2).min(PAUSES.1);
        }
    }
}

/// For [`Result::map_err`]: an error that may pass.
fn again(error: impl Display) -> Failed {
    Failed::Again(error.to_string())
}

#[cfg(test)]
mod tests {
    use async_nats::ServerError;

    use super::*;

    #[test]
    fn a_key_is_unknown_once_it_was_refused_on_end() {
        let refusals = Refusals::default();
        let refused = Event::ServerError(ServerError::AuthorizationViolation);
        assert_eq!([&refused, &refused].map(|event| refusals.of(event)), [None, None]);
        assert_eq!(refusals.of(&Event::Connected), None);
        assert_eq!([&refused, &refused].map(|event| refusals.of(event)), [None, None]);
        assert_eq!(refusals.of(&refused), Some(UNKNOWN.to_owned()));
        let forbidden =
            Event::ServerError(ServerError::Other("Permissions Violation for Publish".to_owned()));
        assert!(refusals.of(&forbidden).is_some_and(|text| text.contains("Publish")));
    }
}
