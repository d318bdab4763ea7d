//! Those who watch something that changes: how many they may be, and when they have to stop.

use std::{sync::Arc, time::Duration};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::error::ApiError;

/// Watchers of one kind at the same time.
const MOST: usize = 64;
/// Pause between two looks.
const PAUSE: Duration = Duration::from_secs(1);

/// Those who watch things of one kind.
pub(crate) struct Watchers {
    /// What they watch, in words.
    what: &'static str,
    places: Arc<Semaphore>,
    ended: watch::Sender<bool>,
}

/// The right to watch; it ends when it is dropped.
pub(crate) struct Watching {
    ended: watch::Receiver<bool>,
    _place: OwnedSemaphorePermit,
}

impl Watchers {
    /// Creates the watchers of a kind, such as `runs`; none are there yet.
    pub(crate) fn of(what: &'static str) -> Self {
        Self { what, places: Arc::new(Semaphore::new(MOST)), ended: watch::Sender::new(false) }
    }

    /// Returns the right to watch.
    ///
    /// # Errors
    /// As many watch as may.
    pub(crate) fn enter(&self) -> Result<Watching, ApiError> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            let what = self.what;
            ApiError::busy(format!(
                "{MOST} {what} are watched already; close another page, or ask again later"
            ))
        })?;
        Ok(Watching { ended: self.ended.subscribe(), _place: place })
    }

    /// Ends all watching.
    pub(crate) fn close(&self) {
        self.ended.send_replace(true);
    }
}

impl Watching {
    /// Waits until it is time to look again; false where watching has ended.
    pub(crate) async fn pause(&mut self) -> bool {
        tokio::time::timeout(PAUSE, self.ended.wait_for(|ended| *ended)).await.is_err()
    }
}
