//! The UCI protocol.

mod bounds;

use std::io;

use damier_engine::search::{SearchReport, StopHandle};
use damier_rules::{AnyMove, Outcome, Position};

use super::{
    gui_options::{GuiOptions, changes_judge, ends_search},
    handler::{ProtocolHandler, finish},
    host::{EngineHost, Flow},
    numbers::{fullness, hundredths, moves_to_end, per_mille, rate},
    search_thread::Answer,
    settings::Settings,
};
use crate::uci::{Bound, Command, Go, Info, PerMille, Reply, Score, Start};

/// Letters of an unknown line that the error repeats.
const SHOWN: usize = 60;

/// The engine's side of UCI.
pub(super) struct Uci {
    options: GuiOptions,
}

impl Uci {
    /// Creates a session at the level of these settings, until the peer limits the strength.
    pub(super) fn new(settings: &Settings) -> Self {
        Self { options: GuiOptions::new(settings) }
    }

    /// Answers `uci`.
    fn introduce(&self, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.send(Reply::Name(format!("damier {}", env!("CARGO_PKG_VERSION"))))?;
        host.send(Reply::Author("the damier developers".to_owned()))?;
        for option in self.options.declarations(host) {
            host.send(Reply::Option(option))?;
        }
        self.send_judge(host)?;
        host.send(Reply::UciOk)
    }

    /// Sends which net judges, or why there is no search.
    fn send_judge(&self, host: &mut EngineHost<'_>) -> io::Result<()> {
        let text = match host.judged_by() {
            Ok(judge) => format!("judged by {judge}"),
            Err(refusal) => refusal.to_owned(),
        };
        self.on_error(&text, host)
    }

    /// Sets an option, and sends why it stays as it was.
    fn set_option(&mut self, name: &str, value: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        if ends_search(name) {
            finish(self, host)?;
        }
        match self.options.set(name, value, host) {
            Ok(()) if changes_judge(name) => self.send_judge(host),
            Ok(()) => Ok(()),
            Err(reason) => self.on_error(&reason, host),
        }
    }

    fn go(&self, go: &Go, host: &mut EngineHost<'_>) -> io::Result<()> {
        let to_move = host.current.position().to_move();
        let limits = bounds::limits(go, to_move);
        for remark in bounds::remarks(go, &limits, to_move) {
            self.on_error(&remark, host)?;
        }
        let error = host.error().map(str::to_owned);
        if let Some(error) = &error {
            self.on_error(error, host)?;
        }
        let only = self.search_moves(go, host)?;
        let control = if go.ponder.is_some() { StopHandle::pondering() } else { StopHandle::new() };
        let has_move = host.has_move() && (go.search_moves.is_empty() || !only.is_empty());
        if !has_move {
            // Nothing is left to find out: only an infinite search waits for its end.
            let answer = if go.infinite.is_some() { Answer::WhenStopped } else { Answer::WhenDone };
            host.search_thread.wait(control, answer);
            return Ok(());
        }
        let waits = go.infinite.is_some() || limits.is_infinite();
        host.search_root_moves(
            only,
            limits,
            control,
            if waits { Answer::WhenStopped } else { Answer::WhenDone },
        );
        Ok(())
    }

    /// Returns the legal ones of the moves to be searched; sends an error for each of the others.
    fn search_moves(&self, go: &Go, host: &mut EngineHost<'_>) -> io::Result<Vec<AnyMove>> {
        let mut only = Vec::new();
        if !host.has_move() {
            return Ok(only);
        }
        for text in &go.search_moves {
            match host.current.read_move(text) {
                Ok(mv) => only.push(mv),
                Err(error) => self.on_error(&error.to_string(), host)?,
            }
        }
        if only.is_empty() && !go.search_moves.is_empty() {
            self.on_error("go: none of the moves that are to be searched is legal", host)?;
        }
        Ok(only)
    }

    /// Sends how a finished game has ended, as the score of a search.
    fn send_game_end(host: &mut EngineHost<'_>) -> io::Result<()> {
        if host.has_move() || host.error().is_some() {
            return Ok(());
        }
        let position = host.current.position();
        let lost = matches!(position.outcome(), Some(Outcome::Win(winner)) if winner != position.to_move());
        let score = if lost { Score::Mate(0, Bound::Exact) } else { Score::Centipawns(0, Bound::Exact) };
        host.send(Reply::Info(Box::new(Info { depth: Some(0), score: Some(score), ..Info::default() })))
    }

    fn send_info(&self, report: &SearchReport<AnyMove>, host: &mut EngineHost<'_>) -> io::Result<()> {
        let several = host.settings.options.multipv > 1;
        for (number, line) in report.lines.iter().enumerate() {
            let score = match moves_to_end(line) {
                Some(moves) => Score::Mate(moves, Bound::Exact),
                None => Score::Centipawns(hundredths(line), Bound::Exact),
            };
            let wdl = line.wdl.filter(|_| self.options.show_wdl).map(|wdl| {
                let [win, draw, loss] = per_mille(wdl);
                PerMille { win, draw, loss }
            });
            let info = Info {
                depth: Some(report.depth().unwrap_or(0).max(1)),
                seldepth: Some(report.max_depth as u32),
                multipv: several.then_some(number as u32 + 1),
                score: Some(score),
                wdl,
                nodes: Some(report.simulations),
                nps: Some(rate(report)),
                hashfull: Some(fullness(report, host.settings.options.memory_mib)),
                time: Some(report.elapsed.as_millis() as u64),
                pv: host.current.line_text(&line.moves),
                ..Info::default()
            };
            host.send(Reply::Info(Box::new(info)))?;
        }
        Ok(())
    }
}

impl ProtocolHandler for Uci {
    fn on_line(&mut self, line: &str, host: &mut EngineHost<'_>) -> io::Result<Flow> {
        match Command::parse(line) {
            Command::Uci => self.introduce(host)?,
            Command::IsReady => host.send(Reply::ReadyOk)?,
            Command::Stop => host.search_thread.stop(),
            Command::PonderHit => host.search_thread.ponder_hit(),
            Command::Quit => return Ok(Flow::Quit),
            Command::SetOption { name, value } => {
                self.set_option(&name, value.as_deref().unwrap_or(""), host)?;
            }
            Command::NewGame => {
                finish(self, host)?;
                host.search_thread.new_game();
            }
            Command::Position { start, moves } => {
                finish(self, host)?;
                let done = match &start {
                    Start::Usual => host.set_up(None, &moves),
                    Start::Text(text) => host.set_up(Some(text), &moves),
                    Start::Unknown(text) => Err(host.no_position(format!(
                        "position {text:?}: startpos or fen … is expected, and before moves the word moves"
                    ))),
                };
                if let Err(error) = done {
                    self.on_error(&error, host)?;
                }
            }
            Command::Go(go) => {
                finish(self, host)?;
                self.go(&go, host)?;
            }
            Command::Debug(_) | Command::Register(_) => {}
            Command::Unknown(line) => {
                let line: String = line.chars().take(SHOWN).collect();
                if !line.is_empty() {
                    self.on_error(&format!("{line:?} is no command, and is ignored"), host)?;
                }
            }
        }
        Ok(Flow::Continue)
    }

    fn on_error(&self, what: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.send(Reply::Info(Box::new(Info::text(what))))
    }

    fn on_info(&mut self, report: &SearchReport<AnyMove>, host: &mut EngineHost<'_>) -> io::Result<()> {
        self.send_info(report, host)
    }

    fn on_result(
        &mut self,
        report: Option<&SearchReport<AnyMove>>,
        host: &mut EngineHost<'_>,
    ) -> io::Result<Flow> {
        let (mut mv, mut ponder) = (None, None);
        match report {
            Some(report) => {
                self.send_info(report, host)?;
                ponder = host.expected_reply(report);
                mv = host.current.move_text(report.best);
            }
            None => Self::send_game_end(host)?,
        }
        host.send(Reply::BestMove { mv: mv.unwrap_or_else(|| Reply::NO_MOVE.to_owned()), ponder })?;
        Ok(Flow::Continue)
    }
}
