//! What a session needs in every protocol: the game, the search thread, and the output.

use std::{
    fmt::Display,
    io::{self, Write},
    path::PathBuf,
};

use damier_engine::{
    engine::Judge,
    search::{Limits, SearchReport, StopHandle},
};
use damier_rules::{AnyGame, AnyMove, Game, NotationFormat};

use super::{
    ServeError,
    current_game::CurrentGame,
    judges::Judges,
    search_thread::{Answer, Search, SearchThread},
    settings::Settings,
};

/// The engine in a session: current game, search thread, settings and output.
pub(super) struct EngineHost<'o> {
    pub(super) current: CurrentGame,
    pub(super) search_thread: SearchThread,
    pub(super) settings: Settings,
    /// Description of what judges the game; or why nothing does, so that there is no search.
    judged_by: Result<String, String>,
    /// Fault of the last position, where it was wrong: there is none to search.
    error: Option<String>,
    out: &'o mut dyn Write,
    end: &'static str,
}

/// How a session goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    /// With the next line.
    Continue,
    /// It is over.
    Quit,
    /// With another game, of this identity.
    Game(String),
}

impl<'o> EngineHost<'o> {
    /// Creates a host for `game`, written in `format`; every line of output ends with `end`.
    ///
    /// # Errors
    /// The endgame tables of the game are damaged.
    pub(super) fn new(
        game: AnyGame,
        format: NotationFormat,
        settings: Settings,
        out: &'o mut dyn Write,
        end: &'static str,
    ) -> Result<Self, ServeError> {
        let (search_thread, judged_by) = start(&game, &settings)?;
        Ok(Self {
            current: CurrentGame::new(game, format),
            search_thread,
            settings,
            judged_by,
            error: None,
            out,
            end,
        })
    }

    /// Returns a description of what judges the game; or why nothing does, with the remedy.
    pub(super) fn judged_by(&self) -> Result<&str, &str> {
        self.judged_by.as_deref().map_err(String::as_str)
    }

    /// Writes one line in one piece: some programs take what one reading brings for one message.
    pub(super) fn send(&mut self, line: impl Display) -> io::Result<()> {
        self.out.write_all(format!("{line}{}", self.end).as_bytes())?;
        self.out.flush()
    }

    /// Sets up a position and plays `moves`.
    ///
    /// # Errors
    /// Why they are wrong; the current game stays, but nothing is searched until a position is set up.
    pub(super) fn set_up(&mut self, text: Option<&str>, moves: &[String]) -> Result<(), String> {
        self.error = self.current.set_up(text, moves).err().map(|error| error.to_string());
        self.error.clone().map_or(Ok(()), Err)
    }

    /// Returns why nothing can be searched: nothing judges the game, or there is no position.
    pub(super) fn error(&self) -> Option<&str> {
        self.judged_by().err().or(self.error.as_deref())
    }

    /// Returns the fault of the last position, where it was wrong.
    pub(super) fn position_error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Returns whether there is a position, a legal move in it, and something that judges it.
    pub(super) fn has_move(&self) -> bool {
        self.error().is_none() && damier_rules::Position::count_moves(self.current.position()) > 0
    }

    /// Removes the position: nothing is searched until one is set up. Returns `why`.
    pub(super) fn no_position(&mut self, why: String) -> String {
        self.error.insert(why).clone()
    }

    /// Searches the current position. Where there is no legal move, or no position, the result is empty, and
    /// comes when that of a search may come.
    pub(super) fn search(&mut self, limits: Limits, control: StopHandle, answer: Answer) {
        self.search_root_moves(Vec::new(), limits, control, answer);
    }

    /// Searches the current position with the root moves `only`; with all where it is empty.
    pub(super) fn search_root_moves(
        &mut self,
        only: Vec<AnyMove>,
        limits: Limits,
        control: StopHandle,
        answer: Answer,
    ) {
        if !self.has_move() {
            return self.search_thread.wait(control, answer);
        }
        let (position, history) = (self.current.position().clone(), self.current.history().clone());
        self.search_thread.start_search(Search { only, position, history, limits, control, answer });
    }

    /// Replaces what judges the games.
    ///
    /// # Errors
    /// The endgame tables of the game are damaged; nothing has changed then.
    pub(super) fn set_judges(&mut self, judges: Judges) -> Result<(), ServeError> {
        self.restart(Settings { judges, ..self.settings.clone() })
    }

    /// Replaces the folder of endgame tables.
    ///
    /// # Errors
    /// The endgame tables of the game are damaged; nothing has changed then.
    pub(super) fn set_endgames(&mut self, endgames: Option<PathBuf>) -> Result<(), ServeError> {
        self.restart(Settings { endgames, ..self.settings.clone() })
    }

    /// Goes on with another search thread.
    fn restart(&mut self, settings: Settings) -> Result<(), ServeError> {
        (self.search_thread, self.judged_by) = start(self.current.game(), &settings)?;
        self.settings = settings;
        Ok(())
    }

    /// Hands the changed settings to the search thread.
    pub(super) fn configure(&mut self) {
        self.search_thread.configure(self.settings.options);
    }

    /// Changes to another game of the same kind, at its start.
    ///
    /// # Errors
    /// Its endgame tables are damaged; nothing has changed then.
    pub(super) fn change_game(&mut self, game: AnyGame, format: NotationFormat) -> Result<(), ServeError> {
        self.search_thread.finish();
        (self.search_thread, self.judged_by) = start(&game, &self.settings)?;
        self.current = CurrentGame::new(game, format);
        Ok(())
    }

    /// Returns the expected reply to the best move, as text.
    pub(super) fn expected_reply(&self, report: &SearchReport<AnyMove>) -> Option<String> {
        let [mv, reply, ..] = report.principal_line[..] else { return None };
        let mut after = self.current.clone();
        after.play(mv);
        after.play(reply);
        if after.outcome().is_some() {
            return None;
        }
        self.current.line_text(&[mv, reply]).into_iter().nth(1)
    }
}

/// Starts the search thread of a game, and describes what judges it. Where nothing does, the thread gets no searches.
fn start(game: &AnyGame, settings: &Settings) -> Result<(SearchThread, Result<String, String>), ServeError> {
    let found = settings.judges.of(game).and_then(|judge| Ok((judge, settings.books.of(game.id())?)));
    let judged_by = found.as_ref().map(|(judge, _)| judge.to_string()).map_err(String::clone);
    let (judge, book) = found.unwrap_or((Judge::BuiltIn, None));
    Ok((SearchThread::start(game.clone(), judge, book, settings)?, judged_by))
}
