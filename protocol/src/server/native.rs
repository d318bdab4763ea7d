//! Our own protocol.

use std::io;

use damier_engine::search::{Limits, Proof, SearchReport, StopHandle};
use damier_rules::{AnyMove, Game, Notation, NotationFormat, Player, Position, registry};

use super::{
    handler::{ProtocolHandler, finish},
    host::{EngineHost, Flow},
    numbers::{clock, rounded, seconds},
    search_thread::Answer,
    settings::{EngineSetting, plays_by_book, searches, set_book},
};
use crate::{
    fields::Fields,
    native::{Command, Go, Info, Kind, OptionDeclaration, Proven, Reply, Situation, VERSION},
};

/// The options.
const NUMBERS: [(&str, EngineSetting); 7] = [
    ("threads", EngineSetting::Threads),
    ("memory", EngineSetting::Memory),
    ("lines", EngineSetting::Lines),
    ("overhead", EngineSetting::Overhead),
    ("level", EngineSetting::Level),
    ("contempt", EngineSetting::Contempt),
    ("seed", EngineSetting::Seed),
];
const SEARCH: &str = "search";
const BOOK: &str = "book";
/// Decimals of shares and chances.
const DECIMALS: i32 = 4;

/// The engine's side of our own protocol.
pub(super) struct Native;

impl Native {
    fn introduce(host: &mut EngineHost<'_>) -> io::Result<()> {
        host.send(Reply::Id {
            name: "damier".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: VERSION,
        })?;
        Self::send_game(host)?;
        for (name, setting) in NUMBERS {
            let (min, max) = setting.range().into_inner();
            let value = setting.value(&host.settings.options).to_string();
            let kind = Kind::Number { min, max };
            host.send(Reply::Option(OptionDeclaration { name: name.to_owned(), value, kind }))?;
        }
        let value = host.settings.options.searcher.to_string();
        let kind = Kind::Choice(searches());
        host.send(Reply::Option(OptionDeclaration { name: SEARCH.to_owned(), value, kind }))?;
        let value = plays_by_book(host.settings.options.book).to_string();
        host.send(Reply::Option(OptionDeclaration { name: BOOK.to_owned(), value, kind: Kind::Switch }))?;
        host.send(Reply::Ready)
    }

    /// Sends the game and what judges it, or why there is no search.
    fn send_game(host: &mut EngineHost<'_>) -> io::Result<()> {
        let game = host.current.game();
        let (id, players) = (game.id().to_owned(), game.start().players() as u32);
        let judge = host.judged_by().map(str::to_owned).map_err(str::to_owned);
        host.send(Reply::Game { id, players, judge: judge.clone().ok() })?;
        judge.map_or_else(|refusal| host.send(Reply::Error(refusal)), |_| Ok(()))
    }

    fn set(name: &str, value: &str, host: &mut EngineHost<'_>) -> Result<(), String> {
        let options = &mut host.settings.options;
        if name == SEARCH {
            options.searcher = value.parse()?;
        } else if name == BOOK {
            set_book(&mut options.book, value)?;
        } else if let Some((_, setting)) = NUMBERS.iter().find(|(other, _)| *other == name) {
            setting.set(options, value)?;
        } else {
            let names: Vec<&str> = NUMBERS.iter().map(|(name, _)| *name).collect();
            return Err(format!("the options are {}, {SEARCH} and {BOOK}", names.join(", ")));
        }
        host.configure();
        Ok(())
    }

    fn go(&self, go: &Go, host: &mut EngineHost<'_>) -> io::Result<()> {
        if let Some(error) = host.error().map(str::to_owned) {
            self.on_error(&error, host)?;
        }
        for (name, value) in &go.unread {
            let argument = Fields::new("go").with(name, value);
            self.on_error(&format!("{argument}: this is no bound, and is left out"), host)?;
        }
        let limits = limits(go);
        let control = if go.ponder.is_some() { StopHandle::pondering() } else { StopHandle::new() };
        let answer = if limits.is_infinite() { Answer::WhenStopped } else { Answer::WhenDone };
        host.search(limits, control, answer);
        Ok(())
    }

    fn situation(host: &EngineHost<'_>) -> Situation {
        let game = &host.current;
        let position = game.position();
        let players = position.players();
        let shares = game.history().outcome(position).map_or_else(Vec::new, |outcome| {
            (0..players).map(|seat| f64::from(outcome.share(Player::new(seat), players))).collect()
        });
        let text = game.game().position_text(NotationFormat::Native, position);
        Situation { text, to_move: position.to_move().index() as u32 + 1, shares }
    }

    fn send_info(report: &SearchReport<AnyMove>, host: &mut EngineHost<'_>) -> io::Result<()> {
        let round = |value: f32| rounded(f64::from(value), DECIMALS);
        for (number, line) in report.lines.iter().enumerate() {
            let proven = match line.proof {
                Proof::Win => Some(Proven::Win),
                Proof::Loss => Some(Proven::Loss),
                Proof::Between if host.current.position().players() == 2 => Some(Proven::Draw),
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
                moves: host.current.line_text(&line.moves),
            };
            host.send(Reply::Info(info))?;
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

impl ProtocolHandler for Native {
    fn on_line(&mut self, line: &str, host: &mut EngineHost<'_>) -> io::Result<Flow> {
        match Command::parse(line) {
            Command::Damier => Self::introduce(host)?,
            Command::Set { name, value } => {
                if let Err(reason) = Self::set(&name, &value, host) {
                    host.send(Reply::Error(format!("option {name} is not set: {reason}")))?;
                }
            }
            Command::Game(id) => match registry::normalised(&id) {
                Ok(id) if id == host.current.game().id() => {
                    finish(self, host)?;
                    Self::send_game(host)?;
                }
                Ok(id) => {
                    finish(self, host)?;
                    return Ok(Flow::Game(id));
                }
                Err(error) => host.send(Reply::Error(error.to_string()))?,
            },
            Command::New => {
                finish(self, host)?;
                host.search_thread.new_game();
            }
            Command::Position { text, moves } => {
                finish(self, host)?;
                if let Err(error) = host.set_up(text.as_deref(), &moves) {
                    self.on_error(&error, host)?;
                }
            }
            Command::Go(go) => {
                finish(self, host)?;
                self.go(&go, host)?;
            }
            Command::Stop => host.search_thread.stop(),
            Command::Hit => host.search_thread.ponder_hit(),
            Command::Ping => host.send(Reply::Pong)?,
            Command::Moves => {
                let texts =
                    host.current.legal().into_iter().filter_map(|mv| host.current.move_text(mv)).collect();
                host.send(Reply::Moves(texts))?;
            }
            Command::Show => {
                let situation = Self::situation(host);
                host.send(Reply::Position(situation))?;
            }
            Command::Quit => return Ok(Flow::Quit),
            Command::Unknown(fields) => {
                let command: String = fields.command.chars().take(40).collect();
                host.send(Reply::Error(format!("{command} is no command, or it lacks what it needs")))?;
            }
        }
        Ok(Flow::Continue)
    }

    fn on_error(&self, what: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.send(Reply::Error(what.to_owned()))
    }

    fn on_info(&mut self, report: &SearchReport<AnyMove>, host: &mut EngineHost<'_>) -> io::Result<()> {
        Self::send_info(report, host)
    }

    fn on_result(
        &mut self,
        report: Option<&SearchReport<AnyMove>>,
        host: &mut EngineHost<'_>,
    ) -> io::Result<Flow> {
        let Some(report) = report else {
            host.send(Reply::Best { mv: None, reply: None })?;
            return Ok(Flow::Continue);
        };
        Self::send_info(report, host)?;
        let mv = host.current.move_text(report.best);
        let reply = host.expected_reply(report);
        host.send(Reply::Best { mv, reply })?;
        Ok(Flow::Continue)
    }
}
