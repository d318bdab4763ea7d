//! An engine of others at the board.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use damier_rules::{AnyGame, AnyMove, Game};

use super::{
    Description, Language, Lifetime,
    driver::{Driver, wrong_name},
    drivers::{self, connect},
    gate::{Gate, Leave},
    journal::Journal,
    link::Link,
    pace,
    process::Process,
};
use crate::{
    competitor::{AfterTrial, Cause, Choice, Competitor, Entrant, Failure, Searches, Turn},
    error::ArenaError,
};

/// What is needed to start an engine.
#[derive(Clone)]
pub(super) struct Setup {
    pub(super) game: AnyGame,
    pub(super) description: Arc<Description>,
    journals: Option<PathBuf>,
    /// For an engine that can be there only once.
    gate: Option<Gate>,
    /// One that was started before the match and waits for its first game.
    waiting: Arc<Mutex<Option<Session>>>,
}

impl Setup {
    /// Starts the engine to see that it gets ready.
    fn try_out(&self, after: AfterTrial) -> Result<(), Failure> {
        let session = Session::start(self)?;
        // One that can be there only once must not be in the way of those that play.
        if after == AfterTrial::Stays && self.gate.is_none() {
            *self.waiting() = Some(session);
        } else {
            session.part();
        }
        Ok(())
    }

    fn waiting(&self) -> MutexGuard<'_, Option<Session>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The engine of a description as it enters a match of `game`; what it says is kept in the folder `journals`.
///
/// # Errors
/// The game is not played over its protocol, or its program cannot be found.
pub(crate) fn entrant(
    game: &AnyGame,
    description: Description,
    journals: Option<&Path>,
) -> Result<Entrant, ArenaError> {
    let engine = description.name.clone();
    let wrong = |reason| ArenaError::Engine { engine: engine.clone(), reason };
    if description.protocol.dialect().is_some_and(|dialect| !game.dialects().contains(&dialect)) {
        return Err(wrong(format!(
            "it speaks {}, in which {} is not played",
            description.protocol,
            game.id()
        )));
    }
    description.program().map_err(wrong)?;
    let gate = description.dxp.port.map(|_| Gate::new());
    let ponders = description.protocol.ponders();
    let description = Arc::new(description);
    let journals = journals.map(Path::to_owned);
    let threads = description.threads.map(|threads| threads as usize);
    let setup = Setup {
        game: game.clone(),
        description: Arc::clone(&description),
        journals,
        gate,
        waiting: Arc::default(),
    };
    let tried = setup.clone();
    let entrant = Entrant::new(engine, Searches::Limited, move || {
        Box::new(RivalCompetitor { setup: setup.clone(), session: None, failure: None })
    });
    let entrant = entrant.refusing(move |wanted| pace::check(&description, wanted));
    Ok(entrant.pondering(ponders).with_threads(threads).trying(move |after| tried.try_out(after)))
}

/// An engine of others at the board.
struct RivalCompetitor {
    setup: Setup,
    session: Option<Session>,
    /// Why it cannot play this game.
    failure: Option<Failure>,
}

/// An engine that runs.
struct Session {
    link: Link,
    driver: Box<dyn Driver>,
    leave: Option<Leave>,
}

impl Session {
    fn start(setup: &Setup) -> Result<Self, Failure> {
        let leave = setup.gate.as_ref().map(Gate::enter);
        let description = &setup.description;
        let failed = |error: String| Failure::new(Cause::Start, error);
        let journal = match &setup.journals {
            Some(folder) => {
                let begun = Journal::begin(folder, &description.name);
                begun.map_err(|error| failed(format!("its log in {}: {error}", folder.display())))?
            }
            None => Journal::default(),
        };
        let link = if description.protocol == Language::Dxp {
            connect(description, &journal)?
        } else {
            let program = description.program().map_err(failed)?;
            let (process, input, output) = Process::start(description, &program, None, &journal)?;
            Link::over_pipes(process, input, output, journal)
        };
        let mut session = Self { link, driver: drivers::driver(setup), leave };
        let name = session.driver.greet(&mut session.link)?;
        if let Some(expected) = &description.introduces {
            let name = name.unwrap_or_default();
            if !name.contains(expected.as_str()) {
                return Err(wrong_name(&name, expected));
            }
        }
        Ok(session)
    }

    fn part(self) {
        self.link.part(self.driver.farewell());
        drop(self.leave);
    }
}

impl RivalCompetitor {
    /// An engine that is ready for another game. One that died since the last one is started anew.
    fn ready(&mut self) -> Result<Session, Failure> {
        let there = self.session.take().or_else(|| self.setup.waiting().take());
        if let Some(mut session) = there
            && session.driver.new_game(&mut session.link).is_ok()
        {
            return Ok(session);
        }
        let mut session = Session::start(&self.setup)?;
        session.driver.new_game(&mut session.link)?;
        Ok(session)
    }
}

impl Competitor for RivalCompetitor {
    fn new_game(&mut self, _: u64) {
        self.failure = None;
        match self.ready() {
            Ok(session) => self.session = Some(session),
            Err(failure) => self.failure = Some(failure),
        }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        let gone = || Failure::new(Cause::Start, "it was not started");
        let Some(session) = &mut self.session else { return Err(self.failure.clone().unwrap_or_else(gone)) };
        let choice = session.driver.choose(&mut session.link, turn);
        if let Err(failure) = &choice {
            // Whatever it still has to say belongs to no game: it is ended, and started anew for the next one.
            self.failure = Some(failure.clone());
            self.session = None;
        }
        choice
    }

    fn ponder(&mut self, turn: &Turn<'_>) {
        let Some(session) = &mut self.session else { return };
        if let Err(failure) = session.driver.ponder(&mut session.link, turn) {
            // It is told when the engine is asked for its next move.
            self.failure = Some(failure);
            self.session = None;
        }
    }

    fn end_game(&mut self) {
        let Some(mut session) = self.session.take() else { return };
        let ended = session.driver.end_game(&mut session.link);
        let fixed = self.setup.gate.is_some();
        match (ended, self.setup.description.process) {
            (Ok(()), Lifetime::Match) if !fixed => self.session = Some(session),
            // An engine that can be there only once makes room for the other games.
            (Ok(()), _) => session.part(),
            (Err(_), _) => {}
        }
    }
}

impl Drop for RivalCompetitor {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            session.part();
        }
    }
}
