//! Speaking our own protocol.

use std::io;

use damier_engine::search::{Limits, Proof, SearchReport, StopHandle};
use damier_rules::{AnyMove, Game, Player, Position, registry};

use super::{
    desk::{Desk, Flow},
    numbers::{clock, rounded, seconds},
    settings::{Knob, plays_by_book, searches, set_book},
    speaker::{Speaker, finish},
    thinker::Answer,
};
use crate::{
    fields::Fields,
    native::{Command, Go, Info, Kind, OptionDeclaration, Proven, Reply, Situation, VERSION},
};

/// The options.
const NUMBERS: [(&str, Knob); 6] = [
    ("threads", Knob::Threads),
    ("memory", Knob::Memory),
    ("lines", Knob::Lines),
    ("overhead", Knob::Overhead),
    ("level", Knob::Level),
    ("seed", Knob::Seed),
];
const SEARCH: &str = "search";
const BOOK: &str = "book";
/// Decimals of shares and chances.
const DECIMALS: i32 = 4;

/// The engine's side of our own protocol.
pub(super) struct Native;

impl Native {
    fn introduce(desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say(Reply::Id {
            name: "damier".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: VERSION,
        })?;
        Self::tell_game(desk)?;
        for (name, knob) in NUMBERS {
            let (min, max) = knob.range().into_inner();
            let value = knob.value(&desk.settings.options).to_string();
            let kind = Kind::Number { min, max };
            desk.say(Reply::Option(OptionDeclaration { name: name.to_owned(), value, kind }))?;
        }
        let value = desk.settings.options.searcher.to_string();
        let kind = Kind::Choice(searches());
        desk.say(Reply::Option(OptionDeclaration { name: SEARCH.to_owned(), value, kind }))?;
        let value = plays_by_book(desk.settings.options.book).to_string();
        desk.say(Reply::Option(OptionDeclaration { name: BOOK.to_owned(), value, kind: Kind::Switch }))?;
        desk.say(Reply::Ready)
    }

    /// Says which game it is and what judges it, or why there is no search.
    fn tell_game(desk: &mut Desk<'_>) -> io::Result<()> {
        let game = desk.table.game();
        let (id, players) = (game.id().to_owned(), game.start().players() as u32);
        let judge = desk.judged_by().map(str::to_owned).map_err(str::to_owned);
        desk.say(Reply::Game { id, players, judge: judge.clone().ok() })?;
        judge.map_or_else(|refusal| desk.say(Reply::Error(refusal)), |_| Ok(()))
    }

    fn set(name: &str, value: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let options = &mut desk.settings.options;
        if name == SEARCH {
            options.searcher = value.parse()?;
        } else if name == BOOK {
            set_book(&mut options.book, value)?;
        } else if let Some((_, knob)) = NUMBERS.iter().find(|(other, _)| *other == name) {
            knob.set(options, value)?;
        } else {
            let names: Vec<&str> = NUMBERS.iter().map(|(name, _)| *name).collect();
            return Err(format!("the options are {}, {SEARCH} and {BOOK}", names.join(", ")));
        }
        desk.configure();
        Ok(())
    }

    fn go(&self, go: &Go, desk: &mut Desk<'_>) -> io::Result<()> {
        if let Some(trouble) = desk.trouble().map(str::to_owned) {
            self.complain(&trouble, desk)?;
        }
        for (name, value) in &go.unread {
            let argument = Fields::new("go").with(name, value);
            self.complain(&format!("{argument}: this is no bound, and is left out"), desk)?;
        }
        let limits = limits(go);
        let control = if go.ponder.is_some() { StopHandle::pondering() } else { StopHandle::new() };
        let answer = if limits.is_infinite() { Answer::WhenStopped } else { Answer::WhenDone };
        desk.think(limits, control, answer);
        Ok(())
    }

    fn situation(desk: &Desk<'_>) -> Situation {
        let table = &desk.table;
        let position = table.position();
        let players = position.players();
        let shares = table.history().outcome(position).map_or_else(Vec::new, |outcome| {
            (0..players).map(|seat| f64::from(outcome.share(Player::new(seat), players))).collect()
        });
        let text = table.game().position_text(position);
        Situation { text, to_move: position.to_move().index() as u32 + 1, shares }
    }

    fn tell(report: &SearchReport<AnyMove>, desk: &mut Desk<'_>) -> io::Result<()> {
        let round = |value: f32| rounded(f64::from(value), DECIMALS);
        for (number, line) in report.lines.iter().enumerate() {
            let proven = match line.proof {
                Proof::Win => Some(Proven::Win),
                Proof::Loss => Some(Proven::Loss),
                Proof::Between if desk.table.position().players() == 2 => Some(Proven::Draw),
                Proof::Between | Proof::Unknown => None,
            };
            let info = Info {
                line: Some(number as u32 + 1),
                depth: report.depth(),
                longest: Some(report.max_depth as u32),
                value: line.score.map(round),
                wdl: line.wdl.map(|wdl| [wdl.win, wdl.draw, wdl.loss].map(round)),
                proven,
                left: line.moves_left.map(|plies| rounded(f64::from(plies), 1)),
                visits: Some(u64::from(line.visits)),
                nodes: Some(report.simulations),
                time: Some(rounded(report.elapsed.as_secs_f64(), 3)),
                moves: desk.table.line_text(&line.moves),
            };
            desk.say(Reply::Info(info))?;
        }
        Ok(())
    }
}

fn limits(go: &Go) -> Limits {
    let clock = go.time.map(|time| clock(seconds(time), go.increment.map(seconds), go.moves_to_go));
    Limits {
        time: go.move_time.map(seconds),
        nodes: go.nodes,
        depth: go.depth,
        clock,
        proof_plies: go.win.filter(|plies| *plies > 0),
    }
}

impl Speaker for Native {
    fn heard(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        match Command::parse(line) {
            Command::Damier => Self::introduce(desk)?,
            Command::Set { name, value } => {
                if let Err(reason) = Self::set(&name, &value, desk) {
                    desk.say(Reply::Error(format!("option {name} is not set: {reason}")))?;
                }
            }
            Command::Game(id) => match registry::normalised(&id) {
                Ok(id) if id == desk.table.game().id() => {
                    finish(self, desk)?;
                    Self::tell_game(desk)?;
                }
                Ok(id) => {
                    finish(self, desk)?;
                    return Ok(Flow::Game(id));
                }
                Err(error) => desk.say(Reply::Error(error.to_string()))?,
            },
            Command::New => {
                finish(self, desk)?;
                desk.thinker.new_game();
            }
            Command::Position { text, moves } => {
                finish(self, desk)?;
                if let Err(trouble) = desk.set_up(text.as_deref(), &moves) {
                    self.complain(&trouble, desk)?;
                }
            }
            Command::Go(go) => {
                finish(self, desk)?;
                self.go(&go, desk)?;
            }
            Command::Stop => desk.thinker.stop(),
            Command::Hit => desk.thinker.ponder_hit(),
            Command::Ping => desk.say(Reply::Pong)?,
            Command::Moves => {
                let texts =
                    desk.table.legal().into_iter().filter_map(|mv| desk.table.move_text(mv)).collect();
                desk.say(Reply::Moves(texts))?;
            }
            Command::Show => {
                let situation = Self::situation(desk);
                desk.say(Reply::Position(situation))?;
            }
            Command::Quit => return Ok(Flow::Quit),
            Command::Unknown(fields) => {
                let command: String = fields.command.chars().take(40).collect();
                desk.say(Reply::Error(format!("{command} is no command, or it lacks what it needs")))?;
            }
        }
        Ok(Flow::GoOn)
    }

    fn complain(&self, what: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say(Reply::Error(what.to_owned()))
    }

    fn watched(&mut self, report: &SearchReport<AnyMove>, desk: &mut Desk<'_>) -> io::Result<()> {
        Self::tell(report, desk)
    }

    fn done(&mut self, report: Option<&SearchReport<AnyMove>>, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let Some(report) = report else {
            desk.say(Reply::Best { mv: None, reply: None })?;
            return Ok(Flow::GoOn);
        };
        Self::tell(report, desk)?;
        let mv = desk.table.move_text(report.best);
        let reply = desk.expected_reply(report);
        desk.say(Reply::Best { mv, reply })?;
        Ok(Flow::GoOn)
    }
}
