//! What all requests share.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use damier_engine::{engine::Judge, net::Net, opening_book::OpeningBook};
use damier_rules::{AnyGame, Game as _, any::AnyTablebase};
use tokio::sync::Semaphore;

use crate::{
    clients::Clients, engines::Engines, error::ApiError, matches::Matches, pool::Pool, runs::Runs,
    settings::Settings,
};

/// Short jobs, such as reading a game, that run at the same time.
const WORKERS: usize = 4;
/// Short jobs that run or wait.
const MOST_JOBS: usize = 256;
/// Searches that wait for their turn.
const LONGEST_QUEUE: usize = 256;
/// Engines that are kept, for each search that may run.
const ENGINES_PER_SEARCH: usize = 2;

/// Settings, engines, and the bounds on what is done at the same time.
pub(crate) struct Context {
    pub(crate) settings: Settings,
    pub(crate) engines: Arc<Engines>,
    pub(crate) searches: Arc<Pool>,
    pub(crate) clients: Clients,
    pub(crate) runs: Runs,
    pub(crate) matches: Matches,
    /// Jobs that run or wait, and those that run.
    jobs: Semaphore,
    workers: Semaphore,
    shipped: Mutex<HashMap<String, Shipped>>,
    /// The endgame tables of games, once they were looked for.
    tables: Mutex<HashMap<String, Option<Arc<AnyTablebase>>>>,
}

/// What comes with damier for a game, once it was read.
#[derive(Clone)]
struct Shipped {
    net: Arc<Net>,
    book: Option<Arc<OpeningBook>>,
}

/// What an engine of a game judges and opens by.
pub(crate) struct Knowledge {
    pub(crate) judge: Judge,
    pub(crate) book: Option<Arc<OpeningBook>>,
    pub(crate) tables: Option<Arc<AnyTablebase>>,
}

impl Context {
    /// Creates the context of a server.
    pub(crate) fn new(settings: Settings) -> Arc<Self> {
        let searches = settings.searches.max(1);
        Arc::new(Self {
            engines: Engines::new(ENGINES_PER_SEARCH * searches),
            searches: Pool::new(searches, LONGEST_QUEUE),
            clients: Clients::default(),
            runs: Runs::new(settings.runs.clone()),
            matches: Matches::new(settings.games.clone()),
            jobs: Semaphore::new(MOST_JOBS),
            workers: Semaphore::new(WORKERS),
            shipped: Mutex::default(),
            tables: Mutex::default(),
            settings,
        })
    }

    /// Returns how many threads its jobs and searches take at most.
    pub(crate) fn most_threads(settings: &Settings) -> usize {
        WORKERS + settings.searches.max(1)
    }

    /// Runs a short job beside the thread that answers.
    ///
    /// # Errors
    /// Those of the job; or too many wait.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        job: impl FnOnce(&Self) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let busy =
            || ApiError::busy(format!("{MOST_JOBS} requests are being answered; ask again in a second"));
        let _place = self.jobs.try_acquire().map_err(|_| busy())?;
        let _turn = self.workers.acquire().await.map_err(|_| busy())?;
        let context = Arc::clone(self);
        tokio::task::spawn_blocking(move || job(&context)).await.map_err(|_| ApiError::internal())?
    }

    /// Says whether there is a net of a game.
    pub(crate) fn has_net(&self, game: &AnyGame) -> bool {
        self.given_net(game).is_some() || damier_nets::has_net(game)
    }

    /// Returns what to judge and open a game by: a net that was given or comes with damier; or neither.
    ///
    /// # Errors
    /// There is no such net, or it does not fit.
    pub(crate) fn knowledge(&self, game: &AnyGame, built_in: bool) -> Result<Knowledge, ApiError> {
        let tables = self.tables(game)?;
        if built_in {
            return Ok(Knowledge { judge: Judge::BuiltIn, book: None, tables });
        }
        let (net, book) = match self.given_net(game) {
            Some(net) => (net, None),
            None => {
                let Shipped { net, book } = self.shipped(game)?;
                (net, book)
            }
        };
        let judge = Judge::Net(net);
        judge.check_fits(game).map_err(|error| ApiError::at("game", error))?;
        Ok(Knowledge { judge, book, tables })
    }

    /// Returns the endgame tables of a game; `None` where there are none.
    ///
    /// # Errors
    /// A file is not a whole, sound table.
    pub(crate) fn tables(&self, game: &AnyGame) -> Result<Option<Arc<AnyTablebase>>, ApiError> {
        let Some(folder) = &self.settings.endgames else { return Ok(None) };
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = tables.get(game.id()) {
            return Ok(known.clone());
        }
        let found =
            damier_endgames::open_if_any(game, folder).map_err(|error| ApiError::at("game", error))?;
        tables.insert(game.id().to_owned(), found.clone());
        Ok(found)
    }

    fn given_net(&self, game: &AnyGame) -> Option<Arc<Net>> {
        self.settings.nets.iter().find(|net| net.arch().game == game.net_id()).cloned()
    }

    fn shipped(&self, game: &AnyGame) -> Result<Shipped, ApiError> {
        let mut shipped = self.shipped.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = shipped.get(game.id()) {
            return Ok(known.clone());
        }
        let net = damier_nets::net(game).map_err(|error| ApiError::no_net(&error))?;
        let book = damier_nets::book(game).map_err(|error| ApiError::no_net(&error))?;
        let read = Shipped { net: Arc::new(net), book: book.map(Arc::new) };
        shipped.insert(game.id().to_owned(), read.clone());
        Ok(read)
    }
}
