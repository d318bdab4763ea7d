//! An engine of others at the board.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use damier_rules::{AnyGame, AnyMove, Game, Notation};

use super::{
    Description, EngineProtocol, Lifetime,
    connection::Connection,
    driver::{Driver, wrong_name},
    drivers::{self, connect},
    process::Process,
    semaphore::{Permit, Semaphore},
    supported_pace,
    transcript::Transcript,
};
use crate::{
    competitor::{AfterTrial, Cause, Choice, Competitor, Failure, Introduction, Participant, Searches, Turn},
    error::ArenaError,
};

/// What is needed to start an engine.
#[derive(Clone)]
pub(super) struct Setup {
    pub(super) game: AnyGame,
    pub(super) description: Arc<Description>,
    transcripts: Option<PathBuf>,
    /// For an engine that can be there only once.
    semaphore: Option<Semaphore>,
    /// One that was started before the match and waits for its first game.
    waiting: Arc<Mutex<Option<Session>>>,
}

impl Setup {
    /// Starts the engine to see that it gets ready.
    fn try_out(&self, after: AfterTrial) -> Result<Introduction, Failure> {
        let session = Session::start(self)?;
        let introduction = session.introduction.clone();
        // One that can be there only once must not be in the way of those that play.
        if after == AfterTrial::KeepsRunning && self.semaphore.is_none() {
            *self.waiting() = Some(session);
        } else {
            session.quit();
        }
        Ok(introduction)
    }

    fn waiting(&self) -> MutexGuard<'_, Option<Session>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the engine of a description as it enters a match of `game`; what it says is kept in the folder
/// `transcripts`.
///
/// # Errors
/// The game is not played over its protocol, or its program cannot be found.
pub(crate) fn participant(
    game: &AnyGame,
    description: Description,
    transcripts: Option<&Path>,
) -> Result<Participant, ArenaError> {
    let engine = description.name.clone();
    let wrong = |reason| ArenaError::Engine { engine: engine.clone(), reason };
    if !game.has_format(description.protocol.notation()) {
        return Err(wrong(format!(
            "it speaks {}, in which {} is not played",
            description.protocol,
            game.id()
        )));
    }
    description.program().map_err(wrong)?;
    let semaphore = description.dxp.port.map(|_| Semaphore::new());
    let ponders = description.protocol.ponders();
    let description = Arc::new(description);
    let transcripts = transcripts.map(Path::to_owned);
    let threads = description.threads.map(|threads| threads as usize);
    let setup = Setup {
        game: game.clone(),
        description: Arc::clone(&description),
        transcripts,
        semaphore,
        waiting: Arc::default(),
    };
    let tried = setup.clone();
    let participant = Participant::new(engine, Searches::Limited, move || {
        Box::new(ExternalCompetitor { setup: setup.clone(), session: None, failure: None })
    });
    let participant = participant.refusing(move |wanted| supported_pace::check(&description, wanted));
    Ok(participant.pondering(ponders).with_threads(threads).trying(move |after| tried.try_out(after)))
}

/// An engine of others at the board.
struct ExternalCompetitor {
    setup: Setup,
    session: Option<Session>,
    /// Why it cannot play this game.
    failure: Option<Failure>,
}

/// An engine that runs.
struct Session {
    connection: Connection,
    driver: Box<dyn Driver>,
    permit: Option<Permit>,
    introduction: Introduction,
}

impl Session {
    fn start(setup: &Setup) -> Result<Self, Failure> {
        let permit = setup.semaphore.as_ref().map(Semaphore::acquire);
        let description = &setup.description;
        let failed = |error: String| Failure::new(Cause::Start, error);
        let transcript = match &setup.transcripts {
            Some(folder) => {
                let begun = Transcript::begin(folder, &description.name);
                begun.map_err(|error| failed(format!("its log in {}: {error}", folder.display())))?
            }
            None => Transcript::default(),
        };
        let mut connection = if description.protocol == EngineProtocol::Dxp {
            connect(description, &transcript)?
        } else {
            let program = description.program().map_err(failed)?;
            let (process, input, output) = Process::start(description, &program, None, &transcript)?;
            Connection::over_pipes(process, input, output, transcript)
        };
        let mut driver = drivers::driver(setup.game.clone(), Arc::clone(description));
        let introduction = driver.handshake(&mut connection)?;
        if let Some(expected) = &description.introduces {
            let name = introduction.name.as_deref().unwrap_or_default();
            if !name.contains(expected.as_str()) {
                return Err(wrong_name(name, expected));
            }
        }
        Ok(Self { connection, driver, permit, introduction })
    }

    fn quit(self) {
        self.connection.quit(self.driver.quit_command());
        drop(self.permit);
    }
}

impl ExternalCompetitor {
    /// An engine that is ready for another game. One that died since the last one is started anew.
    fn ready(&mut self) -> Result<Session, Failure> {
        let there = self.session.take().or_else(|| self.setup.waiting().take());
        if let Some(mut session) = there
            && session.driver.new_game(&mut session.connection).is_ok()
        {
            return Ok(session);
        }
        let mut session = Session::start(&self.setup)?;
        session.driver.new_game(&mut session.connection)?;
        Ok(session)
    }
}

impl Competitor for ExternalCompetitor {
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
        let choice = session.driver.choose(&mut session.connection, turn);
        if let Err(failure) = &choice {
            // Whatever it still has to say belongs to no game: it is ended, and started anew for the next one.
            self.failure = Some(failure.clone());
            self.session = None;
        }
        choice
    }

    fn ponder(&mut self, turn: &Turn<'_>) {
        let Some(session) = &mut self.session else { return };
        if let Err(failure) = session.driver.ponder(&mut session.connection, turn) {
            // The failure counts when the engine is asked for its next move.
            self.failure = Some(failure);
            self.session = None;
        }
    }

    fn end_game(&mut self) {
        let Some(mut session) = self.session.take() else { return };
        let ended = session.driver.end_game(&mut session.connection);
        let fixed = self.setup.semaphore.is_some();
        match (ended, self.setup.description.process) {
            (Ok(()), Lifetime::Match) if !fixed => self.session = Some(session),
            // An engine that can be there only once makes room for the other games.
            (Ok(()), _) => session.quit(),
            (Err(_), _) => {}
        }
    }
}

impl Drop for ExternalCompetitor {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            session.quit();
        }
    }
}
