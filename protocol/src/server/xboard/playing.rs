//! Moves of the opponent and of the engine, pondering, and analysis.

use std::{io, time::Instant};

use damier_engine::search::{Limits, SearchReport, StopHandle};
use damier_rules::{AnyMove, Position};

use super::{Mode, Purpose, Xboard, draws::accepts_draw};
use crate::{
    server::{current_game::CurrentGame, host::EngineHost, numbers::hundredths, search_thread::Answer},
    xboard::{GameResult, Reply},
};

/// Moves that one of two sides has made in `plies`.
fn made(plies: usize) -> usize {
    plies / 2
}

impl Xboard {
    /// Returns the game without the move that the engine ponders on.
    pub(super) fn shown(&self, host: &EngineHost<'_>) -> CurrentGame {
        let mut shown = host.current.clone();
        if self.purpose == Some(Purpose::Ponder) {
            shown.back_to(shown.moves().len().saturating_sub(1));
        }
        shown
    }

    /// Ends the search, whose result is dropped, and answers the pings that have waited for it.
    pub(super) fn stop(&mut self, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.search_thread.finish();
        host.current = self.shown(host);
        self.purpose = None;
        self.analysed = None;
        self.answer_pings(host)
    }

    pub(super) fn answer_pings(&mut self, host: &mut EngineHost<'_>) -> io::Result<()> {
        std::mem::take(&mut self.pings).into_iter().try_for_each(|number| host.send(Reply::Pong(number)))
    }

    /// Handles a move of the opponent, or of either side where the engine does not play.
    pub(super) fn on_move(&mut self, text: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        let shown = self.shown(host);
        let illegal = || Reply::IllegalMove(text.to_owned());
        let own_turn = self.mode == Mode::Playing(shown.position().to_move());
        if host.position_error().is_some() || own_turn {
            return host.send(illegal());
        }
        let Ok(mv) = shown.read_move(text) else { return host.send(illegal()) };
        let is_expected = self.purpose == Some(Purpose::Ponder) && host.current.moves().last() == Some(&mv);
        if is_expected && self.clock.covers(self.pondered_with) {
            // What was pondered on is played: the clock runs from now on.
            self.purpose = Some(Purpose::Move);
            self.began = Instant::now();
            host.search_thread.ponder_hit();
            return Ok(());
        }
        self.stop(host)?;
        host.current.play(mv);
        self.hint = None;
        match self.mode {
            Mode::Force => Ok(()),
            Mode::Analysing => self.analyse_on(host),
            Mode::Playing(_) if host.current.outcome().is_some() => self.end_game(host),
            Mode::Playing(_) => self.think(text, host),
        }
    }

    /// Searches for a move of the engine; `line` is the command that asks for it.
    pub(super) fn think(&mut self, line: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        if let Some(error) = host.error().map(str::to_owned) {
            self.mode = Mode::Force;
            return host.send(Reply::error(error, line));
        }
        if !host.has_move() {
            return self.end_game(host);
        }
        self.purpose = Some(Purpose::Move);
        self.began = Instant::now();
        let limits = self.clock.limits(made(host.current.moves().len()));
        host.search(limits, StopHandle::new(), Answer::WhenDone);
        Ok(())
    }

    /// Plays the move that was found.
    pub(super) fn make_move(
        &mut self,
        report: &SearchReport<AnyMove>,
        host: &mut EngineHost<'_>,
    ) -> io::Result<()> {
        self.purpose = None;
        self.score = report.lines.first().map(hundredths);
        self.answer_draw(host)?;
        let text = host.current.move_text(report.best).unwrap_or_default();
        host.current.play(report.best);
        self.clock.press(self.began.elapsed(), made(host.current.moves().len() + 1));
        self.hint =
            host.current.line_text(report.principal_line.get(1..).unwrap_or_default()).into_iter().next();
        host.send(Reply::Move(text))?;
        self.answer_pings(host)?;
        if host.current.outcome().is_some() {
            return self.end_game(host);
        }
        self.ponder(host);
        Ok(())
    }

    /// Sends how the game has ended, if it has, and plays on neither side.
    fn end_game(&mut self, host: &mut EngineHost<'_>) -> io::Result<()> {
        self.mode = Mode::Force;
        let result = GameResult::of_outcome(host.current.outcome());
        host.send(Reply::Result { result, comment: host.current.ending().unwrap_or_default() })
    }

    /// Answers a draw that was offered, as soon as the engine knows how it stands.
    pub(super) fn answer_draw(&mut self, host: &mut EngineHost<'_>) -> io::Result<()> {
        let is_searching = self.purpose == Some(Purpose::Move);
        let (Some(score), true, false) = (self.score, self.is_draw_offered, is_searching) else {
            return Ok(());
        };
        self.is_draw_offered = false;
        let accepts = accepts_draw(score, host.current.moves().len());
        if accepts { host.send(Reply::OfferDraw) } else { Ok(()) }
    }

    /// Thinks on the opponent's time about the move that it is expected to make.
    pub(super) fn ponder(&mut self, host: &mut EngineHost<'_>) {
        let theirs = self.mode == Mode::Playing(host.current.position().to_move().opponent());
        if !self.switches.ponders || !theirs || self.purpose.is_some() {
            return;
        }
        let expected = self.hint.as_ref().and_then(|hint| host.current.read_move(hint).ok());
        let Some(mv) = expected else { return };
        host.current.play(mv);
        if host.current.outcome().is_some() || !host.has_move() {
            host.current.back_to(host.current.moves().len() - 1);
            return;
        }
        self.purpose = Some(Purpose::Ponder);
        self.pondered_with = self.clock.left();
        let limits = self.clock.limits(made(host.current.moves().len()));
        host.search(limits, StopHandle::pondering(), Answer::WhenDone);
    }

    /// Analyses the position where the mode says so, as soon as there is one with moves.
    pub(super) fn analyse_on(&mut self, host: &mut EngineHost<'_>) -> io::Result<()> {
        if self.mode != Mode::Analysing {
            return Ok(());
        }
        if let Some(error) = host.error().map(str::to_owned) {
            return host.send(Reply::error(error, "analyze"));
        }
        if host.has_move() {
            self.purpose = Some(Purpose::Analysis);
            host.search(Limits::default(), StopHandle::new(), Answer::WhenStopped);
        }
        Ok(())
    }
}
