//! Speaking UCI.

use std::io;

use damier_engine::{
    engine::{BookUse, EngineOptions, Level},
    search::{Control, Limits, SearchReport},
};
use damier_rules::{Dialect, Game, Player, Position, game::MoveOf};

use super::{
    desk::{Desk, Flow},
    numbers::{clock, fullness, hundredths, milliseconds, moves_to_end, per_mille, rate},
    settings::{Knob, plays_by_book, searches, set_book},
    speaker::{Speaker, finish},
    thinker::Answer,
};
use crate::uci::{Bound, Command, Go, Info, Kind, OptionDeclaration, PerMille, Reply, Score, Start};

/// The options that are whole numbers.
const NUMBERS: [(&str, Knob); 4] = [
    ("Threads", Knob::Threads),
    ("Hash", Knob::Memory),
    ("MultiPV", Knob::Lines),
    ("Move Overhead", Knob::Overhead),
];
const SEARCH: &str = "Search";
const OWN_BOOK: &str = "OwnBook";
const PONDER: &str = "Ponder";
const CLEAR_HASH: &str = "Clear Hash";
const SHOW_WDL: &str = "UCI_ShowWDL";
const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
const ELO: &str = "UCI_Elo";
const ANALYSE_MODE: &str = "UCI_AnalyseMode";

/// The engine's side of UCI.
pub(super) struct Uci {
    show_wdl: bool,
    limit_strength: bool,
    analyse: bool,
    elo: u32,
    /// The level without a limit of strength.
    usual: Level,
    /// Whether games are played by the opening book.
    book: BookUse,
}

impl Uci {
    /// Plays at the level of these options unless it is asked to limit its strength.
    pub(super) fn new(options: &EngineOptions) -> Self {
        let EngineOptions { level: usual, book, .. } = *options;
        Self { show_wdl: false, limit_strength: false, analyse: false, elo: usual.elo(), usual, book }
    }

    fn introduce<G: Game>(&self, desk: &mut Desk<'_, G>) -> io::Result<()> {
        desk.say(Reply::Name(format!("damier {}", env!("CARGO_PKG_VERSION"))))?;
        desk.say(Reply::Author("the damier developers".to_owned()))?;
        let mut options: Vec<(&str, Kind)> = Vec::new();
        for (name, knob) in NUMBERS {
            let (min, max) = knob.range().into_inner();
            options.push((name, Kind::Spin { default: knob.value(&desk.settings.options), min, max }));
        }
        let default = desk.settings.options.searcher.to_string();
        options.push((SEARCH, Kind::Combo { default, values: searches() }));
        options.push((OWN_BOOK, Kind::Check { default: plays_by_book(self.book) }));
        options.push((CLEAR_HASH, Kind::Button));
        options.push((PONDER, Kind::Check { default: false }));
        options.push((SHOW_WDL, Kind::Check { default: self.show_wdl }));
        options.push((LIMIT_STRENGTH, Kind::Check { default: self.limit_strength }));
        let [min, max] = [Level::WEAKEST, Level::FULL].map(|level| i64::from(level.elo()));
        options.push((ELO, Kind::Spin { default: i64::from(self.elo), min, max }));
        options.push((ANALYSE_MODE, Kind::Check { default: self.analyse }));
        for name in desk.table.game().switches(Dialect::Uci) {
            options.push((name, Kind::Check { default: false }));
        }
        for (name, kind) in options {
            desk.say(Reply::Option(OptionDeclaration { name: name.to_owned(), kind }))?;
        }
        desk.say(Reply::UciOk)
    }

    fn set_option<G: Game>(&mut self, name: &str, value: &str, desk: &mut Desk<'_, G>) -> Result<(), String> {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        let switch = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err("true or false is expected".to_owned()),
        };
        let game = desk.table.game();
        if let Some((_, knob)) = NUMBERS.iter().find(|(other, _)| is(other)) {
            knob.set(&mut desk.settings.options, value)?;
        } else if is(SEARCH) {
            desk.settings.options.searcher = value.to_ascii_lowercase().parse()?;
        } else if is(OWN_BOOK) {
            set_book(&mut self.book, value)?;
        } else if is(CLEAR_HASH) {
            desk.thinker.new_game();
        } else if is(PONDER) {
            // Says that `go ponder` may come; time is shared out in the same way with it.
            switch()?;
        } else if is(SHOW_WDL) {
            self.show_wdl = switch()?;
        } else if is(LIMIT_STRENGTH) {
            self.limit_strength = switch()?;
        } else if is(ANALYSE_MODE) {
            self.analyse = switch()?;
        } else if is(ELO) {
            let range = Level::WEAKEST.elo()..=Level::FULL.elo();
            let elo = value.parse().ok().filter(|elo| range.contains(elo));
            self.elo =
                elo.ok_or_else(|| format!("a number from {} to {} is expected", range.start(), range.end()))?;
        } else if game.switches(Dialect::Uci).iter().any(|other| is(other)) {
            let game = game.adjusted(Dialect::Uci, name, value).map_err(|error| error.reason)?;
            desk.table.set_game(game);
        } else {
            return Err("there is no such option".to_owned());
        }
        desk.settings.options.level = match (self.analyse, self.limit_strength) {
            (true, _) => Level::FULL,
            (false, true) => Level::of_elo(self.elo),
            (false, false) => self.usual,
        };
        desk.settings.options.book = if self.analyse { BookUse::Search } else { self.book };
        desk.configure();
        Ok(())
    }

    fn go<G: Game>(&self, go: &Go, desk: &mut Desk<'_, G>) -> io::Result<()> {
        if let Some(trouble) = desk.trouble().map(str::to_owned) {
            self.complain(&trouble, desk)?;
            return desk.say(no_move());
        }
        let mut only = Vec::new();
        for text in &go.search_moves {
            match desk.table.read_move(text) {
                Ok(mv) => only.push(mv),
                Err(error) => self.complain(&error.to_string(), desk)?,
            }
        }
        let limits = limits(go, desk.table.position().to_move());
        let control = if go.ponder.is_some() { Control::pondering() } else { Control::new() };
        let answer = if go.infinite.is_some() || limits.is_infinite() {
            Answer::WhenStopped
        } else {
            Answer::WhenDone
        };
        match desk.think_of(only, limits, control, answer) {
            Some(()) => Ok(()),
            None => desk.say(no_move()),
        }
    }

    fn tell<G: Game>(&self, report: &SearchReport<MoveOf<G>>, desk: &mut Desk<'_, G>) -> io::Result<()> {
        let several = desk.settings.options.multipv > 1;
        for (number, line) in report.lines.iter().enumerate() {
            let score = match moves_to_end(line) {
                Some(moves) => Score::Mate(moves, Bound::Exact),
                None => Score::Centipawns(hundredths(line), Bound::Exact),
            };
            let wdl = line.wdl.filter(|_| self.show_wdl).map(|wdl| {
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
                hashfull: Some(fullness(report, desk.settings.options.memory_mib)),
                time: Some(report.elapsed.as_millis() as u64),
                pv: desk.table.line_text(&line.moves),
                ..Info::default()
            };
            desk.say(Reply::Info(Box::new(info)))?;
        }
        Ok(())
    }
}

fn no_move() -> Reply {
    Reply::BestMove { mv: Reply::NO_MOVE.to_owned(), ponder: None }
}

fn limits(go: &Go, to_move: Player) -> Limits {
    let (time, increment) = if to_move == Player::FIRST { (go.wtime, go.winc) } else { (go.btime, go.binc) };
    let clock = time.map(|time| clock(milliseconds(time), increment.map(milliseconds), go.moves_to_go));
    if go.infinite.is_some() {
        return Limits::default();
    }
    Limits {
        time: go.move_time.map(milliseconds),
        nodes: go.nodes,
        depth: go.depth,
        clock,
        proof_plies: go.mate.filter(|moves| *moves > 0).map(|moves| moves.saturating_mul(2) - 1),
    }
}

impl<G: Game> Speaker<G> for Uci {
    fn heard(&mut self, line: &str, desk: &mut Desk<'_, G>) -> io::Result<Flow> {
        match Command::parse(line) {
            Command::Uci => self.introduce(desk)?,
            Command::IsReady => desk.say(Reply::ReadyOk)?,
            Command::Stop => desk.thinker.stop(),
            Command::PonderHit => desk.thinker.ponder_hit(),
            Command::Quit => return Ok(Flow::Quit),
            Command::SetOption { name, value } => {
                if let Err(reason) = self.set_option(&name, value.as_deref().unwrap_or(""), desk) {
                    self.complain(&format!("option {name} is as before: {reason}"), desk)?;
                }
            }
            Command::NewGame => {
                finish(self, desk)?;
                desk.thinker.new_game();
            }
            Command::Position { start, moves } => {
                finish(self, desk)?;
                let text = match &start {
                    Start::Usual => None,
                    Start::Text(text) => Some(text.as_str()),
                };
                if let Err(trouble) = desk.set_up(text, &moves) {
                    self.complain(&trouble, desk)?;
                }
            }
            Command::Go(go) => {
                finish(self, desk)?;
                self.go(&go, desk)?;
            }
            Command::Debug(_) | Command::Register(_) | Command::Unknown(_) => {}
        }
        Ok(Flow::GoOn)
    }

    fn complain(&self, what: &str, desk: &mut Desk<'_, G>) -> io::Result<()> {
        desk.say(Reply::Info(Box::new(Info::text(what))))
    }

    fn watched(&mut self, report: &SearchReport<MoveOf<G>>, desk: &mut Desk<'_, G>) -> io::Result<()> {
        self.tell(report, desk)
    }

    fn done(&mut self, report: &SearchReport<MoveOf<G>>, desk: &mut Desk<'_, G>) -> io::Result<Flow> {
        self.tell(report, desk)?;
        let ponder = desk.expected_reply(report);
        let mv = desk.table.move_text(report.best).unwrap_or_else(|| Reply::NO_MOVE.to_owned());
        desk.say(Reply::BestMove { mv, ponder })?;
        Ok(Flow::GoOn)
    }
}
