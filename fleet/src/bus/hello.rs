//! Greetings of workers, of which the broker keeps those of the last minute.

use std::{collections::BTreeMap, time::Duration};

use futures_util::{StreamExt as _, stream};

use super::{Bus, BusError};
use crate::{
    hello::{Hello, hello_subject, worker_of},
    wire::HELLOS,
};

/// How often a worker greets.
pub const INTERVAL: Duration = Duration::from_secs(30);
/// How long the broker keeps a greeting: the one before the last may still be there, an older one is not.
pub(super) const KEPT: Duration = Duration::from_secs(70);
/// Greetings that are fetched at the same time.
const AT_ONCE: usize = 16;
/// The most greetings that are read.
const MOST: u64 = 100_000;

/// The last greeting of a process of a worker.
#[derive(Clone, PartialEq, Debug)]
pub struct Greeting {
    /// The name of the worker; the broker lets it greet by no other.
    pub worker: String,
    /// What it says.
    pub hello: Hello,
}

impl Bus {
    /// Says what this worker does. Where the broker does not hear it, the next greeting comes soon.
    pub async fn greet(&self, hello: &Hello) {
        let subject = hello_subject(&self.name);
        let _ = self.context.client().publish(subject, hello.to_bytes().into()).await;
    }

    /// Returns the last greeting of each process of the last minute, by worker and process.
    ///
    /// # Errors
    /// If the broker does not answer. Before the first coordinator there are none.
    pub async fn greetings(&self) -> Result<Vec<Greeting>, BusError> {
        let Ok(stream) = self.context.get_stream(HELLOS).await else {
            // There is none before the first coordinator has made it.
            return self.check().map(|()| Vec::new());
        };
        let state = &stream.cached_info().state;
        let first = state.first_sequence.max(state.last_sequence.saturating_sub(MOST));
        let messages = stream::iter(first..=state.last_sequence);
        // One that has become too old meanwhile is not there any more.
        let messages =
            messages.map(async |sequence| stream.direct_get(sequence).await.ok()).buffered(AT_ONCE);
        let mut last = BTreeMap::new();
        for message in messages.collect::<Vec<_>>().await.into_iter().flatten() {
            let read = worker_of(message.subject.as_str()).zip(Hello::parse(&message.payload));
            if let Some((worker, hello)) = read {
                last.insert((worker.to_owned(), hello.process.clone()), hello);
            }
        }
        Ok(last.into_iter().map(|((worker, _), hello)| Greeting { worker, hello }).collect())
    }
}
