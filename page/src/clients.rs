//! How often each client may ask for a search.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr},
    sync::{Mutex, PoisonError},
    time::Instant,
};

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
};

use crate::error::ApiError;

/// Searches that a client may ask for at once after a pause.
const BURST: f64 = 120.0;
/// Searches a second that it may ask for in the long run.
const PER_SECOND: f64 = 30.0;
/// Clients above which those that paused are forgotten.
const MOST_CLIENTS: usize = 4096;

/// The client of a request, by its address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        // Requests without a connection come from this process.
        Ok(parts.extensions.get().copied().unwrap_or(Self(IpAddr::V4(Ipv4Addr::LOCALHOST))))
    }
}

/// Token bucket of each client.
#[derive(Default)]
pub(crate) struct Clients {
    buckets: Mutex<HashMap<Peer, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    /// Searches left at `since`.
    left: f64,
    since: Instant,
}

impl Bucket {
    fn left_at(self, now: Instant) -> f64 {
        (self.left + PER_SECOND * now.saturating_duration_since(self.since).as_secs_f64()).min(BURST)
    }
}

impl Clients {
    /// Counts a search of a client.
    ///
    /// # Errors
    /// It has asked too often.
    pub(crate) fn admit(&self, peer: Peer) -> Result<(), ApiError> {
        self.admit_at(peer, Instant::now())
    }

    fn admit_at(&self, peer: Peer, now: Instant) -> Result<(), ApiError> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MOST_CLIENTS {
            buckets.retain(|_, bucket| bucket.left_at(now) < BURST);
        }
        let bucket = buckets.entry(peer).or_insert(Bucket { left: BURST, since: now });
        let left = bucket.left_at(now);
        *bucket = Bucket { left: if left < 1.0 { left } else { left - 1.0 }, since: now };
        if left < 1.0 {
            let message =
                format!("at most {PER_SECOND} searches a second are answered; ask again in a second");
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, message));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_client_that_asks_too_often_waits_and_others_do_not() {
        let clients = Clients::default();
        let [one, other] = [1, 2].map(|last| Peer(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last))));
        let start = Instant::now();
        for _ in 0..BURST as usize {
            clients.admit_at(one, start).expect("within the burst");
        }
        let refused = clients.admit_at(one, start).expect_err("beyond it");
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        clients.admit_at(other, start).expect("another client");
        let later = start + Duration::from_secs(1);
        for _ in 0..PER_SECOND as usize {
            clients.admit_at(one, later).expect("a second later");
        }
        assert!(clients.admit_at(one, later).is_err());
    }
}
