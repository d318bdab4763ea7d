//! Speaking Hub.

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
    desk::{Desk, Flow},
    numbers::{clock, hundredths, rate, rounded, seconds},
    speaker::{Speaker, finish},
    thinker::Answer,
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
    /// Whether it was told what judges this variant.
    judge_told: Option<()>,
}

impl Hub {
    fn introduce(&self, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say(Reply::Id {
            name: "damier".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            author: "the damier developers".to_owned(),
            country: None,
            judge: judge(desk),
        })?;
        if let Err(refusal) = desk.judged_by().map_err(str::to_owned) {
            desk.say(Reply::Error(refusal))?;
        }
        for parameter in self.parameters(desk) {
            desk.say(Reply::Parameter(parameter))?;
        }
        desk.say(Reply::Wait)
    }

    fn go(&mut self, mode: Mode, desk: &mut Desk<'_>) -> io::Result<()> {
        let infinite = self.level.infinite.is_some() && mode != Mode::Ponder;
        let limits = if infinite { Limits::default() } else { limits(&self.level) };
        let control = if mode == Mode::Ponder { StopHandle::pondering() } else { StopHandle::new() };
        let waits = infinite || (mode == Mode::Analyze && limits.is_infinite());
        let answer = if waits { Answer::WhenStopped } else { Answer::WhenDone };
        match mode {
            // Who analyses wants to know what a search says.
            Mode::Analyze => {
                desk.thinker.configure(EngineOptions { book: BookUse::Search, ..desk.settings.options })
            }
            Mode::Think | Mode::Ponder => desk.configure(),
        }
        let trouble = self.unknown_variant.as_deref().or(desk.trouble()).map(str::to_owned);
        let over = || (!desk.has_move()).then(|| "there is no legal move".to_owned());
        match trouble.or_else(over) {
            Some(trouble) => {
                self.complain(&trouble, desk)?;
                desk.thinker.wait(control, answer);
            }
            None => desk.think(limits, control, answer),
        }
        Ok(())
    }

    /// Tells what is wrong about a line that is no command. Commands that are not known are ignored, as the protocol asks.
    fn unknown(&self, line: &Fields, desk: &mut Desk<'_>) -> io::Result<()> {
        let wrong = match line.command.as_str() {
            "pos" => desk.no_position("pos: pos= with a letter for each square is missing".to_owned()),
            "go" => "go: think, ponder or analyze is missing, and nothing is searched".to_owned(),
            "set-param" => "set-param: name= is missing, and nothing is set".to_owned(),
            _ => return Ok(()),
        };
        self.complain(&wrong, desk)
    }

    fn tell(&mut self, report: &SearchReport<AnyMove>, desk: &mut Desk<'_>) -> io::Result<()> {
        let Some(line) = report.lines.first() else { return Ok(()) };
        let info = Info {
            depth: Some(report.depth().unwrap_or(0).max(1)),
            mean_depth: Some(rounded(f64::from(report.mean_depth), 1)),
            score: Some(f64::from(hundredths(line)) / HUNDREDTHS),
            nodes: Some(report.simulations),
            time: Some(rounded(report.elapsed.as_secs_f64(), 3)),
            nps: Some(rounded(rate(report) as f64 / MILLION, 4)),
            pv: desk.table.line_text(&line.moves),
            judge: self.judge_told.replace(()).map_or_else(|| judge(desk), |()| None),
        };
        desk.say(Reply::Info(info))
    }
}

/// What judges the variant. There are readers that split arguments at every `=`.
fn judge(desk: &Desk<'_>) -> Option<String> {
    desk.judged_by().ok().map(|judge| judge.replace('=', ":"))
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

impl Speaker for Hub {
    fn heard(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        match Command::parse(line) {
            Command::Hub => self.introduce(desk)?,
            Command::SetParameter { name, value } => return self.set(&name, &value, desk),
            Command::Init => desk.say(Reply::Ready)?,
            Command::Ping => desk.say(Reply::Pong)?,
            Command::Stop => desk.thinker.stop(),
            Command::PonderHit => desk.thinker.ponder_hit(),
            Command::Quit => return Ok(Flow::Quit),
            Command::NewGame => {
                finish(self, desk)?;
                desk.thinker.new_game();
            }
            Command::Position { position, moves } => {
                finish(self, desk)?;
                if let Err(trouble) = self.set_up(&position, &moves, desk) {
                    self.complain(&trouble, desk)?;
                }
            }
            Command::Level(level) => {
                for (name, value) in &level.unread {
                    let argument = Fields::new("level").with(name, value);
                    self.complain(&format!("{argument}: this is no bound, and is left out"), desk)?;
                }
                self.level = level;
            }
            Command::Go(mode) => {
                finish(self, desk)?;
                self.go(mode, desk)?;
            }
            Command::Unknown(line) => self.unknown(&line, desk)?,
        }
        Ok(Flow::GoOn)
    }

    fn complain(&self, what: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say(Reply::Error(what.to_owned()))
    }

    fn watched(&mut self, report: &SearchReport<AnyMove>, desk: &mut Desk<'_>) -> io::Result<()> {
        self.tell(report, desk)
    }

    fn done(&mut self, report: Option<&SearchReport<AnyMove>>, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let Some(report) = report else {
            desk.say(Reply::Done { mv: None, ponder: None })?;
            return Ok(Flow::GoOn);
        };
        self.tell(report, desk)?;
        let mv = desk.table.move_text(report.best);
        let ponder = desk.expected_reply(report);
        desk.say(Reply::Done { mv, ponder })?;
        Ok(Flow::GoOn)
    }
}
