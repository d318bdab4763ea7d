//! Speaking UCI to an engine.

use std::sync::Arc;

use damier_protocol::uci::{Bound, Command, Go, Info, Kind, OptionDeclaration, Reply, Score, Start};
use damier_rules::{
    AnyGame, AnyMove, GameTags, Notation,
    NotationFormat::{self, Native},
    Player,
};

use super::super::{
    Description,
    connection::{Connection, Received},
    driver::{Driver, Opinion, no_move, read_move, timeout, words},
    pondering::{Guess, Pondering},
};
use super::uci_option::declared;
use crate::competitor::{Choice, Failure, Introduction, Turn};

const FORMAT: NotationFormat = NotationFormat::Uci;
const THREADS: &str = "Threads";
/// The size of its table in MiB.
const MEMORY: &str = "Hash";
/// Declared by an engine that can ponder, and set where it will.
const PONDER: &str = "Ponder";
/// A clock that shows nothing at all means no clock to some engines.
const LEAST_MILLIS: i64 = 1;

pub(super) struct Uci {
    game: AnyGame,
    description: Arc<Description>,
    declared: Vec<OptionDeclaration>,
    pondering: Pondering,
    /// Whether it was told that it will ponder.
    told_to_ponder: Option<()>,
}

impl Uci {
    pub(super) fn new(game: AnyGame, description: Arc<Description>) -> Self {
        Self { game, description, declared: Vec::new(), pondering: Pondering::none(), told_to_ponder: None }
    }

    /// Returns the command that sets an option that the engine has.
    fn option(&self, name: &str, value: &str) -> Result<Command, Failure> {
        let option = declared(&self.declared, name, value)?;
        let value = (option.kind != Kind::Button).then(|| value.to_owned());
        Ok(Command::SetOption { name: option.name.clone(), value })
    }

    /// Returns the MiB that its table is set to, unless its options say them; a size that was not asked for is kept within
    /// what the engine can have.
    fn memory(&self) -> Option<i64> {
        let Description { memory, options, .. } = &*self.description;
        if options.keys().any(|name| name.eq_ignore_ascii_case(MEMORY)) {
            return None;
        }
        let wanted = i64::from(self.description.memory_mib());
        let declared = self.declared.iter().find(|option| option.name.eq_ignore_ascii_case(MEMORY));
        match declared.map(|option| &option.kind) {
            _ if memory.is_some() => Some(wanted),
            Some(Kind::Spin { min, max, .. }) if min <= max => Some(wanted.clamp(*min, *max)),
            _ => None,
        }
    }

    /// Has it search the position of a turn.
    fn send_go(
        &self,
        connection: &mut Connection,
        turn: &Turn<'_>,
        ponder: Option<()>,
    ) -> Result<(), Failure> {
        let moves = words(FORMAT, turn)?;
        let start = Start::Text(self.game.position_text(FORMAT, turn.game.start()));
        let position = Command::Position { start, moves };
        let go = Go { ponder, ..go(turn) };
        connection.send(format!("{position}\n{}", Command::Go(Box::new(go))))
    }

    /// Ends its pondering; what it answers is about another game.
    fn stop(&self, connection: &mut Connection) -> Result<(), Failure> {
        connection.request(Command::Stop, self.description.reply_timeout, "bestmove", |line| {
            match Reply::parse(line) {
                Reply::BestMove { .. } => Received::Answer(()),
                Reply::Unknown(_) => Received::Unknown,
                _ => Received::Other,
            }
        })
    }

    fn ready(&self, connection: &mut Connection) -> Result<(), Failure> {
        connection.request(Command::IsReady, self.description.start_timeout, "readyok", |line| {
            match Reply::parse(line) {
                Reply::ReadyOk => Received::Answer(()),
                Reply::Unknown(_) => Received::Unknown,
                _ => Received::Other,
            }
        })
    }
}

impl Driver for Uci {
    fn handshake(&mut self, connection: &mut Connection) -> Result<Introduction, Failure> {
        let (mut name, mut declared) = (None, Vec::new());
        connection.request(Command::Uci, self.description.start_timeout, "uciok", |line| {
            match Reply::parse(line) {
                Reply::Name(text) => name = Some(text),
                Reply::Option(option) => declared.push(option),
                Reply::UciOk => return Received::Answer(()),
                Reply::Unknown(_) => return Received::Unknown,
                _ => {}
            }
            Received::Other
        })?;
        self.declared = declared;
        if let Some(threads) = self.description.threads {
            connection.send(self.option(THREADS, &threads.to_string())?)?;
        }
        let memory = self.memory();
        if let Some(mib) = memory {
            connection.send(self.option(MEMORY, &mib.to_string())?)?;
        }
        for (name, value) in &self.description.options {
            connection.send(self.option(name, &value.to_string())?)?;
        }
        for (name, value) in self.game.settings(FORMAT) {
            connection.send(self.option(name, &value)?)?;
        }
        self.ready(connection)?;
        Ok(Introduction { name, memory_mib: memory.and_then(|mib| u32::try_from(mib).ok()) })
    }

    fn new_game(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        connection.send(Command::NewGame)?;
        self.ready(connection)
    }

    fn choose(&mut self, connection: &mut Connection, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        match self.pondering.end(turn.game.moves()) {
            Guess::Right => connection.send(Command::PonderHit)?,
            Guess::Wrong => {
                self.stop(connection)?;
                self.send_go(connection, turn, None)?;
            }
            Guess::None => self.send_go(connection, turn, None)?,
        }
        let mut opinion = Opinion::of(&self.description);
        let timeout = timeout(&self.description, turn);
        let (chosen, answer) = connection.receive(timeout, "bestmove", Some(turn.cancelled), |line| {
            match Reply::parse(line) {
                Reply::Info(info) => {
                    note(&mut opinion, &info);
                    Received::Other
                }
                Reply::BestMove { mv, ponder } => Received::Answer((mv, ponder)),
                Reply::Unknown(_) => Received::Unknown,
                _ => Received::Other,
            }
        })?;
        if chosen == Reply::NO_MOVE || chosen == "0000" {
            return Err(no_move(&self.game.position_text(Native, turn.position)));
        }
        let mv = read_move(&self.game, FORMAT, turn.position, &chosen)?;
        self.pondering.expects(turn, answer);
        Ok(opinion.choice(mv))
    }

    fn ponder(&mut self, connection: &mut Connection, turn: &Turn<'_>) -> Result<(), Failure> {
        // Who does not declare the option cannot.
        let Ok(option) = self.option(PONDER, "true") else { return Ok(()) };
        let Some(game) = self.pondering.begin(FORMAT, turn) else { return Ok(()) };
        if self.told_to_ponder.replace(()).is_none() {
            connection.send(option)?;
        }
        self.send_go(connection, &Turn { game: &game, position: game.position(), ..*turn }, Some(()))
    }

    fn end_game(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        if self.pondering.give_up() == Guess::None { Ok(()) } else { self.stop(connection) }
    }
}

/// Returns the bounds of a search.
fn go(turn: &Turn<'_>) -> Go {
    let limits = &turn.limits;
    let millis = |duration: std::time::Duration| (duration.as_millis() as i64).max(LEAST_MILLIS);
    let left = |player: Player| turn.remaining.get(player.index()).copied().map(millis);
    let increment = limits.clock.map(|clock| clock.increment.as_millis() as i64);
    Go {
        wtime: left(Player::FIRST),
        btime: left(Player::SECOND),
        winc: increment,
        binc: increment,
        moves_to_go: limits.clock.and_then(|clock| clock.moves_to_go),
        depth: limits.depth,
        nodes: limits.nodes,
        move_time: limits.time.map(millis),
        ..Go::default()
    }
}

/// Keeps what is said about the best line.
fn note(opinion: &mut Opinion, info: &Info) {
    if info.multipv.is_some_and(|rank| rank > 1) {
        return;
    }
    opinion.nodes = info.nodes.or(opinion.nodes);
    match info.score {
        Some(Score::Centipawns(score, Bound::Exact)) => opinion.set_score(f64::from(score)),
        Some(Score::Mate(moves, Bound::Exact)) => {
            opinion.score = Some(format!("mate {moves}"));
            opinion.share = Some(if moves > 0 { 1.0 } else { 0.0 });
        }
        _ => {}
    }
    opinion.depth = info.depth.or(opinion.depth);
}
