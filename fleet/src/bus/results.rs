//! Results: sent by workers in parts, collected by the coordinator.

use std::time::Duration;

use async_nats::{
    HeaderMap,
    jetstream::{self, AckKind, consumer::pull},
};
use damier_files::sha256;
use futures_util::StreamExt as _;
use tokio::time::{sleep, timeout};

use super::{
    Bus, BusError,
    work::{EXPIRES, HEARTBEAT, Published},
};
use crate::{
    effort::{EFFORT_HEADER, Effort},
    settings::Settings,
    wire::{DIGEST_HEADER, MAX_BLOB, PART, PARTS_HEADER, RESULT_SUBJECTS, RESULTS, ResultSubject},
};

/// Parts that are fetched at once.
const BATCH: usize = 64;
/// How long a worker waits where the broker has no room for its result.
const FULL: Duration = Duration::from_secs(1);

impl Bus {
    /// Sends a result with what it has cost, in parts, and waits until the broker has all of them. Where it has no room,
    /// this waits until the coordinator has taken others; `waiting` is called meanwhile, and ends it by returning `false`.
    ///
    /// # Errors
    /// If the broker does not take it.
    pub async fn send_result(
        &self,
        subject: &ResultSubject,
        content: &[u8],
        effort: Option<&Effort>,
        mut waiting: impl AsyncFnMut() -> bool,
    ) -> Result<bool, BusError> {
        let action = "take a result";
        let parts: Vec<&[u8]> = content.chunks(PART).collect();
        let mut headers = HeaderMap::new();
        headers.insert(DIGEST_HEADER, sha256(content).as_str());
        headers.insert(PARTS_HEADER, parts.len().to_string().as_str());
        if let Some(effort) = effort {
            headers.insert(EFFORT_HEADER, effort.text().as_str());
        }
        // Without an id of the message: within two minutes the broker would swallow games that are wanted once more. What
        // comes twice counts once anyway.
        for (number, part) in (0..).zip(&parts) {
            let subject = ResultSubject { part: number, ..subject.clone() }.text();
            loop {
                match self.publish(&subject, Some(headers.clone()), part.to_vec().into(), action).await? {
                    Published::New | Published::Queued => break,
                    Published::Full => {
                        if !waiting().await {
                            return Ok(false);
                        }
                        sleep(FULL).await;
                    }
                }
            }
        }
        Ok(true)
    }

    /// Begins to collect the results of an order.
    ///
    /// # Errors
    /// If the broker cannot make a consumer.
    pub async fn results(&self, order: &str, settings: &Settings) -> Result<Results, BusError> {
        let consumer = self.results_consumer(order, settings).await?;
        let request = consumer
            .stream()
            .max_messages_per_batch(BATCH)
            .heartbeat(HEARTBEAT)
            .expires(EXPIRES)
            .messages()
            .await;
        let messages = request
            .map_err(|error| BusError::Broker { action: "give out results", reason: error.to_string() })?;
        Ok(Results { messages })
    }

    /// Ends the collection of an order: its consumer and what is left of its results go.
    pub async fn end_results(&self, order: &str) {
        // What stays costs the broker a little room, and nothing else.
        if let Ok(stream) = self.context.get_stream_no_info(RESULTS).await {
            let _ = stream.delete_consumer(&format!("coord-{order}")).await;
            let _ = stream.purge().filter(format!("{RESULT_SUBJECTS}.*.{order}.>")).await;
        }
    }
}

/// The results of an order.
pub struct Results {
    messages: pull::Stream,
}

/// What comes next.
#[derive(Debug)]
pub enum Incoming {
    /// A part of a result.
    Part(Box<Part>),
    /// Something that is none.
    Foreign,
    /// Nothing for now.
    Nothing,
    /// The request ended; [`Bus::results`] begins another.
    Ended(String),
}

/// A part of a result. It comes again where it is not acknowledged.
#[derive(Debug)]
pub struct Part {
    /// Whose and what it is.
    pub subject: ResultSubject,
    /// The SHA-256 that the whole result is to have.
    pub digest: String,
    /// The number of parts.
    pub parts: u32,
    /// What it has cost; `None` where the worker does not say.
    pub effort: Option<Effort>,
    message: jetstream::Message,
}

impl Part {
    /// Returns its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.message.payload
    }

    /// Says that it is not needed any more.
    pub async fn acknowledge(&self) {
        let _ = self.message.ack().await;
    }

    /// Returns whose and what a message is, the SHA-256 of the whole result, and the number of its parts; `None` where it is
    /// no part of a result.
    fn read(message: &jetstream::Message) -> Option<(ResultSubject, String, u32)> {
        let headers = message.headers.as_ref()?;
        let parts: u32 = headers.get(PARTS_HEADER)?.as_str().parse().ok()?;
        let digest = headers.get(DIGEST_HEADER)?.as_str().to_owned();
        let subject = ResultSubject::parse(message.subject.as_str())?;
        let fits = subject.part < parts && parts as usize <= MAX_BLOB / PART && message.payload.len() <= PART;
        fits.then_some((subject, digest, parts))
    }
}

impl Results {
    /// Returns what comes next within `patience`.
    pub async fn next(&mut self, patience: Duration) -> Incoming {
        let message = match timeout(patience, self.messages.next()).await {
            Err(_) => return Incoming::Nothing,
            Ok(Some(Ok(message))) => message,
            Ok(Some(Err(error))) => return Incoming::Ended(error.to_string()),
            Ok(None) => return Incoming::Ended("the request ended".to_owned()),
        };
        let Some(read) = Part::read(&message) else {
            let _ = message.ack_with(AckKind::Term).await;
            return Incoming::Foreign;
        };
        let (subject, digest, parts) = read;
        let effort = message.headers.as_ref().and_then(|headers| headers.get(EFFORT_HEADER));
        let effort = effort.and_then(|effort| Effort::parse(effort.as_str()));
        Incoming::Part(Box::new(Part { subject, digest, parts, effort, message }))
    }
}
