//! Speaking Hub.

use std::io;

use damier_engine::{
    engine::{BookUse, EngineOptions},
    search::{Control, Limits, SearchReport},
};
use damier_rules::{Game, game::MoveOf};

use super::{
    desk::{Desk, Flow},
    games_of,
    numbers::{clock, hundredths, rate, rounded, seconds},
    settings::{Knob, plays_by_book, searches, set_book},
    speaker::{Speaker, finish},
    thinker::Answer,
};
use crate::{
    Protocol,
    hub::{Command, Info, Kind, Level, Mode, Parameter, Reply},
};

/// The parameters that are whole numbers.
const NUMBERS: [(&str, Knob); 4] = [
    ("threads", Knob::Threads),
    ("memory", Knob::Memory),
    ("overhead", Knob::Overhead),
    ("level", Knob::Level),
];
const VARIANT: &str = "variant";
const SEARCH: &str = "search";
const BOOK: &str = "book";
/// What programs of 10×10 draughts call the first of the games.
const NORMAL: &str = "normal";
/// Hundredths.
const HUNDREDTHS: f64 = 100.0;
/// Simulations in a million.
const MILLION: f64 = 1.0e6;

/// The engine's side of Hub.
#[derive(Default)]
pub(super) struct Hub {
    level: Level,
}

impl Hub {
    fn introduce<G: Game>(desk: &mut Desk<'_, G>) -> io::Result<()> {
        desk.say(Reply::Id {
            name: "damier".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            author: "the damier developers".to_owned(),
            country: None,
        })?;
        let names = games_of(Protocol::Hub);
        let variant = Parameter {
            name: VARIANT.to_owned(),
            value: desk.table.game().id().to_owned(),
            kind: Kind::Enum(names.iter().map(|name| (*name).to_owned()).collect()),
        };
        desk.say(Reply::Parameter(variant))?;
        for (name, knob) in NUMBERS {
            let (min, max) = knob.range().into_inner();
            let value = knob.value(&desk.settings.options).to_string();
            desk.say(Reply::Parameter(Parameter {
                name: name.to_owned(),
                value,
                kind: Kind::Int { min, max },
            }))?;
        }
        desk.say(Reply::Parameter(Parameter {
            name: SEARCH.to_owned(),
            value: desk.settings.options.searcher.to_string(),
            kind: Kind::Enum(searches()),
        }))?;
        desk.say(Reply::Parameter(Parameter {
            name: BOOK.to_owned(),
            value: plays_by_book(desk.settings.options.book).to_string(),
            kind: Kind::Bool,
        }))?;
        desk.say(Reply::Wait)
    }

    fn set<G: Game>(name: &str, value: &str, desk: &mut Desk<'_, G>) -> Result<Flow, String> {
        if name == VARIANT {
            let games = games_of(Protocol::Hub);
            let wanted =
                if value == NORMAL { games.first() } else { games.iter().find(|game| **game == value) };
            let wanted = wanted.ok_or_else(|| format!("the variants are {}", games.join(", ")))?;
            let is_this = *wanted == desk.table.game().id();
            return Ok(if is_this { Flow::GoOn } else { Flow::Game((*wanted).to_owned()) });
        }
        // What is not known is ignored, as the protocol asks.
        if let Some((_, knob)) = NUMBERS.iter().find(|(other, _)| *other == name) {
            knob.set(&mut desk.settings.options, value)?;
            desk.configure();
        } else if name == SEARCH {
            desk.settings.options.searcher = value.parse()?;
            desk.configure();
        } else if name == BOOK {
            set_book(&mut desk.settings.options.book, value)?;
            desk.configure();
        }
        Ok(Flow::GoOn)
    }

    fn go<G: Game>(&mut self, mode: Mode, desk: &mut Desk<'_, G>) -> io::Result<()> {
        let limits = match mode {
            Mode::Analyze | Mode::Think if self.level.infinite.is_some() => Limits::default(),
            _ => limits(&self.level),
        };
        let control = if mode == Mode::Ponder { Control::pondering() } else { Control::new() };
        match mode {
            // Who analyses wants to know what a search says.
            Mode::Analyze => {
                desk.thinker.configure(EngineOptions { book: BookUse::Search, ..desk.settings.options })
            }
            Mode::Think | Mode::Ponder => desk.configure(),
        }
        let trouble = desk.trouble().map(str::to_owned);
        if trouble.is_none() && desk.think(limits, control, Answer::WhenDone).is_some() {
            return Ok(());
        }
        self.complain(trouble.as_deref().unwrap_or("there is no legal move"), desk)?;
        desk.say(Reply::Done { mv: None, ponder: None })
    }

    fn tell<G: Game>(report: &SearchReport<MoveOf<G>>, desk: &mut Desk<'_, G>) -> io::Result<()> {
        let Some(line) = report.lines.first() else { return Ok(()) };
        let info = Info {
            depth: Some(report.depth().unwrap_or(0).max(1)),
            mean_depth: Some(rounded(f64::from(report.mean_depth), 1)),
            score: Some(f64::from(hundredths(line)) / HUNDREDTHS),
            nodes: Some(report.simulations),
            time: Some(rounded(report.elapsed.as_secs_f64(), 3)),
            nps: Some(rounded(rate(report) as f64 / MILLION, 4)),
            pv: desk.table.line_text(&line.moves),
        };
        desk.say(Reply::Info(info))
    }
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

impl<G: Game> Speaker<G> for Hub {
    fn heard(&mut self, line: &str, desk: &mut Desk<'_, G>) -> io::Result<Flow> {
        match Command::parse(line) {
            Command::Hub => Self::introduce(desk)?,
            Command::SetParameter { name, value } => match Self::set(&name, &value, desk) {
                Ok(flow) => return Ok(flow),
                Err(reason) => self.complain(&format!("parameter {name} is as before: {reason}"), desk)?,
            },
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
                if let Err(trouble) = desk.set_up(Some(&position), &moves) {
                    self.complain(&trouble, desk)?;
                }
            }
            Command::Level(level) => self.level = level,
            Command::Go(mode) => {
                finish(self, desk)?;
                self.go(mode, desk)?;
            }
            Command::Unknown(_) => {}
        }
        Ok(Flow::GoOn)
    }

    fn complain(&self, what: &str, desk: &mut Desk<'_, G>) -> io::Result<()> {
        desk.say(Reply::Error(what.to_owned()))
    }

    fn watched(&mut self, report: &SearchReport<MoveOf<G>>, desk: &mut Desk<'_, G>) -> io::Result<()> {
        Self::tell(report, desk)
    }

    fn done(&mut self, report: &SearchReport<MoveOf<G>>, desk: &mut Desk<'_, G>) -> io::Result<Flow> {
        Self::tell(report, desk)?;
        let mv = desk.table.move_text(report.best);
        let ponder = desk.expected_reply(report);
        desk.say(Reply::Done { mv, ponder })?;
        Ok(Flow::GoOn)
    }
}
