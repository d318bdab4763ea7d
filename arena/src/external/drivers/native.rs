//! Speaking our own protocol to an engine.

use std::{sync::Arc, time::Duration};

use damier_protocol::native::{Command, Go, Info, Proven, Reply};
use damier_rules::{AnyGame, AnyMove, Game, Notation, NotationFormat};

use super::super::{
    Description,
    connection::{Connection, Received},
    driver::{Driver, Opinion, name_of, no_move, read_move, timeout, words, wrong_setting},
    pondering::{Guess, Pondering},
};
use crate::competitor::{Cause, Choice, Failure, Introduction, Turn};

const THREADS: &str = "threads";
/// The size of its table or tree in MiB.
const MEMORY: &str = "memory";

pub(super) struct Native {
    game: AnyGame,
    description: Arc<Description>,
    pondering: Pondering,
}

impl Native {
    pub(super) fn new(game: AnyGame, description: Arc<Description>) -> Self {
        Self { game, description, pondering: Pondering::none() }
    }

    /// Has it search the position of a turn.
    fn send_go(
        &self,
        connection: &mut Connection,
        turn: &Turn<'_>,
        ponder: Option<()>,
    ) -> Result<(), Failure> {
        let moves = words(NotationFormat::Native, turn)?;
        // The moves would tell what the player must not know.
        let position = if turn.game.position() == turn.position {
            Command::Position {
                text: Some(self.game.position_text(NotationFormat::Native, turn.game.start())),
                moves,
            }
        } else {
            Command::Position {
                text: Some(self.game.position_text(NotationFormat::Native, turn.position)),
                moves: Vec::new(),
            }
        };
        connection.send(format!("{position}\n{}", Command::Go(Go { ponder, ..go(turn) })))
    }

    /// Returns the MiB that its table is set to; `declared` are the options that it has. `None` where it has none for that,
    /// or its options say them.
    fn memory(&self, declared: &[String]) -> Option<u32> {
        let Description { memory, options, .. } = &*self.description;
        let has = declared.iter().any(|name| name == MEMORY);
        let is_set = memory.is_some() || (has && !options.contains_key(MEMORY));
        is_set.then(|| self.description.memory_mib())
    }

    /// Returns what sets its options; `declared` are those that it has. Adapters for one thread have none.
    fn settings(&self, declared: &[String]) -> Result<Vec<Command>, Failure> {
        let Description { threads, options, .. } = &*self.description;
        let has = |name: &str| declared.iter().any(|other| other == name);
        let mut wanted: Vec<(&str, String)> = Vec::new();
        if let Some(threads) = threads.filter(|threads| *threads != 1 || has(THREADS)) {
            wanted.push((THREADS, threads.to_string()));
        }
        wanted.extend(self.memory(declared).map(|mib| (MEMORY, mib.to_string())));
        wanted.extend(options.iter().map(|(name, value)| (name.as_str(), value.to_string())));
        if let Some((name, _)) = wanted.iter().find(|(name, _)| !has(name)) {
            let names = if declared.is_empty() { "none".to_owned() } else { declared.join(", ") };
            return Err(wrong_setting(format!("it has no option {name:?} but {names}")));
        }
        let set = |(name, value): (&str, String)| Command::Set { name: name.to_owned(), value };
        Ok(wanted.into_iter().map(set).collect())
    }

    /// Ends its pondering; what it answers is about another game.
    fn stop(&self, connection: &mut Connection) -> Result<(), Failure> {
        connection.request(Command::Stop, self.description.reply_timeout, "best", |line| {
            match Reply::parse(line) {
                Reply::Best { .. } => Received::Answer(()),
                Reply::Unknown(_) => Received::Unknown,
                _ => Received::Other,
            }
        })
    }

    /// Asks for something that is answered at once where everything before it was in order.
    fn send_settings(&self, connection: &mut Connection, words: &[Command]) -> Result<(), Failure> {
        let words: Vec<String> = words.iter().chain([&Command::Ping]).map(ToString::to_string).collect();
        connection.request(
            words.join("\n"),
            self.description.start_timeout,
            "pong",
            |line| match Reply::parse(line) {
                Reply::Pong => Received::Answer(()),
                Reply::Error(message) => Received::Failed(wrong_setting(message)),
                Reply::Unknown(_) => Received::Unknown,
                _ => Received::Other,
            },
        )
    }
}

impl Driver for Native {
    fn handshake(&mut self, connection: &mut Connection) -> Result<Introduction, Failure> {
        let (mut name, mut declared) = (None, Vec::new());
        connection.request(Command::Damier, self.description.start_timeout, "ready", |line| {
            match Reply::parse(line) {
                Reply::Id { name: text, version, .. } => name = Some(name_of(&text, &version)),
                Reply::Option(option) => declared.push(option.name),
                Reply::Ready => return Received::Answer(()),
                Reply::Unknown(_) => return Received::Unknown,
                _ => {}
            }
            Received::Other
        })?;
        let game = Command::Game(self.game.id().to_owned());
        connection.request(game, self.description.start_timeout, "game", |line| {
            match Reply::parse(line) {
                Reply::Game { id, .. } if id == self.game.id() => Received::Answer(()),
                Reply::Game { id, .. } => Received::Failed(Failure::new(
                    Cause::Protocol,
                    format!("it plays {id}, not {}", self.game.id()),
                )),
                Reply::Error(message) => Received::Failed(wrong_setting(message)),
                Reply::Unknown(_) => Received::Unknown,
                _ => Received::Other,
            }
        })?;
        let words = self.settings(&declared)?;
        self.send_settings(connection, &words)?;
        Ok(Introduction { name, memory_mib: self.memory(&declared) })
    }

    fn new_game(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        self.send_settings(connection, &[Command::New])
    }

    fn choose(&mut self, connection: &mut Connection, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        match self.pondering.end(turn.game.moves()) {
            Guess::Right => connection.send(Command::Hit)?,
            Guess::Wrong => {
                self.stop(connection)?;
                self.send_go(connection, turn, None)?;
            }
            Guess::None => self.send_go(connection, turn, None)?,
        }
        let mut opinion = Opinion::of(&self.description);
        let timeout = timeout(&self.description, turn);
        let (chosen, answer) =
            connection.receive(timeout, "best", Some(turn.cancelled), |line| match Reply::parse(line) {
                Reply::Info(info) => {
                    note(&mut opinion, &info);
                    Received::Other
                }
                Reply::Best { mv, reply } => Received::Answer((mv, reply)),
                Reply::Error(message) => Received::Failed(Failure::new(Cause::Protocol, message)),
                Reply::Unknown(_) => Received::Unknown,
                _ => Received::Other,
            })?;
        let chosen =
            chosen.ok_or_else(|| no_move(&self.game.position_text(NotationFormat::Native, turn.position)))?;
        let mv = read_move(&self.game, NotationFormat::Native, turn.position, &chosen)?;
        self.pondering.expects(turn, answer);
        Ok(opinion.choice(mv))
    }

    fn ponder(&mut self, connection: &mut Connection, turn: &Turn<'_>) -> Result<(), Failure> {
        let Some(game) = self.pondering.begin(NotationFormat::Native, turn) else { return Ok(()) };
        self.send_go(connection, &Turn { game: &game, position: game.position(), ..*turn }, Some(()))
    }

    fn end_game(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        if self.pondering.give_up() == Guess::None { Ok(()) } else { self.stop(connection) }
    }
}

fn go(turn: &Turn<'_>) -> Go {
    let limits = &turn.limits;
    let clock = limits.clock;
    Go {
        move_time: limits.time.as_ref().map(Duration::as_secs_f64),
        time: clock.map(|clock| clock.remaining.as_secs_f64()),
        increment: clock.map(|clock| clock.increment.as_secs_f64()),
        moves_to_go: clock.and_then(|clock| clock.moves_to_go),
        nodes: limits.nodes,
        depth: limits.depth,
        ..Go::default()
    }
}

fn note(opinion: &mut Opinion, info: &Info) {
    if info.line.is_some_and(|rank| rank > 1) {
        return;
    }
    opinion.nodes = info.nodes.or(opinion.nodes);
    opinion.depth = info.depth.or(opinion.depth);
    if let Some(value) = info.value {
        opinion.score = Some(format!("{value:.3}"));
        opinion.share = Some(value);
    }
    let proven = match info.proven {
        Some(Proven::Win) => 1.0,
        Some(Proven::Draw) => 0.5,
        Some(Proven::Loss) => 0.0,
        None => return,
    };
    opinion.share = Some(proven);
}
