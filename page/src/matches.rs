//! The matches, tournaments and leagues below a folder, as their files tell. Nothing is written, and no lock is taken.

mod listing;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::http::StatusCode;
use damier_arena::watch::{Kind, Stamp, Summary, Watched};

pub(crate) use self::listing::{Entry, Listing};
use crate::{error::ApiError, folder_name::is_plain, watchers::Watchers};

/// Folders whose games are kept in memory.
const MOST_KEPT: usize = 16;
/// Bytes of logs that one list reads; larger ones are read when they are opened.
const MOST_BYTES_OF_LIST: u64 = 32 << 20;
/// The name of the folder itself, where it is that of a match.
const ITSELF: &str = ".";

/// The folder of `--games`, and what was read there.
pub(crate) struct Matches {
    root: Option<PathBuf>,
    state: Mutex<State>,
    pub(crate) watchers: Watchers,
}

#[derive(Default)]
struct State {
    /// The one that was asked for last at the end.
    kept: Vec<(String, Arc<Mutex<Watched>>)>,
    /// What lists said, with the stamp of the files that said it.
    summaries: HashMap<String, (Stamp, Result<Summary, String>)>,
}

impl Matches {
    /// Creates the store of a folder.
    pub(crate) fn new(root: Option<PathBuf>) -> Self {
        Self { root, state: Mutex::default(), watchers: Watchers::of("matches") }
    }

    /// Returns the folder as it was given.
    pub(crate) fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// Lists the folder; nothing where the server was given none.
    pub(crate) fn list(&self) -> Listing {
        self.root.as_deref().map(Listing::of).unwrap_or_default()
    }

    /// Returns what a list says of a folder: read before, or read now where `left` bytes suffice; `None` where they do not.
    pub(crate) fn summary(&self, name: &str, left: &mut u64) -> Option<Result<Summary, String>> {
        let stamp =
            self.find(name).and_then(|folder| Stamp::of_folder(&folder).map_err(|error| unreadable(&error)));
        let stamp = match stamp {
            Ok(stamp) => stamp,
            Err(error) => return Some(Err(error.message)),
        };
        if let Some((_, known)) = self.state().summaries.get(name).filter(|(known, _)| *known == stamp) {
            return Some(known.clone());
        }
        *left = left.checked_sub(stamp.log_bytes())?;
        let summary = self.with(name, |watched| Ok(watched.summary())).map_err(|error| error.message);
        let mut state = self.state();
        if state.summaries.len() > listing::MOST_ENTRIES {
            state.summaries.clear();
        }
        state.summaries.insert(name.to_owned(), (stamp, summary.clone()));
        Some(summary)
    }

    /// Returns the bytes that one list may read.
    pub(crate) fn bytes_of_list() -> u64 {
        MOST_BYTES_OF_LIST
    }

    /// Does something with what a folder holds now.
    ///
    /// # Errors
    /// There is none of that name, it cannot be read, or those of `use_it`.
    pub(crate) fn with<T>(
        &self,
        name: &str,
        use_it: impl FnOnce(&Watched) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let folder = self.find(name)?;
        let known = {
            let mut state = self.state();
            let at = state.kept.iter().position(|(known, _)| known == name);
            at.map(|at| {
                let kept = state.kept.remove(at);
                let watched = Arc::clone(&kept.1);
                state.kept.push(kept);
                watched
            })
        };
        let watched = match known {
            Some(watched) => watched,
            None => {
                let watched = Watched::open(&folder).map_err(|error| unreadable(&error))?;
                let watched = Arc::new(Mutex::new(watched));
                let mut state = self.state();
                state.kept.retain(|(known, _)| known != name);
                state.kept.push((name.to_owned(), Arc::clone(&watched)));
                let surplus = state.kept.len().saturating_sub(MOST_KEPT);
                state.kept.drain(..surplus);
                watched
            }
        };
        let mut watched = watched.lock().unwrap_or_else(PoisonError::into_inner);
        watched.refresh().map_err(|error| unreadable(&error))?;
        use_it(&watched)
    }

    /// Returns the folder of a name.
    ///
    /// # Errors
    /// There is none, or it leads out of the folder of `--games`.
    fn find(&self, name: &str) -> Result<PathBuf, ApiError> {
        let none = || {
            let message = "there is no match of that name; /api/v1/matches lists those that there are";
            ApiError { at: Some("name".to_owned()), ..ApiError::new(StatusCode::NOT_FOUND, message) }
        };
        let is_inside = name == ITSELF || name.split('/').all(is_plain);
        let root = self.root.as_ref().filter(|_| is_inside).ok_or_else(none)?;
        let path = root.join(name);
        let (Ok(real_root), Ok(real)) = (root.canonicalize(), path.canonicalize()) else {
            return Err(none());
        };
        if !real.starts_with(&real_root) {
            let message = listing::LEADS_OUT;
            return Err(ApiError {
                at: Some("name".to_owned()),
                ..ApiError::new(StatusCode::FORBIDDEN, message)
            });
        }
        if Kind::of(&real).is_some() { Ok(path) } else { Err(none()) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the refusal of a folder that cannot be shown.
pub(crate) fn unreadable(error: &damier_arena::watch::WatchError) -> ApiError {
    ApiError { at: Some("name".to_owned()), ..ApiError::new(StatusCode::CONFLICT, error.to_string()) }
}
