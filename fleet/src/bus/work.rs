//! Items: issued by the coordinator, taken one by one by workers.

use std::time::Duration;

use async_nats::{
    HeaderMap,
    jetstream::{self, AckKind, consumer::pull, message::PublishMessage},
};
use futures_util::{FutureExt as _, StreamExt as _, future::select_all};
use tokio::time::timeout;

use super::{
    Bus, BusError, Failed,
    error::{Refusal, refusal},
};
use crate::{class::Class, wire::WORK};

/// How often something is sent before it is given up.
const ATTEMPTS: u32 = 12;
/// How long a request for items or results stands.
pub(super) const EXPIRES: Duration = Duration::from_secs(30);
/// How often the broker says that a request still stands.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(5);
/// How long an item that this worker cannot play waits before it goes to another.
const REFUSED: Duration = Duration::from_secs(30);

/// What became of an item that was issued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offered {
    /// It waits now.
    New,
    /// It waited already, or is out.
    Queued,
}

/// What became of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Published {
    /// The broker has it.
    New,
    /// One of its subject waits already.
    Queued,
    /// The stream has no room.
    Full,
}

impl Bus {
    /// Issues an item at its subject, such as [`work_subject`](crate::wire::work_subject) makes.
    ///
    /// # Errors
    /// If the broker does not take it after several attempts.
    pub async fn offer(&self, subject: String, item: Vec<u8>) -> Result<Offered, BusError> {
        let action = "queue an item";
        match self.publish(&subject, None, item.into(), action).await? {
            Published::New => Ok(Offered::New),
            Published::Queued => Ok(Offered::Queued),
            Published::Full => Err(BusError::Broker { action, reason: "its stream is full".to_owned() }),
        }
    }

    /// Returns whether no item of a class, of whatever order, waits for a worker; `None` where the broker does not say.
    pub async fn is_idle(&self, class: Class) -> Option<bool> {
        let workers = class.consumer();
        let found = self.context.get_consumer_from_stream::<pull::Config, _, _>(workers, WORK).await;
        found.ok().map(|consumer| consumer.cached_info().num_pending == 0)
    }

    /// Takes back the items of an order that no worker has.
    pub async fn withdraw(&self, class: Class, order: &str) {
        // What stays is played for nothing, and then refused as not wanted.
        if let Ok(stream) = self.context.get_stream_no_info(WORK).await {
            let _ = stream.purge().filter(format!("{}.{order}.>", class.subjects())).await;
        }
    }

    /// Publishes into a stream and waits until the broker has it. Where the stream has no leader, it is tried again.
    pub(super) async fn publish(
        &self,
        subject: &str,
        headers: Option<HeaderMap>,
        payload: bytes::Bytes,
        action: &'static str,
    ) -> Result<Published, BusError> {
        self.insist(action, ATTEMPTS, async || {
            let message = PublishMessage::build().payload(payload.clone());
            let message = match &headers {
                Some(headers) => message.headers(headers.clone()),
                None => message,
            };
            let sent = async { self.context.send_publish(subject.to_owned(), message).await?.await };
            let Err(error) = sent.await else { return Ok(Published::New) };
            let reason = error.to_string();
            match refusal(&reason) {
                Refusal::Queued => Ok(Published::Queued),
                Refusal::Full => Ok(Published::Full),
                Refusal::Again => Err(Failed::Again(reason)),
                Refusal::Never => Err(Failed::Never(reason)),
            }
        })
        .await
    }

    /// Begins to take items, those of each class that a worker of this one takes.
    ///
    /// # Errors
    /// [`BusError::Broker`] where no coordinator has prepared the broker yet, or it is gone; or it forbids that.
    pub async fn work(&self) -> Result<Work, BusError> {
        let mut queues = Vec::new();
        for class in self.class.takes() {
            queues.push(self.queue(*class).await?);
        }
        Ok(Work { queues })
    }

    async fn queue(&self, class: Class) -> Result<Queue, BusError> {
        let workers = class.consumer();
        let found = self.context.get_consumer_from_stream::<pull::Config, _, _>(workers, WORK).await;
        let failed = |reason: String| match self.check() {
            Err(forbidden) => forbidden,
            Ok(()) => BusError::Broker { action: "give out items", reason },
        };
        let consumer = found.map_err(|error| failed(error.to_string()))?;
        let ack_wait = consumer.cached_info().config.ack_wait;
        // One at a time: what is fetched beyond it waits here while others have nothing.
        let request = consumer
            .stream()
            .max_messages_per_batch(1)
            .heartbeat(HEARTBEAT)
            .expires(EXPIRES)
            .messages()
            .await;
        let messages = request.map_err(|error| failed(error.to_string()))?;
        Ok(Queue { messages, ack_wait })
    }
}

/// The items that a worker takes.
pub struct Work {
    queues: Vec<Queue>,
}

/// The items of a class that a worker takes.
struct Queue {
    messages: pull::Stream,
    ack_wait: Duration,
}

impl Queue {
    /// Waits for the next item.
    async fn next(&mut self) -> Result<WorkItem, String> {
        match self.messages.next().await {
            Some(Ok(message)) => Ok(WorkItem { message, ack_wait: self.ack_wait }),
            Some(Err(error)) => Err(error.to_string()),
            None => Err("the request ended".to_owned()),
        }
    }
}

impl Work {
    /// Returns the next item; `Ok(None)` where there is none for `patience`.
    ///
    /// # Errors
    /// What ended a request; [`Bus::work`] begins others.
    pub async fn next(&mut self, patience: Duration) -> Result<Option<WorkItem>, String> {
        let waiting: Vec<_> = self.queues.iter_mut().map(|queue| Box::pin(queue.next())).collect();
        match timeout(patience, select_all(waiting)).await {
            Err(_) => Ok(None),
            Ok((next, ..)) => next.map(Some),
        }
    }

    /// Ends the requests for items while one is played. Returns `None` where the only request stands and is asked no more
    /// until then: of several the others would bring items here that wait for it.
    pub async fn paused(mut self) -> Option<Self> {
        if self.queues.len() == 1 {
            return Some(self);
        }
        for queue in &mut self.queues {
            // What is here already goes to another worker at once.
            while let Some(Ok(item)) = queue.next().now_or_never() {
                item.give_back().await;
            }
        }
        None
    }
}

/// An item that this worker has.
#[derive(Debug)]
pub struct WorkItem {
    message: jetstream::Message,
    ack_wait: Duration,
}

impl WorkItem {
    /// Returns its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.message.payload
    }

    /// Returns how often the broker wants to hear of it: else it goes to another worker.
    pub fn interval(&self) -> Duration {
        self.ack_wait / 3
    }

    /// Says that it is worked on. One that is not heard of goes to another worker, so a failure needs no answer.
    pub async fn progress(&self) {
        let _ = self.message.ack_with(AckKind::Progress).await;
    }

    /// Says that its result lies with the broker.
    pub async fn finish(&self) {
        // Where the broker does not hear it, the item is played twice, and the result counts once.
        let _ = timeout(HEARTBEAT, self.message.double_ack()).await;
    }

    /// Gives it back at once, for another worker.
    pub async fn give_back(&self) {
        let _ = timeout(HEARTBEAT, self.message.ack_with(AckKind::Nak(None))).await;
    }

    /// Gives it back because this worker cannot play it.
    pub async fn refuse(&self) {
        let _ = timeout(HEARTBEAT, self.message.ack_with(AckKind::Nak(Some(REFUSED)))).await;
    }
}
