//! The Hub protocol.

mod numbering;
mod parameters;

use std::io;

use damier_engine::{
    engine::{BookUse, EngineOptions},
    search::{Limits, SearchReport, StopHandle},
};
use damier_rules::AnyMove;

use self::numbering::Numbering;
use super::{
    handler::{ProtocolHandler, finish},
    host::{EngineHost, Flow},
    numbers::{clock, hundredths_by_distance, rate, rounded, seconds},
    search_thread::Answer,
};
use crate::{
    fields::Fields,
    hub::{Command, Info, Level, Mode, Reply},
};

/// Hundredths.
const HUNDREDTHS: f64 = 100.0;
/// Simulations in a million.
const MILLION: f64 = 1.0e6;

/// The engine's side of Hub. It outlives a change of the game.
#[derive(Default)]
pub(super) struct Hub {
    level: Level,
    numbering: Numbering,
    /// Whether the last moves that could be read one way only had the numbers of PDN.
    heard_pdn: bool,
    /// Why nothing is searched, after a variant that is not played here.
    unknown_variant: Option<String>,
    /// Whether the peer knows what judges this variant.
    judge_sent: Option<()>,
}

impl Hub {
    fn introduce(&self, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.send(Reply::Id {
            name: "damier".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            author: "the damier developers".to_owned(),
            country: None,
            judge: judge(host),
        })?;
        if let Err(refusal) = host.judged_by().map_err(str::to_owned) {
            host.send(Reply::Error(refusal))?;
        }
        for parameter in self.parameters(host) {
            host.send(Reply::Parameter(parameter))?;
        }
        host.send(Reply::Wait)
    }

    fn go(&mut self, mode: Mode, host: &mut EngineHost<'_>) -> io::Result<()> {
        let infinite = self.level.infinite.is_some() && mode != Mode::Ponder;
        let limits = if infinite { Limits::default() } else { limits(&self.level) };
        let control = if mode == Mode::Ponder { StopHandle::pondering() } else { StopHandle::new() };
        let waits = infinite || (mode == Mode::Analyze && limits.is_infinite());
        let answer = if waits { Answer::WhenStopped } else { Answer::WhenDone };
        match mode {
            // Analysis wants the result of a search, not a book move.
            Mode::Analyze => {
                host.search_thread.configure(EngineOptions { book: BookUse::Search, ..host.settings.options })
            }
            Mode::Think | Mode::Ponder => host.configure(),
        }
        let error = self.unknown_variant.as_deref().or(host.error()).map(str::to_owned);
        let over = || (!host.has_move()).then(|| "there is no legal move".to_owned());
        match error.or_else(over) {
            Some(error) => {
                self.on_error(&error, host)?;
                host.search_thread.wait(control, answer);
            }
            None => host.search(limits, control, answer),
        }
        Ok(())
    }

    /// Sends the error of an incomplete command. Unknown commands are ignored, as the protocol asks.
    fn unknown(&self, line: &Fields, host: &mut EngineHost<'_>) -> io::Result<()> {
        let wrong = match line.command.as_str() {
            "pos" => host.no_position("pos: pos= with a letter for each square is missing".to_owned()),
            "go" => "go: think, ponder or analyze is missing, and nothing is searched".to_owned(),
            "set-param" => "set-param: name= is missing, and nothing is set".to_owned(),
            _ => return Ok(()),
        };
        self.on_error(&wrong, host)
    }

    fn send_info(&mut self, report: &SearchReport<AnyMove>, host: &mut EngineHost<'_>) -> io::Result<()> {
        let Some(line) = report.lines.first() else { return Ok(()) };
        let info = Info {
            depth: Some(report.depth().unwrap_or(0).max(1)),
            mean_depth: Some(rounded(f64::from(report.mean_depth), 1)),
            score: Some(f64::from(hundredths_by_distance(line)) / HUNDREDTHS),
            nodes: Some(report.simulations),
            time: Some(rounded(report.elapsed.as_secs_f64(), 3)),
            nps: Some(rounded(rate(report) as f64 / MILLION, 4)),
            pv: host.current.line_text(&line.moves),
            judge: self.judge_sent.replace(()).map_or_else(|| judge(host), |()| None),
        };
        host.send(Reply::Info(info))
    }
}

/// Returns what judges the variant, without `=`: some readers split arguments at every one.
fn judge(host: &EngineHost<'_>) -> Option<String> {
    host.judged_by().ok().map(|judge| judge.replace('=', ":"))
}

fn limits(level: &Level) -> Limits {
    let clock = level.time.map(|time| clock(seconds(time), level.increment.map(seconds), level.moves));
    Limits {
        time: level.move_time.map(seconds),
        nodes: level.nodes,
        depth: level.depth,
        clock,
        ..Limits::default()
    }
}

impl ProtocolHandler for Hub {
    fn on_line(&mut self, line: &str, host: &mut EngineHost<'_>) -> io::Result<Flow> {
        match Command::parse(line) {
            Command::Hub => self.introduce(host)?,
            Command::SetParameter { name, value } => return self.set(&name, &value, host),
            Command::Init => host.send(Reply::Ready)?,
            Command::Ping => host.send(Reply::Pong)?,
            Command::Stop => host.search_thread.stop(),
            Command::PonderHit => host.search_thread.ponder_hit(),
            Command::Quit => {
                // Programs that send `stop` and `quit` at once still wait for the result.
                finish(self, host)?;
                return Ok(Flow::Quit);
            }
            Command::NewGame => {
                finish(self, host)?;
                host.search_thread.new_game();
            }
            Command::Position { position, moves } => {
                finish(self, host)?;
                if let Err(error) = self.set_up(&position, &moves, host) {
                    self.on_error(&error, host)?;
                }
            }
            Command::Level(level) => {
                for (name, value) in &level.unread {
                    let argument = Fields::new("level").with(name, value);
                    self.on_error(&format!("{argument}: this is no bound, and is left out"), host)?;
                }
                self.level = level;
            }
            Command::Go(mode) => {
                finish(self, host)?;
                self.go(mode, host)?;
            }
            Command::Unknown(line) => self.unknown(&line, host)?,
        }
        Ok(Flow::Continue)
    }

    fn on_error(&self, what: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.send(Reply::Error(what.to_owned()))
    }

    fn on_info(&mut self, report: &SearchReport<AnyMove>, host: &mut EngineHost<'_>) -> io::Result<()> {
        self.send_info(report, host)
    }

    fn on_result(
        &mut self,
        report: Option<&SearchReport<AnyMove>>,
        host: &mut EngineHost<'_>,
    ) -> io::Result<Flow> {
        let Some(report) = report else {
            host.send(Reply::Done { mv: None, ponder: None })?;
            return Ok(Flow::Continue);
        };
        self.send_info(report, host)?;
        let mv = host.current.move_text(report.best);
        let ponder = host.expected_reply(report);
        host.send(Reply::Done { mv, ponder })?;
        Ok(Flow::Continue)
    }
}
