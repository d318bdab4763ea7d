//! Server-sent events: answers that come bit by bit.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use futures_core::Stream;
use serde::Serialize;
use tokio::{
    sync::mpsc,
    time::{Instant, Interval, interval_at},
};

/// Events on their way to a client that reads slowly; of further ones only what matters is kept.
const MOST_PENDING: usize = 16;
/// Pause after which a comment shows whether the client is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(5);
const COMMENT: &[u8] = b":\n\n";

/// The events of an answer; they are dropped when the client is gone.
pub(crate) struct Events {
    pending: mpsc::Receiver<Bytes>,
    alive: Interval,
}

/// Where events are put.
#[derive(Clone)]
pub(crate) struct EventSink {
    pending: mpsc::Sender<Bytes>,
}

/// Creates events, and where to put them.
pub(crate) fn events() -> (EventSink, Events) {
    let (sender, pending) = mpsc::channel(MOST_PENDING);
    (
        EventSink { pending: sender },
        Events { pending, alive: interval_at(Instant::now() + KEEP_ALIVE, KEEP_ALIVE) },
    )
}

impl EventSink {
    /// Sends an event that a later one replaces; drops it where the client has not read those before.
    pub(crate) fn report(&self, name: &str, data: &impl Serialize) {
        if self.pending.capacity() > MOST_PENDING / 2 {
            let _ = self.pending.try_send(event(name, data));
        }
    }

    /// Whether the client is gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.pending.is_closed()
    }

    /// Waits until the client is gone.
    pub(crate) async fn closed(&self) {
        self.pending.closed().await;
    }

    /// Sends an event that must arrive; waits until the client has read enough of those before. Returns false where it is
    /// gone.
    pub(crate) fn send<T: Serialize>(&self, name: &str, data: &T) -> impl Future<Output = bool> + use<T> {
        let (pending, event) = (self.pending.clone(), event(name, data));
        async move { pending.send(event).await.is_ok() }
    }
}

fn event(name: &str, data: &impl Serialize) -> Bytes {
    let data = serde_json::to_string(data).expect("numbers and texts are always written");
    format!("event: {name}\ndata: {data}\n\n").into()
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Poll::Ready(event) = self.pending.poll_recv(context) {
            self.alive.reset();
            return Poll::Ready(event.map(Ok));
        }
        match self.alive.poll_tick(context) {
            Poll::Ready(_) => Poll::Ready(Some(Ok(Bytes::from_static(COMMENT)))),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl IntoResponse for Events {
    fn into_response(self) -> Response {
        let kind = (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        // Proxies hold back what they may buffer.
        let unbuffered =
            (header::HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
        ([kind, unbuffered], Body::from_stream(self)).into_response()
    }
}
