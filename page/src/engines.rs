//! Engines that are kept, so that what was found is used again in the next move of a game.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use damier_engine::{
    AnyEngine,
    engine::{Level, Searcher},
    search::{RootMove, StopHandle},
};
use damier_rules::{AnyMove, AnyPosition, GameSoFar};

use crate::error::ApiError;

/// What tells apart engines that cannot stand for each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EngineKey {
    /// The identity of the game.
    pub(crate) game: String,
    pub(crate) built_in: bool,
    pub(crate) searcher: Searcher,
    /// A weak player must not know what a strong one has found.
    pub(crate) level: Level,
}

/// How long a running search may take to tell of its tree. It answers at once, unless it makes room in its memory.
const LONGEST_ANSWER: Duration = Duration::from_secs(2);

/// The engines that are idle, within a bound on all that there are.
pub(crate) struct Engines {
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The one that was used last at the end.
    idle: Vec<Kept>,
    /// The one that began last at the end.
    searching: Vec<Searching>,
    /// The number of the next search.
    next: u64,
    /// Engines that exist, idle or lent.
    all: usize,
}

/// An engine with the game that it knows.
struct Kept {
    key: EngineKey,
    engine: AnyEngine,
    start: AnyPosition,
    moves: Vec<AnyMove>,
}

/// A search that runs: its game, and the handle that its tree is asked by.
struct Searching {
    number: u64,
    key: EngineKey,
    start: AnyPosition,
    moves: Vec<AnyMove>,
    handle: StopHandle,
}

/// An engine in use; it is kept when it comes back by [`keep`](Self::keep).
pub(crate) struct Lent {
    engines: Arc<Engines>,
    kept: Option<Kept>,
    /// The number of its search that can be asked.
    search: Option<u64>,
}

impl Engines {
    /// Creates a store of at most `most` engines.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, state: Mutex::default() })
    }

    /// Returns an engine for a game: the one that knows it from a search before, or a new one, or one that forgets another
    /// game.
    ///
    /// # Errors
    /// Those of `make`.
    pub(crate) fn lend(
        self: &Arc<Self>,
        key: &EngineKey,
        so_far: &GameSoFar,
        make: impl FnOnce() -> Result<AnyEngine, ApiError>,
    ) -> Result<Lent, ApiError> {
        let kept = match self.take(key, so_far) {
            Some(kept) => kept,
            None => {
                Kept { key: key.clone(), engine: make()?, start: so_far.start().clone(), moves: Vec::new() }
            }
        };
        // Counted from here on, as what ends it is the end of the value.
        let mut lent = Lent { engines: Arc::clone(self), kept: Some(kept), search: None };
        self.state().all += 1;
        lent.know(so_far);
        Ok(lent)
    }

    /// Returns the moves behind a line in the tree of the current position of a game, that of a running search or that of
    /// an idle engine; `None` where there is none, or it does not go so far. It may block.
    pub(crate) fn moves_behind(
        &self,
        key: &EngineKey,
        so_far: &GameSoFar,
        line: &[AnyMove],
    ) -> Option<Vec<RootMove<AnyMove>>> {
        if let Some(found) = self.ask(key, so_far, line) {
            return found;
        }
        let state = self.state();
        let is_it =
            |kept: &&Kept| kept.key == *key && kept.start == *so_far.start() && kept.moves == so_far.moves();
        state.idle.iter().rev().find(is_it)?.engine.moves_behind(so_far.position(), line)
    }

    /// Asks a running search for the moves behind a line; `None` where none runs, or it does not answer.
    fn ask(
        &self,
        key: &EngineKey,
        so_far: &GameSoFar,
        line: &[AnyMove],
    ) -> Option<Option<Vec<RootMove<AnyMove>>>> {
        let is_it =
            |of: &&Searching| of.key == *key && of.start == *so_far.start() && of.moves == so_far.moves();
        let answer = {
            let state = self.state();
            let places = line.iter().map(|mv| mv.index()).collect();
            state.searching.iter().rev().find(is_it)?.handle.ask_tree(places)
        };
        let found = answer.recv_timeout(LONGEST_ANSWER).ok()?;
        let erased = |of: RootMove<usize>| {
            let RootMove { mv, visits, value, prior, proof } = of;
            RootMove { mv: AnyMove::at(mv), visits, value, prior, proof }
        };
        Some(found.map(|moves| moves.into_iter().map(erased).collect()))
    }

    /// Takes an idle engine; `None` where there is to be a new one.
    fn take(&self, key: &EngineKey, so_far: &GameSoFar) -> Option<Kept> {
        let mut state = self.state();
        let own = |kept: &Kept| kept.key == *key;
        let related = state.idle.iter().rposition(|kept| own(kept) && kept.is_of(so_far));
        let is_full = state.all >= self.most;
        let index = related.or_else(|| state.idle.iter().position(own).filter(|_| is_full));
        if let Some(index) = index {
            state.all -= 1;
            return Some(state.idle.remove(index));
        }
        if is_full && !state.idle.is_empty() {
            state.all -= 1;
            state.idle.remove(0);
        }
        None
    }

    /// Returns how many engines there are, idle or lent.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.state().all
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Forgets a search that could be asked.
    fn close(&mut self, number: Option<u64>) {
        self.searching.retain(|search| Some(search.number) != number);
    }
}

impl Kept {
    /// Whether a game goes on from the one it knows, or is an earlier state of it.
    fn is_of(&self, so_far: &GameSoFar) -> bool {
        let (known, moves) = (&self.moves[..], so_far.moves());
        self.start == *so_far.start() && (moves.starts_with(known) || known.starts_with(moves))
    }
}

impl Lent {
    /// Has it forget its game, unless that is this one.
    fn know(&mut self, so_far: &GameSoFar) {
        let Some(kept) = &mut self.kept else { return };
        if !kept.is_of(so_far) {
            kept.engine.new_game();
        }
        kept.start = so_far.start().clone();
        kept.moves = so_far.moves().to_vec();
    }

    /// Returns the engine.
    pub(crate) fn engine(&mut self) -> &mut AnyEngine {
        &mut self.kept.as_mut().expect("it is lent").engine
    }

    /// Lets others ask for the tree of the search that begins now and is stopped by `handle`.
    pub(crate) fn open(&mut self, handle: &StopHandle) {
        let Some(Kept { key, start, moves, .. }) = &self.kept else { return };
        let mut state = self.engines.state();
        let number = state.next;
        state.next += 1;
        let (key, start, moves) = (key.clone(), start.clone(), moves.clone());
        state.searching.push(Searching { number, key, start, moves, handle: handle.clone() });
        self.search = Some(number);
    }

    /// Keeps it for the next search.
    pub(crate) fn keep(mut self) {
        let kept = self.kept.take();
        let mut state = self.engines.state();
        state.close(self.search);
        state.idle.extend(kept);
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if self.kept.take().is_some() {
            // A search that failed inside: the state of its engine is unknown.
            let mut state = self.engines.state();
            state.close(self.search);
            state.all -= 1;
        }
    }
}
