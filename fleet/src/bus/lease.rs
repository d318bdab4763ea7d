//! The lease of an order: one coordinator at a time has its games played. Two would take each other's results.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use async_nats::jetstream::{context::PublishErrorKind, message::PublishMessage, stream::DirectGetErrorKind};
use serde::{Deserialize, Serialize};
use tokio::{task::JoinHandle, time::sleep};

use super::{Bus, BusError, Failed, again};
use crate::{
    host,
    wire::{LEASE_SUBJECTS, LEASES},
};

/// How long a lease holds that is not renewed, by the broker's clock alone.
pub(super) const HOLDS: Duration = Duration::from_secs(30);
/// How often it is renewed.
const RENEWED: Duration = Duration::from_secs(10);
/// How often one of another machine is looked at, while it may be that of a coordinator that has ended.
const LOOK: Duration = Duration::from_millis(500);
/// How often the broker is asked before it is given up.
const ATTEMPTS: u32 = 10;

/// Who has a lease.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holder {
    /// The name of its machine.
    pub host: String,
    /// The number of its process there.
    pub pid: u32,
}

impl Holder {
    /// Returns this process.
    pub fn this() -> Self {
        Self { host: host::name(), pid: std::process::id() }
    }

    /// Whether it is a process of this machine that has ended.
    fn has_ended(&self) -> bool {
        self.host == host::name() && host::has_ended(self.pid)
    }
}

/// What lies with the broker.
#[derive(Debug)]
struct Found {
    /// The number of its message, which another one has once it was renewed.
    sequence: u64,
    holder: Holder,
}

/// A lease that this process has, until this is dropped.
#[derive(Debug)]
pub struct Lease {
    renewing: JoinHandle<()>,
    lost: Arc<Mutex<Option<Holder>>>,
}

impl Lease {
    /// Returns an error where another coordinator has it by now.
    ///
    /// # Errors
    /// [`BusError::Leased`].
    pub fn check(&self) -> Result<(), BusError> {
        let lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner).clone();
        lost.map_or(Ok(()), |holder| Err(BusError::Leased(holder)))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.renewing.abort();
    }
}

impl Bus {
    /// Takes the lease of an order. That of a coordinator that has ended is taken over, on this machine at once and
    /// otherwise after at most 30 s; `None` where `is_cancelled` says so meanwhile.
    ///
    /// # Errors
    /// [`BusError::Leased`] where another coordinator has it, or the broker does not answer.
    pub async fn lease(
        &self,
        order: &str,
        is_cancelled: impl Fn() -> bool,
    ) -> Result<Option<Lease>, BusError> {
        let this = Holder::this();
        let begun = Instant::now();
        let mut first = None;
        while !is_cancelled() {
            let found = self.leased(order).await?;
            let mut last = 0;
            if let Some(Found { sequence, holder }) = found {
                let is_renewed = *first.get_or_insert(sequence) != sequence;
                if holder != this && !holder.has_ended() {
                    // A process of this machine lives, one of another shows it by renewing.
                    if holder.host == this.host || is_renewed || begun.elapsed() > 2 * HOLDS {
                        return Err(BusError::Leased(holder));
                    }
                    sleep(LOOK).await;
                    continue;
                }
                last = sequence;
            }
            if self.put_lease(order, &this, last).await? {
                return Ok(Some(self.keep_lease(order, this)));
            }
        }
        Ok(None)
    }

    /// Gives the lease of an order back.
    pub async fn end_lease(&self, order: &str) {
        // What stays ends by itself.
        if let Ok(stream) = self.context.get_stream_no_info(LEASES).await {
            let _ = stream.purge().filter(format!("{LEASE_SUBJECTS}.{order}")).await;
        }
    }

    /// Renews a lease from now on.
    fn keep_lease(&self, order: &str, this: Holder) -> Lease {
        let (bus, order, lost) = (self.clone(), order.to_owned(), Arc::new(Mutex::new(None)));
        let seen = Arc::clone(&lost);
        let renewing = tokio::spawn(async move {
            loop {
                sleep(RENEWED).await;
                // A broker that is gone for a while may lose it: then it is taken again, if no other has.
                let Ok(found) = bus.look_at_lease(&order).await else { continue };
                let (last, holder) = found.map_or((0, None), |found| (found.sequence, Some(found.holder)));
                if let Some(other) = holder.filter(|holder| *holder != this) {
                    *seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(other);
                    return;
                }
                // One that could not be renewed is looked at again the next time.
                let _ = bus.write_lease(&order, &this, last).await;
            }
        });
        Lease { renewing, lost }
    }

    /// Returns who has the lease of an order.
    async fn leased(&self, order: &str) -> Result<Option<Found>, BusError> {
        self.insist("say who has a lease", ATTEMPTS, async || self.look_at_lease(order).await).await
    }

    async fn look_at_lease(&self, order: &str) -> Result<Option<Found>, Failed> {
        let subject = format!("{LEASE_SUBJECTS}.{order}");
        let stream = self.context.get_stream_no_info(LEASES).await.map_err(again)?;
        let message = match stream.direct_get_last_for_subject(subject.as_str()).await {
            Ok(message) => message,
            Err(error) if error.kind() == DirectGetErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(again(error)),
        };
        let holder = serde_json::from_slice(&message.payload)
            .map_err(|error| Failed::Never(format!("{subject}: {error}")))?;
        Ok(Some(Found { sequence: message.sequence, holder }))
    }

    /// Writes a lease where its last message is still the one with the number `last`, 0 for none. Returns whether that was
    /// so.
    async fn put_lease(&self, order: &str, holder: &Holder, last: u64) -> Result<bool, BusError> {
        self.insist("give a lease", ATTEMPTS, async || self.write_lease(order, holder, last).await).await
    }

    async fn write_lease(&self, order: &str, holder: &Holder, last: u64) -> Result<bool, Failed> {
        let subject = format!("{LEASE_SUBJECTS}.{order}");
        let payload = serde_json::to_vec(holder).expect("plain data");
        let message = PublishMessage::build().payload(payload.into()).expected_last_subject_sequence(last);
        let sent = async { self.context.send_publish(subject, message).await?.await };
        match sent.await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(false),
            Err(error) => Err(again(error)),
        }
    }
}
