//! Speaking UCI.

mod bounds;
mod options;

use std::io;

use damier_engine::{
    engine::{BookUse, Level},
    search::{SearchReport, StopHandle},
};
use damier_rules::{AnyMove, Outcome, Position};

use super::{
    desk::{Desk, Flow},
    judges::Judges,
    numbers::{fullness, hundredths, moves_to_end, per_mille, rate},
    settings::Settings,
    speaker::{Speaker, finish},
    thinker::Answer,
};
use crate::uci::{Bound, Command, Go, Info, PerMille, Reply, Score, Start};

/// So much of a line that means nothing is repeated.
const SHOWN: usize = 60;

/// The engine's side of UCI.
pub(super) struct Uci {
    show_wdl: bool,
    limit_strength: bool,
    analyse: bool,
    ponder: bool,
    elo: u32,
    /// The level without a limit of strength.
    usual: Level,
    /// Whether games are played by the opening book.
    book: BookUse,
    /// The file of the net that was asked for, or nothing.
    eval_file: String,
    /// What it judged by before.
    first_judges: Judges,
}

impl Uci {
    /// Plays at the level of these settings unless it is asked to limit its strength.
    pub(super) fn new(settings: &Settings) -> Self {
        options::at_first(&settings.judges, settings.options.level, settings.options.book)
    }

    fn go(&self, go: &Go, desk: &mut Desk<'_>) -> io::Result<()> {
        let to_move = desk.table.position().to_move();
        let limits = bounds::limits(go, to_move);
        for remark in bounds::remarks(go, &limits, to_move) {
            self.complain(&remark, desk)?;
        }
        let trouble = desk.trouble().map(str::to_owned);
        if let Some(trouble) = &trouble {
            self.complain(trouble, desk)?;
        }
        let only = self.search_moves(go, desk)?;
        let control = if go.ponder.is_some() { StopHandle::pondering() } else { StopHandle::new() };
        let has_move = desk.has_move() && (go.search_moves.is_empty() || !only.is_empty());
        if !has_move {
            // Nothing is left to find out: only an infinite search waits for its end.
            let answer = if go.infinite.is_some() { Answer::WhenStopped } else { Answer::WhenDone };
            desk.thinker.wait(control, answer);
            return Ok(());
        }
        let waits = go.infinite.is_some() || limits.is_infinite();
        desk.think_of(only, limits, control, if waits { Answer::WhenStopped } else { Answer::WhenDone });
        Ok(())
    }

    /// The legal ones of the moves that are to be searched; the others are told.
    fn search_moves(&self, go: &Go, desk: &mut Desk<'_>) -> io::Result<Vec<AnyMove>> {
        let mut only = Vec::new();
        if !desk.has_move() {
            return Ok(only);
        }
        for text in &go.search_moves {
            match desk.table.read_move(text) {
                Ok(mv) => only.push(mv),
                Err(error) => self.complain(&error.to_string(), desk)?,
            }
        }
        if only.is_empty() && !go.search_moves.is_empty() {
            self.complain("go: none of the moves that are to be searched is legal", desk)?;
        }
        Ok(only)
    }

    /// Tells how a game that is over has ended, as the score of a search.
    fn tell_the_end(desk: &mut Desk<'_>) -> io::Result<()> {
        if desk.has_move() || desk.trouble().is_some() {
            return Ok(());
        }
        let position = desk.table.position();
        let lost = matches!(position.outcome(), Some(Outcome::Win(winner)) if winner != position.to_move());
        let score = if lost { Score::Mate(0, Bound::Exact) } else { Score::Centipawns(0, Bound::Exact) };
        desk.say(Reply::Info(Box::new(Info { depth: Some(0), score: Some(score), ..Info::default() })))
    }

    fn tell(&self, report: &SearchReport<AnyMove>, desk: &mut Desk<'_>) -> io::Result<()> {
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

impl Speaker for Uci {
    fn heard(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        match Command::parse(line) {
            Command::Uci => self.introduce(desk)?,
            Command::IsReady => desk.say(Reply::ReadyOk)?,
            Command::Stop => desk.thinker.stop(),
            Command::PonderHit => desk.thinker.ponder_hit(),
            Command::Quit => return Ok(Flow::Quit),
            Command::SetOption { name, value } => {
                if options::ends_the_search(&name) {
                    finish(self, desk)?;
                }
                if let Err(reason) = self.set_option(&name, value.as_deref().unwrap_or(""), desk) {
                    self.complain(&reason, desk)?;
                }
            }
            Command::NewGame => {
                finish(self, desk)?;
                desk.thinker.new_game();
            }
            Command::Position { start, moves } => {
                finish(self, desk)?;
                let done = match &start {
                    Start::Usual => desk.set_up(None, &moves),
                    Start::Text(text) => desk.set_up(Some(text), &moves),
                    Start::Unknown(text) => Err(desk.no_position(format!(
                        "position {text:?}: startpos or fen … is expected, and before moves the word moves"
                    ))),
                };
                if let Err(trouble) = done {
                    self.complain(&trouble, desk)?;
                }
            }
            Command::Go(go) => {
                finish(self, desk)?;
                self.go(&go, desk)?;
            }
            Command::Debug(_) | Command::Register(_) => {}
            Command::Unknown(line) => {
                let line: String = line.chars().take(SHOWN).collect();
                if !line.is_empty() {
                    self.complain(&format!("{line:?} is no command, and is ignored"), desk)?;
                }
            }
        }
        Ok(Flow::GoOn)
    }

    fn complain(&self, what: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say(Reply::Info(Box::new(Info::text(what))))
    }

    fn watched(&mut self, report: &SearchReport<AnyMove>, desk: &mut Desk<'_>) -> io::Result<()> {
        self.tell(report, desk)
    }

    fn done(&mut self, report: Option<&SearchReport<AnyMove>>, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let (mut mv, mut ponder) = (None, None);
        match report {
            Some(report) => {
                self.tell(report, desk)?;
                ponder = desk.expected_reply(report);
                mv = desk.table.move_text(report.best);
            }
            None => Self::tell_the_end(desk)?,
        }
        desk.say(Reply::BestMove { mv: mv.unwrap_or_else(|| Reply::NO_MOVE.to_owned()), ponder })?;
        Ok(Flow::GoOn)
    }
}
