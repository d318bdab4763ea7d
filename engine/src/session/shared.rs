//! A session that notices when two threads use it at once, and whose search is stopped from any thread.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::{Found, Session, SessionError};
use crate::search::{Limits, StopHandle};

/// A session for callers who may have threads that Rust knows nothing of.
pub struct SharedSession {
    state: Mutex<State>,
    /// Of the search that runs, or ran last.
    control: Mutex<StopHandle>,
}

/// The session, held by one thread, and what its last search found.
pub struct State {
    session: Session,
    /// Until the position changes.
    found: Option<Found>,
}

impl SharedSession {
    /// Around a session.
    pub fn new(session: Session) -> Self {
        Self { state: Mutex::new(State { session, found: None }), control: Mutex::new(StopHandle::new()) }
    }

    /// The session, for this thread alone.
    ///
    /// # Errors
    /// Another thread uses it; or a call panicked that did.
    pub fn state(&self) -> Result<MutexGuard<'_, State>, SessionError> {
        self.state.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => SessionError::Busy,
            TryLockError::Poisoned(_) => SessionError::Broken,
        })
    }

    /// Searches, as [`Session::search`]; [`State::found`] keeps what was found.
    ///
    /// # Errors
    /// As [`state`](Self::state); or the game is over.
    pub fn search(&self, limits: &Limits) -> Result<Found, SessionError> {
        let mut state = self.state()?;
        let control = StopHandle::new();
        *self.current() = control.clone();
        let found = state.session.search(limits, &control)?;
        state.found = Some(found.clone());
        Ok(found)
    }

    /// Stops the search that runs, from any thread; does nothing where none runs.
    pub fn stop(&self) {
        self.current().stop();
    }

    fn current(&self) -> MutexGuard<'_, StopHandle> {
        // Nothing can panic while it is held.
        self.control.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// To look at it.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// To judge the position.
    ///
    /// # Errors
    /// As [`Session::judge`].
    pub fn judge(&mut self) -> Result<super::Judgement, SessionError> {
        self.session.judge()
    }

    /// Changes the position; what was found before is forgotten.
    ///
    /// # Errors
    /// What `change` says.
    pub fn change<T>(
        &mut self,
        change: impl FnOnce(&mut Session) -> Result<T, SessionError>,
    ) -> Result<T, SessionError> {
        let result = change(&mut self.session)?;
        self.found = None;
        Ok(result)
    }

    /// What the last search in this position found.
    ///
    /// # Errors
    /// There was none.
    pub fn found(&self) -> Result<&Found, SessionError> {
        self.found.as_ref().ok_or(SessionError::NotSearched)
    }
}
