//! CECP, the protocol of xboard and WinBoard.

mod clock;
mod draws;
mod handshake;
mod playing;
mod setup;
mod telling;

use std::{
    io,
    time::{Duration, Instant},
};

use damier_engine::search::SearchReport;
use damier_rules::{AnyMove, Player, Position};

use self::clock::EngineClock;
use super::{
    gui_options::GuiOptions,
    handler::ProtocolHandler,
    host::{EngineHost, Flow},
    settings::{EngineSetting, Settings},
};
use crate::xboard::{Command, Reply};

/// The version of the protocol that has features.
const FEATURES_SINCE: u32 = 2;
/// Letters of a line that an error repeats.
const SHOWN: usize = 60;

/// Which side the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Neither: moves are only made.
    Force,
    /// This one.
    Playing(Player),
    /// Neither: every position is analysed.
    Analysing,
}

/// What the search that runs is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// A move.
    Move,
    /// The move after the expected one of the opponent, which is the last of the current game.
    Ponder,
    /// An analysis.
    Analysis,
}

/// What the GUI has switched on.
#[derive(Clone, Copy, Default, Debug)]
struct Switches {
    /// `hard`: it ponders.
    ponders: bool,
    /// `post`: it shows what it thinks.
    shows_thinking: bool,
}

/// The engine's side of the protocol.
pub(super) struct Xboard {
    options: GuiOptions,
    clock: EngineClock,
    mode: Mode,
    purpose: Option<Purpose>,
    /// When the engine's clock began to run for the move that is searched.
    began: Instant,
    switches: Switches,
    /// The time left when the engine began to ponder.
    pondered_with: Duration,
    /// A position is being entered by `edit`, which is skipped.
    is_editing: bool,
    /// Pings that wait for the move that is searched.
    pings: Vec<i64>,
    is_draw_offered: bool,
    /// The score of the last move's search, in hundredths of a pawn.
    score: Option<i32>,
    /// The move that the opponent is expected to make.
    hint: Option<String>,
    /// The last report of the analysis that runs.
    analysed: Option<SearchReport<AnyMove>>,
}

impl Xboard {
    /// Creates a session of a game in which the engine plays Black.
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            options: GuiOptions::new(settings),
            clock: EngineClock::new(),
            mode: Mode::Playing(Player::SECOND),
            purpose: None,
            began: Instant::now(),
            switches: Switches::default(),
            pondered_with: Duration::ZERO,
            is_editing: false,
            pings: Vec::new(),
            is_draw_offered: false,
            score: None,
            hint: None,
            analysed: None,
        }
    }

    fn set(
        &mut self,
        setting: EngineSetting,
        value: u64,
        line: &str,
        host: &mut EngineHost<'_>,
    ) -> io::Result<()> {
        match setting.set(&mut host.settings.options, &value.to_string()) {
            Ok(()) => {
                host.configure();
                Ok(())
            }
            Err(reason) => host.send(Reply::error(reason, line)),
        }
    }

    /// Plays neither side from now on.
    fn force(&mut self, host: &mut EngineHost<'_>) -> io::Result<()> {
        self.stop(host)?;
        self.leave_analysis(host);
        self.mode = Mode::Force;
        Ok(())
    }

    /// Returns who is to move in the game without the move that the engine ponders on.
    fn to_move(&self, host: &EngineHost<'_>) -> Player {
        let to_move = host.current.position().to_move();
        if self.purpose == Some(Purpose::Ponder) { to_move.opponent() } else { to_move }
    }

    fn leave_analysis(&mut self, host: &mut EngineHost<'_>) {
        if self.mode == Mode::Analysing {
            self.options.set_analyse(false, host);
        }
    }

    fn command(&mut self, command: Command, line: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        let to_move = self.to_move(host);
        match command {
            Command::Protover(version) if version >= FEATURES_SINCE => self.introduce(host),
            Command::New => self.new_game(host),
            Command::Variant(name) => self.change_variant(&name, line, host),
            Command::Force | Command::Result(_) => self.force(host),
            // It is thinking already.
            Command::Go if self.purpose == Some(Purpose::Move) => Ok(()),
            Command::Go => {
                self.force(host)?;
                self.mode = Mode::Playing(to_move);
                self.think(line, host)
            }
            Command::PlayOther => {
                self.force(host)?;
                self.mode = Mode::Playing(to_move.opponent());
                self.ponder(host);
                Ok(())
            }
            Command::Analyze => {
                self.force(host)?;
                self.options.set_analyse(true, host);
                self.mode = Mode::Analysing;
                self.analyse_on(host)
            }
            Command::Exit if self.mode == Mode::Analysing => self.force(host),
            Command::Exit => host.send(Reply::error("there is no analysis to leave", line)),
            Command::Status if self.mode == Mode::Analysing => self.send_status(host),
            Command::Status => host.send(Reply::error("there is no analysis", line)),
            Command::UserMove(text) | Command::Move(text) => self.on_move(&text, host),
            Command::MoveNow => {
                if self.purpose == Some(Purpose::Move) {
                    host.search_thread.stop();
                }
                Ok(())
            }
            Command::Ping(number) => {
                self.pings.push(number);
                if self.purpose == Some(Purpose::Move) { Ok(()) } else { self.answer_pings(host) }
            }
            Command::Draw => {
                self.is_draw_offered = true;
                self.answer_draw(host)
            }
            Command::SetBoard(text) => self.set_up(&text, host),
            Command::Edit => {
                self.stop(host)?;
                self.is_editing = true;
                let reason = host.no_position("edit is not supported: setboard sets up positions".to_owned());
                host.send(Reply::error(reason, line))
            }
            Command::Undo => {
                if self.mode != Mode::Analysing {
                    self.mode = Mode::Force;
                }
                self.take_back(1, line, host)
            }
            Command::Remove => self.take_back(2, line, host),
            other => self.set_or_ask(other, line, host),
        }
    }

    /// Handles the commands that neither begin nor end a search, but for pondering.
    fn set_or_ask(&mut self, command: Command, line: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        match command {
            Command::Level(level) => self.clock.set_level(level),
            Command::MoveTime(seconds) => self.clock.set_move_time(seconds),
            Command::Depth(plies) => self.clock.set_depth(plies),
            Command::Time(hundredths) => self.clock.set_left(hundredths),
            Command::Hard => {
                self.switches.ponders = true;
                self.ponder(host);
            }
            Command::Easy => {
                self.switches.ponders = false;
                if self.purpose == Some(Purpose::Ponder) {
                    self.stop(host)?;
                }
            }
            Command::Post => self.switches.shows_thinking = true,
            Command::NoPost => self.switches.shows_thinking = false,
            Command::Hint => self.send_hint(host)?,
            Command::Book => self.send_book(host)?,
            Command::Memory(mib) => self.set(EngineSetting::Memory, mib, line, host)?,
            Command::Cores(cores) => self.set(EngineSetting::Threads, cores, line, host)?,
            Command::Option { name, value } => self.set_option(&name, value.as_deref(), line, host)?,
            Command::NodeRate(_) => host.send(Reply::error("the clock is that of the wall", line))?,
            Command::Wrong(_) => host.send(Reply::error("wrong arguments", line))?,
            Command::Unknown(text) if text.is_empty() => {}
            Command::Unknown(_) => host.send(Reply::error("unknown command", line))?,
            // What they say changes nothing: the opponent's name, clock and rating, and words of before version 2.
            _ => {}
        }
        Ok(())
    }
}

impl ProtocolHandler for Xboard {
    fn on_line(&mut self, line: &str, host: &mut EngineHost<'_>) -> io::Result<Flow> {
        let command = Command::parse(line);
        if self.is_editing {
            match command {
                Command::Status => {
                    self.is_editing = false;
                    return Ok(Flow::Continue);
                }
                Command::Unknown(_) => return Ok(Flow::Continue),
                _ => self.is_editing = false,
            }
        }
        if command == Command::Quit {
            return Ok(Flow::Quit);
        }
        let shown: String = line.chars().take(SHOWN).collect();
        self.command(command, &shown, host)?;
        Ok(Flow::Continue)
    }

    fn on_error(&self, what: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.send(Reply::error(what, ""))
    }

    fn on_note(&self, what: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.send(Reply::Comment(what.to_owned()))
    }

    fn on_info(&mut self, report: &SearchReport<AnyMove>, host: &mut EngineHost<'_>) -> io::Result<()> {
        if self.purpose == Some(Purpose::Analysis) {
            self.analysed = Some(report.clone());
        }
        if self.switches.shows_thinking { self.send_thinking(report, host) } else { Ok(()) }
    }

    fn on_result(
        &mut self,
        report: Option<&SearchReport<AnyMove>>,
        host: &mut EngineHost<'_>,
    ) -> io::Result<Flow> {
        if let Some(report) = report.filter(|_| self.purpose == Some(Purpose::Move)) {
            self.on_info(report, host)?;
            self.make_move(report, host)?;
        }
        Ok(Flow::Continue)
    }
}
