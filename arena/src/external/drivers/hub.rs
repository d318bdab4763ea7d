//! Speaking Hub, version 2, to an engine.

use std::{sync::Arc, time::Duration};

use damier_protocol::{
    Protocol,
    hub::{Command, Info, Kind, Level, Mode, Parameter, Reply, VARIANT, variant_of},
    server::games_of,
};
use damier_rules::{
    AnyGame, AnyMove, Game, Notation,
    NotationFormat::{self, Native},
};

use super::{
    super::{
        Description,
        connection::{Connection, Received},
        driver::{Driver, Opinion, name_of, no_move, read_move, timeout, words, wrong_setting},
        pondering::{Guess, Pondering},
    },
    hub_handshake::{Word, begin_game, get_ready},
};
use crate::competitor::{Cause, Choice, Failure, Introduction, Turn};

pub(super) const FORMAT: NotationFormat = NotationFormat::Hub;
const THREADS: &str = "threads";
/// The size of the table in MiB, of this program and of those that call it so.
const MEMORY: &str = "memory";

pub(super) struct Hub {
    game: AnyGame,
    description: Arc<Description>,
    declared: Vec<Parameter>,
    pondering: Pondering,
}

impl Hub {
    pub(super) fn new(game: AnyGame, description: Arc<Description>) -> Self {
        Self { game, description, declared: Vec::new(), pondering: Pondering::none() }
    }

    /// Returns the word by which the engine knows the game; `None` where it plays no other.
    fn variant(&self) -> Result<Option<String>, Failure> {
        let id = self.game.net_id();
        let is_first = is_first_of_hub(id);
        let Some(parameter) = self.declared.iter().find(|parameter| parameter.name == VARIANT) else {
            let other = || wrong_setting(format!("it has no variants, so it does not play {id}"));
            return if is_first { Ok(None) } else { Err(other()) };
        };
        let knows = |word: &String| match &parameter.kind {
            Kind::Enum(words) => words.contains(word),
            _ => true,
        };
        if let Some(word) = [variant_of(&self.game), id.to_owned()].into_iter().find(knows) {
            return Ok(Some(word));
        }
        Err(wrong_setting(format!("it does not play {id}: {parameter:?}")))
    }

    /// Has it search the position of a turn.
    fn send_go(&self, connection: &mut Connection, turn: &Turn<'_>, mode: Mode) -> Result<(), Failure> {
        let moves = words(FORMAT, turn)?;
        let position = self.game.position_text(FORMAT, turn.game.start());
        let position = Command::Position { position, moves };
        connection.send(format!("{position}\n{}\n{}", Command::Level(level(turn)), Command::Go(mode)))
    }

    /// Ends its pondering; what it answers is about another game.
    fn stop(&self, connection: &mut Connection) -> Result<(), Failure> {
        connection.request(Command::Stop, self.description.reply_timeout, "done", |line| {
            match Reply::parse(line) {
                Reply::Done { .. } => Received::Answer(()),
                Reply::Unknown(_) => Received::Unknown,
                _ => Received::Other,
            }
        })
    }

    /// Returns the command that sets a parameter that the engine has.
    fn set(&self, name: &str, value: &str) -> Result<Command, Failure> {
        let Some(parameter) = self.declared.iter().find(|parameter| parameter.name == name) else {
            let names: Vec<&str> = self.declared.iter().map(|parameter| parameter.name.as_str()).collect();
            return Err(wrong_setting(format!("it has no parameter {name:?} but {}", names.join(", "))));
        };
        if let Some(wanted) = unfit(&parameter.kind, value) {
            return Err(wrong_setting(format!("parameter {name} = {value:?}, but it takes {wanted}")));
        }
        Ok(Command::SetParameter { name: name.to_owned(), value: value.to_owned() })
    }
}

/// Returns what a parameter takes; `None` where it takes `value`.
fn unfit(kind: &Kind, value: &str) -> Option<String> {
    let (fits, wanted) = match kind {
        Kind::Bool => (matches!(value, "true" | "false"), "true or false".to_owned()),
        Kind::Int { min, max } => (
            value.parse().is_ok_and(|value: i64| (*min..=*max).contains(&value)),
            format!("a whole number from {min} to {max}"),
        ),
        Kind::Real { min, max } => (
            value.parse().is_ok_and(|value: f64| (*min..=*max).contains(&value)),
            format!("a number from {min} to {max}"),
        ),
        Kind::Enum(words) => (words.iter().any(|word| word == value), words.join(", ")),
        Kind::Text => (true, String::new()),
    };
    (!fits).then_some(wanted)
}

/// Returns whether a game is the one that programs without variants play.
pub(super) fn is_first_of_hub(id: &str) -> bool {
    games_of(Protocol::Hub).first() == Some(&id)
}

impl Driver for Hub {
    fn handshake(&mut self, connection: &mut Connection) -> Result<Introduction, Failure> {
        let (mut name, mut declared) = (None, Vec::new());
        connection.request(Command::Hub, self.description.start_timeout, "wait", |line| {
            match Reply::parse(line) {
                Reply::Id { name: text, version, .. } => name = Some(name_of(&text, &version)),
                Reply::Parameter(parameter) => declared.push(parameter),
                Reply::Wait => return Received::Answer(()),
                Reply::Unknown(_) => return Received::Unknown,
                _ => {}
            }
            Received::Other
        })?;
        self.declared = declared;
        if let Some(variant) = self.variant()? {
            connection.send(self.set(VARIANT, &variant)?)?;
        }
        if let Some(threads) = self.description.threads {
            connection.send(self.set(THREADS, &threads.to_string())?)?;
        }
        let memory = self.description.memory_mib();
        let own = self.description.options.contains_key(MEMORY);
        let known = self.declared.iter().any(|parameter| parameter.name == MEMORY);
        let is_set = self.description.memory.is_some() || (known && !own);
        if is_set {
            connection.send(self.set(MEMORY, &memory.to_string())?)?;
        }
        for (name, value) in &self.description.options {
            connection.send(self.set(name, &value.to_string())?)?;
        }
        get_ready(connection, Command::Init, self.description.start_timeout, word)?;
        Ok(Introduction { name, memory_mib: is_set.then_some(memory) })
    }

    fn new_game(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        begin_game(connection, [Command::NewGame, Command::Ping], self.description.start_timeout, word)
    }

    fn choose(&mut self, connection: &mut Connection, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        match self.pondering.end(turn.game.moves()) {
            Guess::Right => connection.send(Command::PonderHit)?,
            Guess::Wrong => {
                self.stop(connection)?;
                self.send_go(connection, turn, Mode::Think)?;
            }
            Guess::None => self.send_go(connection, turn, Mode::Think)?,
        }
        let mut opinion = Opinion::of(&self.description);
        let timeout = timeout(&self.description, turn);
        let (chosen, answer) =
            connection.receive(timeout, "done", Some(turn.cancelled), |line| match Reply::parse(line) {
                Reply::Info(info) => {
                    note(&mut opinion, &info);
                    Received::Other
                }
                Reply::Done { mv, ponder } => Received::Answer((mv, ponder)),
                Reply::Error(message) => Received::Failed(Failure::new(Cause::Protocol, message)),
                Reply::Unknown(_) => Received::Unknown,
                _ => Received::Other,
            })?;
        let chosen = chosen.ok_or_else(|| no_move(&self.game.position_text(Native, turn.position)))?;
        let mv = read_move(&self.game, FORMAT, turn.position, &chosen)?;
        self.pondering.expects(turn, answer);
        Ok(opinion.choice(mv))
    }

    fn ponder(&mut self, connection: &mut Connection, turn: &Turn<'_>) -> Result<(), Failure> {
        let Some(game) = self.pondering.begin(FORMAT, turn) else { return Ok(()) };
        self.send_go(connection, &Turn { game: &game, position: game.position(), ..*turn }, Mode::Ponder)
    }

    fn end_game(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        if self.pondering.give_up() == Guess::None { Ok(()) } else { self.stop(connection) }
    }
}

fn word(line: &str) -> Word {
    match Reply::parse(line) {
        Reply::Ready => Word::Ready,
        Reply::Pong => Word::Pong,
        Reply::Error(message) => Word::Error(message),
        Reply::Unknown(_) => Word::Unknown,
        _ => Word::Other,
    }
}

fn level(turn: &Turn<'_>) -> Level {
    let limits = &turn.limits;
    Level {
        depth: limits.depth,
        nodes: limits.nodes,
        move_time: limits.time.as_ref().map(Duration::as_secs_f64),
        moves: limits.clock.and_then(|clock| clock.moves_to_go),
        time: limits.clock.map(|clock| clock.remaining.as_secs_f64()),
        increment: limits.clock.map(|clock| clock.increment.as_secs_f64()),
        ..Level::default()
    }
}

fn note(opinion: &mut Opinion, info: &Info) {
    const HUNDREDTHS: f64 = 100.0;
    opinion.nodes = info.nodes.or(opinion.nodes);
    opinion.depth = info.depth.or(opinion.depth);
    if let Some(score) = info.score {
        opinion.set_score(HUNDREDTHS * score);
    }
}
