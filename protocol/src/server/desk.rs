//! What a conversation needs whatever the protocol: the game, the thread that thinks, and a way to speak.

use std::{
    fmt::Display,
    io::{self, Write},
};

use damier_engine::{
    engine::Judge,
    search::{Limits, SearchReport, StopHandle},
};
use damier_rules::{AnyGame, AnyMove, Dialect, Game};

use super::{
    ServeError,
    judges::Judges,
    settings::Settings,
    table::Table,
    thinker::{Answer, Search, Thinker},
};

/// The engine's side of a conversation.
pub(super) struct Desk<'o> {
    pub(super) table: Table,
    pub(super) thinker: Thinker,
    pub(super) settings: Settings,
    /// What judges the game, in words; or why nothing does, so that there is no search.
    judged_by: Result<String, String>,
    /// Why there is no position to search, if the last one was wrong.
    trouble: Option<String>,
    out: &'o mut dyn Write,
    end: &'static str,
}

/// How a conversation goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    /// It goes on.
    GoOn,
    /// It is over.
    Quit,
    /// It goes on about another game, of this identity.
    Game(String),
}

impl<'o> Desk<'o> {
    /// For `game`, in a dialect or the game's own way; every line ends with `end`.
    ///
    /// # Errors
    /// The endgame tables of the game are damaged.
    pub(super) fn new(
        game: AnyGame,
        dialect: Option<Dialect>,
        settings: Settings,
        out: &'o mut dyn Write,
        end: &'static str,
    ) -> Result<Self, ServeError> {
        let (thinker, judged_by) = start(&game, &settings)?;
        Ok(Self { table: Table::new(game, dialect), thinker, settings, judged_by, trouble: None, out, end })
    }

    /// Returns what judges the game, in words; or why nothing does and what to do, so that there is no search.
    pub(super) fn judged_by(&self) -> Result<&str, &str> {
        self.judged_by.as_deref().map_err(String::as_str)
    }

    /// Says one line, in one piece: some programs take what one reading brings for one message.
    pub(super) fn say(&mut self, line: impl Display) -> io::Result<()> {
        self.out.write_all(format!("{line}{}", self.end).as_bytes())?;
        self.out.flush()
    }

    /// Puts a position on the table and plays `moves`.
    ///
    /// # Errors
    /// Why they are wrong; the table is as before, but there is nothing to search until it is set up.
    pub(super) fn set_up(&mut self, text: Option<&str>, moves: &[String]) -> Result<(), String> {
        self.trouble = self.table.set_up(text, moves).err().map(|error| error.to_string());
        self.trouble.clone().map_or(Ok(()), Err)
    }

    /// Why nothing can be searched: nothing judges the game, or there is no position.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.judged_by().err().or(self.trouble.as_deref())
    }

    /// Whether there is a position, a legal move in it, and something that judges it.
    pub(super) fn has_move(&self) -> bool {
        self.trouble().is_none() && damier_rules::Position::count_moves(self.table.position()) > 0
    }

    /// Takes the position away: nothing is searched until one is set up. Returns why.
    pub(super) fn no_position(&mut self, why: String) -> String {
        self.trouble.insert(why).clone()
    }

    /// Searches the position on the table. Where there is no legal move, or no position, the answer is none, and
    /// comes when that of a search may come.
    pub(super) fn think(&mut self, limits: Limits, control: StopHandle, answer: Answer) {
        self.think_of(Vec::new(), limits, control, answer);
    }

    /// The same for some of the legal moves; for all where `only` is empty.
    pub(super) fn think_of(
        &mut self,
        only: Vec<AnyMove>,
        limits: Limits,
        control: StopHandle,
        answer: Answer,
    ) {
        if !self.has_move() {
            return self.thinker.wait(control, answer);
        }
        let (position, history) = (self.table.position().clone(), self.table.history().clone());
        self.thinker.think(Search { only, position, history, limits, control, answer });
    }

    /// Judges by something else from now on.
    ///
    /// # Errors
    /// The endgame tables of the game are damaged; nothing has changed then.
    pub(super) fn set_judges(&mut self, judges: Judges) -> Result<(), ServeError> {
        let settings = Settings { judges, ..self.settings.clone() };
        (self.thinker, self.judged_by) = start(self.table.game(), &settings)?;
        self.settings = settings;
        Ok(())
    }

    /// The settings have changed.
    pub(super) fn configure(&mut self) {
        self.thinker.configure(self.settings.options);
    }

    /// Goes on with another game of the same kind, from its start.
    ///
    /// # Errors
    /// Its endgame tables are damaged; nothing has changed then.
    pub(super) fn change_game(&mut self, game: AnyGame, dialect: Option<Dialect>) -> Result<(), ServeError> {
        self.thinker.finish();
        (self.thinker, self.judged_by) = start(&game, &self.settings)?;
        self.table = Table::new(game, dialect);
        Ok(())
    }

    /// The expected answer to the best move, as text.
    pub(super) fn expected_reply(&self, report: &SearchReport<AnyMove>) -> Option<String> {
        self.table.line_text(&report.principal_line).into_iter().nth(1)
    }
}

/// Starts what thinks about a game, and says what judges it. Where nothing does, the thread is there, but not asked.
fn start(game: &AnyGame, settings: &Settings) -> Result<(Thinker, Result<String, String>), ServeError> {
    let found = settings.judges.of(game).and_then(|judge| Ok((judge, settings.books.of(game.id())?)));
    let judged_by = found.as_ref().map(|(judge, _)| judge.to_string()).map_err(String::clone);
    let (judge, book) = found.unwrap_or((Judge::BuiltIn, None));
    Ok((Thinker::start(game.clone(), judge, book, settings)?, judged_by))
}
