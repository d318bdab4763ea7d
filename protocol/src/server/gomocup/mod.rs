//! Speaking Gomocup's protocol.

mod clock;
mod info;
mod playing;
mod stones;

use std::io;

use damier_engine::search::{SearchReport, StopHandle};
use damier_rules::{AnyGame, AnyMove, Dialect, Game, Player, Position};

use self::{
    clock::Clocks,
    stones::{Listed, Stones},
};
use super::{
    desk::{Desk, Flow},
    numbers::hundredths,
    settings::Knob,
    speaker::Speaker,
    thinker::Answer,
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
    /// A move, and this many lines told.
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
    /// What could not be done of what `INFO` said; told with the next command.
    trouble: Option<String>,
    purpose: Purpose,
    /// What the opening's answer is so far.
    words: Vec<String>,
    /// Whether lines are told while the search runs.
    tells: Option<()>,
}

impl Gomocup {
    /// Speaks about `game`, at first. An opening of its own is left to `SWAP2BOARD`, which is the protocol's only word
    /// for one.
    pub(super) fn new(game: AnyGame) -> Self {
        Self {
            game: game.adjusted(Dialect::Gomocup, OPENING, NONE).unwrap_or(game),
            started: None,
            list: None,
            clocks: Clocks::default(),
            trouble: None,
            purpose: Purpose::Move,
            words: Vec::new(),
            tells: None,
        }
    }

    /// Begins a game on the empty board of the game as it is set.
    fn restart(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.thinker.finish();
        if let Err(reason) = self.put(self.game.clone(), desk) {
            return desk.say(Reply::Error(reason));
        }
        desk.thinker.new_game();
        self.started = Some(());
        self.clocks.new_game();
        match desk.judged_by() {
            Ok(judge) => {
                let judged = format!("judged by {judge}");
                desk.say(Reply::Message(judged))?;
                desk.say(Reply::Ok)
            }
            Err(refusal) => {
                let refusal = refusal.to_owned();
                desk.say(Reply::Error(refusal))
            }
        }
    }

    /// Puts a game with its empty board on the table.
    fn put(&self, game: AnyGame, desk: &mut Desk<'_>) -> Result<(), String> {
        if game.id() == desk.table.game().id() {
            return desk.table.set_up(None, &[]).map_err(|error| error.reason);
        }
        desk.change_game(game, Some(Dialect::Gomocup)).map_err(|error| error.to_string())
    }

    fn start(&mut self, size: u8, desk: &mut Desk<'_>) -> io::Result<()> {
        match self.game.adjusted(Dialect::Gomocup, SIZE, &size.to_string()) {
            Ok(game) => {
                self.game = game;
                self.restart(desk)
            }
            Err(error) => desk.say(Reply::Error(format!("unsupported size: {}", error.reason))),
        }
    }

    /// Searches for a move; nothing where the game is over.
    fn think(&mut self, purpose: Purpose, desk: &mut Desk<'_>) -> io::Result<()> {
        self.purpose = purpose;
        if let Some(trouble) = desk.trouble().map(str::to_owned) {
            return desk.say(Reply::Error(trouble));
        }
        if !desk.has_move() {
            return desk.say(Reply::Error("the game is over".to_owned()));
        }
        desk.think(self.clocks.limits(), StopHandle::new(), Answer::WhenDone);
        Ok(())
    }

    /// Goes on with an opening's answer, of which `mv` is the next part.
    fn opening(&mut self, player: Player, mv: AnyMove, desk: &mut Desk<'_>) -> io::Result<()> {
        self.words.extend(desk.table.move_text(mv).filter(|word| !word.is_empty()));
        desk.table.play(mv);
        let position = desk.table.position();
        if position.to_move() == player && position.count_moves() > 0 {
            return self.think(Purpose::Opening(player), desk);
        }
        let answer = std::mem::take(&mut self.words).join(" ");
        desk.say(answer)
    }

    fn command(&mut self, command: Command, desk: &mut Desk<'_>) -> io::Result<Flow> {
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
            desk.say(Reply::Error("no game was started: START comes first".to_owned()))?;
            return Ok(Flow::GoOn);
        }
        let listing = |of| Some(Stones::new(of));
        match command {
            Command::Start(size) => self.start(size, desk)?,
            Command::RectStart(Point { x, y }) if x == y => self.start(x, desk)?,
            Command::RectStart(_) => {
                desk.say(Reply::Error("boards that are not square are not supported".to_owned()))?;
            }
            Command::Restart => self.restart(desk)?,
            Command::Begin if desk.table.position().outcome().is_none() && desk.table.moves().is_empty() => {
                self.think(Purpose::Move, desk)?;
            }
            Command::Begin => desk.say(Reply::Error("the board is not empty".to_owned()))?,
            Command::Turn(point) => match self.play(point, desk) {
                Ok(()) => self.think(Purpose::Move, desk)?,
                Err(reason) => desk.say(Reply::Error(reason))?,
            },
            Command::Play(point) => match self.play(point, desk) {
                Ok(()) => desk.say(Reply::Move(vec![point]))?,
                Err(reason) => desk.say(Reply::Error(reason))?,
            },
            Command::TakeBack(point) => match self.take_back(point, desk) {
                Ok(()) => desk.say(Reply::Ok)?,
                Err(reason) => desk.say(Reply::Error(reason))?,
            },
            Command::Board => self.list = listing(Listed::Board),
            Command::YxBoard => self.list = listing(Listed::Shown),
            Command::Swap2Board => self.list = listing(Listed::Opening),
            Command::YxNBest(lines) => {
                let mut options = desk.settings.options;
                let most = *Knob::Lines.range().end();
                let _ = Knob::Lines.set(&mut options, &i64::from(lines).clamp(1, most).to_string());
                desk.thinker.configure(options);
                self.think(Purpose::Lines, desk)?;
            }
            Command::YxShowForbid => {
                let points = Self::forbidden(desk);
                desk.say(Reply::Forbid(points))?;
            }
            Command::YxHashClear => desk.thinker.new_game(),
            Command::YxShowInfo => {
                self.tells = Some(());
                desk.say(Reply::Message(format!("damier {}", env!("CARGO_PKG_VERSION"))))?;
            }
            Command::About => {
                let items = [
                    ("name", "damier"),
                    ("version", env!("CARGO_PKG_VERSION")),
                    ("author", "the damier developers"),
                    ("country", "none"),
                ];
                let judge = ("net", desk.judged_by().unwrap_or("none"));
                let items = items.into_iter().chain([judge]);
                let items = items.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
                desk.say(Reply::About(items))?;
            }
            Command::End => return Ok(Flow::Quit),
            Command::YxStop => desk.thinker.stop(),
            Command::Info(info) => self.info(&info, desk),
            Command::Wrong(line) => {
                desk.say(Reply::Error(format!("what is meant by {:?}?", short(&line))))?
            }
            Command::Done | Command::Stone(..) => {
                desk.say(Reply::Unknown("no list of stones was begun".to_owned()))?;
            }
            Command::Unknown(line) => desk.say(Reply::Unknown(format!("command {:?}", short(&line))))?,
        }
        Ok(Flow::GoOn)
    }

    fn tell(report: &SearchReport<AnyMove>, desk: &mut Desk<'_>) -> io::Result<()> {
        for (number, line) in report.lines.iter().enumerate() {
            let moves = desk.table.line_text(&line.moves).join(" ");
            let (score, depth) = (hundredths(line), report.depth().unwrap_or(0));
            let number = number + 1;
            desk.say(Reply::Message(format!("({number}) {score} | {depth}-{} | {moves}", report.max_depth)))?;
        }
        Ok(())
    }
}

/// So much of a line that it fits a message.
fn short(line: &str) -> String {
    const SHOWN: usize = 60;
    line.chars().take(SHOWN).collect()
}

impl Speaker for Gomocup {
    fn heard(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let command = Command::parse(line);
        if let Some(flow) = self.listed(&command, desk)? {
            return Ok(flow);
        }
        if !matches!(command, Command::Info(_))
            && let Some(trouble) = self.trouble.take()
        {
            desk.say(Reply::Error(trouble))?;
        }
        let may_think_on = matches!(
            command,
            Command::Info(_)
                | Command::About
                | Command::YxStop
                | Command::YxShowForbid
                | Command::End
                | Command::Unknown(_)
                | Command::Wrong(_)
        );
        if desk.thinker.is_thinking() && !may_think_on {
            // The manager has given the search up: nobody waits for its answer.
            desk.thinker.finish();
        }
        self.command(command, desk)
    }

    fn complain(&self, what: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say(Reply::Unknown(what.to_owned()))
    }

    fn note(&self, what: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say(Reply::Message(what.to_owned()))
    }

    fn watched(&mut self, report: &SearchReport<AnyMove>, desk: &mut Desk<'_>) -> io::Result<()> {
        if self.tells.is_some() { Self::tell(report, desk) } else { Ok(()) }
    }

    fn done(&mut self, report: Option<&SearchReport<AnyMove>>, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let Some(report) = report else { return Ok(Flow::GoOn) };
        self.clocks.used(report.elapsed);
        if self.purpose == Purpose::Lines {
            desk.configure();
        }
        if self.tells.is_some() || self.purpose == Purpose::Lines {
            Self::tell(report, desk)?;
        }
        if let Purpose::Opening(player) = self.purpose {
            self.opening(player, report.best, desk)?;
            return Ok(Flow::GoOn);
        }
        let text = desk.table.move_text(report.best).unwrap_or_default();
        desk.table.play(report.best);
        desk.say(text)?;
        Ok(Flow::GoOn)
    }
}
