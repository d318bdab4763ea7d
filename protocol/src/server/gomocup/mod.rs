//! Gomocup's protocol.

mod clock;
mod info;
mod playing;
mod stones;

use std::io;

use damier_engine::search::{SearchReport, StopHandle};
use damier_rules::{AnyGame, AnyMove, Game, GameTags, NotationFormat, Player, Position};

use self::{
    clock::Clocks,
    stones::{Listed, Stones},
};
use super::{
    handler::ProtocolHandler,
    host::{EngineHost, Flow},
    numbers::hundredths,
    search_thread::Answer,
    settings::EngineSetting,
};
use crate::gomocup::{Command, Point, Reply};

/// The settings of the game.
const SIZE: &str = "size";
const RULE: &str = "rule";
const OPENING: &str = "opening";
const SWAP2: &str = "swap2";
const NONE: &str = "none";

/// What the search that runs is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A move.
    Move,
    /// A move, with several lines reported.
    Lines,
    /// The part of the opening that this player has to do.
    Opening(Player),
}

/// The brain's side of the protocol.
pub(super) struct Gomocup {
    /// The game without an opening: what every command but `SWAP2BOARD` is about.
    game: AnyGame,
    started: Option<()>,
    list: Option<Stones>,
    clocks: Clocks,
    /// Why an `INFO` had no effect; sent with the next command.
    error: Option<String>,
    purpose: Purpose,
    /// Answer to the opening as far as searched.
    words: Vec<String>,
    /// Whether lines are sent while the search runs.
    shows_info: Option<()>,
}

impl Gomocup {
    /// Creates the session of `game`. An opening rule of its own is left to `SWAP2BOARD`, the protocol's only word for
    /// one.
    pub(super) fn new(game: AnyGame) -> Self {
        Self {
            game: game.with_setting(NotationFormat::Gomocup, OPENING, NONE).unwrap_or(game),
            started: None,
            list: None,
            clocks: Clocks::default(),
            error: None,
            purpose: Purpose::Move,
            words: Vec::new(),
            shows_info: None,
        }
    }

    /// Begins a game on the empty board of the game that is set.
    fn restart(&mut self, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.search_thread.finish();
        if let Err(reason) = self.put(self.game.clone(), host) {
            return host.send(Reply::Error(reason));
        }
        host.search_thread.new_game();
        self.started = Some(());
        self.clocks.new_game();
        match host.judged_by() {
            Ok(judge) => {
                let judged = format!("judged by {judge}");
                host.send(Reply::Message(judged))?;
                host.send(Reply::Ok)
            }
            Err(refusal) => {
                let refusal = refusal.to_owned();
                host.send(Reply::Error(refusal))
            }
        }
    }

    /// Makes a game with its empty board the current one.
    fn put(&self, game: AnyGame, host: &mut EngineHost<'_>) -> Result<(), String> {
        if game.id() == host.current.game().id() {
            return host.current.set_up(None, &[]).map_err(|error| error.reason);
        }
        host.change_game(game, NotationFormat::Gomocup).map_err(|error| error.to_string())
    }

    fn start(&mut self, size: u8, host: &mut EngineHost<'_>) -> io::Result<()> {
        match self.game.with_setting(NotationFormat::Gomocup, SIZE, &size.to_string()) {
            Ok(game) => {
                self.game = game;
                self.restart(host)
            }
            Err(error) => host.send(Reply::Error(format!("unsupported size: {}", error.reason))),
        }
    }

    /// Searches for a move; sends an error where the game is over.
    fn search(&mut self, purpose: Purpose, host: &mut EngineHost<'_>) -> io::Result<()> {
        self.purpose = purpose;
        if let Some(error) = host.error().map(str::to_owned) {
            return host.send(Reply::Error(error));
        }
        if !host.has_move() {
            return host.send(Reply::Error("the game is over".to_owned()));
        }
        host.search(self.clocks.limits(), StopHandle::new(), Answer::WhenDone);
        Ok(())
    }

    /// Adds `mv` to the answer to the opening, and searches for its next part or sends it.
    fn opening(&mut self, player: Player, mv: AnyMove, host: &mut EngineHost<'_>) -> io::Result<()> {
        self.words.extend(host.current.move_text(mv).filter(|word| !word.is_empty()));
        host.current.play(mv);
        let position = host.current.position();
        if position.to_move() == player && position.count_moves() > 0 {
            return self.search(Purpose::Opening(player), host);
        }
        let answer = std::mem::take(&mut self.words).join(" ");
        host.send(answer)
    }

    fn command(&mut self, command: Command, host: &mut EngineHost<'_>) -> io::Result<Flow> {
        let needs_start = matches!(
            command,
            Command::Restart
                | Command::Begin
                | Command::Turn(_)
                | Command::Board
                | Command::YxBoard
                | Command::Swap2Board
                | Command::TakeBack(_)
                | Command::Play(_)
                | Command::YxNBest(_)
                | Command::YxShowForbid
        );
        if needs_start && self.started.is_none() {
            host.send(Reply::Error("no game was started: START comes first".to_owned()))?;
            return Ok(Flow::Continue);
        }
        let listing = |of| Some(Stones::new(of));
        match command {
            Command::Start(size) => self.start(size, host)?,
            Command::RectStart(Point { x, y }) if x == y => self.start(x, host)?,
            Command::RectStart(_) => {
                host.send(Reply::Error("boards that are not square are not supported".to_owned()))?;
            }
            Command::Restart => self.restart(host)?,
            Command::Begin
                if host.current.position().outcome().is_none() && host.current.moves().is_empty() =>
            {
                self.search(Purpose::Move, host)?;
            }
            Command::Begin => host.send(Reply::Error("the board is not empty".to_owned()))?,
            Command::Turn(point) => match self.play(point, host) {
                Ok(()) => self.search(Purpose::Move, host)?,
                Err(reason) => host.send(Reply::Error(reason))?,
            },
            Command::Play(point) => match self.play(point, host) {
                Ok(()) => host.send(Reply::Move(vec![point]))?,
                Err(reason) => host.send(Reply::Error(reason))?,
            },
            Command::TakeBack(point) => match self.take_back(point, host) {
                Ok(()) => host.send(Reply::Ok)?,
                Err(reason) => host.send(Reply::Error(reason))?,
            },
            Command::Board => self.list = listing(Listed::Board),
            Command::YxBoard => self.list = listing(Listed::Shown),
            Command::Swap2Board => self.list = listing(Listed::Opening),
            Command::YxNBest(lines) => {
                let mut options = host.settings.options;
                let most = *EngineSetting::Lines.range().end();
                let _ = EngineSetting::Lines.set(&mut options, &i64::from(lines).clamp(1, most).to_string());
                host.search_thread.configure(options);
                self.search(Purpose::Lines, host)?;
            }
            Command::YxShowForbid => {
                let points = Self::forbidden(host);
                host.send(Reply::Forbid(points))?;
            }
            Command::YxHashClear => host.search_thread.new_game(),
            Command::YxShowInfo => {
                self.shows_info = Some(());
                host.send(Reply::Message(format!("damier {}", env!("CARGO_PKG_VERSION"))))?;
            }
            Command::About => {
                let items = [
                    ("name", "damier"),
                    ("version", env!("CARGO_PKG_VERSION")),
                    ("author", "the damier developers"),
                    ("country", "none"),
                ];
                let judge = ("net", host.judged_by().unwrap_or("none"));
                let items = items.into_iter().chain([judge]);
                let items = items.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
                host.send(Reply::About(items))?;
            }
            Command::End => return Ok(Flow::Quit),
            Command::YxStop => host.search_thread.stop(),
            Command::Info(info) => self.info(&info, host),
            Command::Wrong(line) => {
                host.send(Reply::Error(format!("what is meant by {:?}?", short(&line))))?
            }
            Command::Done | Command::Stone(..) => {
                host.send(Reply::Unknown("no list of stones was begun".to_owned()))?;
            }
            Command::Unknown(line) => host.send(Reply::Unknown(format!("command {:?}", short(&line))))?,
        }
        Ok(Flow::Continue)
    }

    fn send_info(report: &SearchReport<AnyMove>, host: &mut EngineHost<'_>) -> io::Result<()> {
        for (number, line) in report.lines.iter().enumerate() {
            let moves = host.current.line_text(&line.moves).join(" ");
            let (score, depth) = (hundredths(line), report.depth().unwrap_or(0));
            let number = number + 1;
            host.send(Reply::Message(format!(
                "({number}) {score} | {depth}-{} | {moves}",
                report.max_depth
            )))?;
        }
        Ok(())
    }
}

/// Shortens a line to what fits a message.
fn short(line: &str) -> String {
    const SHOWN: usize = 60;
    line.chars().take(SHOWN).collect()
}

impl ProtocolHandler for Gomocup {
    fn on_line(&mut self, line: &str, host: &mut EngineHost<'_>) -> io::Result<Flow> {
        let command = Command::parse(line);
        if let Some(flow) = self.listed(&command, host)? {
            return Ok(flow);
        }
        if !matches!(command, Command::Info(_))
            && let Some(error) = self.error.take()
        {
            host.send(Reply::Error(error))?;
        }
        let may_keep_searching = matches!(
            command,
            Command::Info(_)
                | Command::About
                | Command::YxStop
                | Command::YxShowForbid
                | Command::End
                | Command::Unknown(_)
                | Command::Wrong(_)
        );
        if host.search_thread.is_searching() && !may_keep_searching {
            // The manager has given the search up and expects no answer.
            host.search_thread.finish();
        }
        self.command(command, host)
    }

    fn on_error(&self, what: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.send(Reply::Unknown(what.to_owned()))
    }

    fn on_note(&self, what: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.send(Reply::Message(what.to_owned()))
    }

    fn on_info(&mut self, report: &SearchReport<AnyMove>, host: &mut EngineHost<'_>) -> io::Result<()> {
        if self.shows_info.is_some() { Self::send_info(report, host) } else { Ok(()) }
    }

    fn on_result(
        &mut self,
        report: Option<&SearchReport<AnyMove>>,
        host: &mut EngineHost<'_>,
    ) -> io::Result<Flow> {
        let Some(report) = report else { return Ok(Flow::Continue) };
        self.clocks.used(report.elapsed);
        if self.purpose == Purpose::Lines {
            host.configure();
        }
        if self.shows_info.is_some() || self.purpose == Purpose::Lines {
            Self::send_info(report, host)?;
        }
        if let Purpose::Opening(player) = self.purpose {
            self.opening(player, report.best, host)?;
            return Ok(Flow::Continue);
        }
        let text = host.current.move_text(report.best).unwrap_or_default();
        host.current.play(report.best);
        host.send(text)?;
        Ok(Flow::Continue)
    }
}
