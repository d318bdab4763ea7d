//! Speaking Hub, version 1, to an engine.

use std::{fmt::Write as _, sync::Arc, time::Duration};

use damier_protocol::hub1::{Command, Reply};
use damier_rules::{AnyGame, AnyMove, AnyPosition, Game, Notation};

use super::{
    super::{
        Description,
        connection::{Connection, Received},
        driver::{Driver, Opinion, read_move, timeout, words, wrong_setting},
    },
    hub::{FORMAT, is_first_of_hub},
    hub_handshake::{Word, begin_game, get_ready},
};
use crate::competitor::{Cause, Choice, Failure, Introduction, Turn};

const THREADS: &str = "threads";
/// The shortest time that can be told.
const LEAST_MILLIS: u64 = 1;

pub(super) struct Hub1 {
    game: AnyGame,
    description: Arc<Description>,
}

impl Hub1 {
    pub(super) fn new(game: AnyGame, description: Arc<Description>) -> Self {
        Self { game, description }
    }
}

impl Driver for Hub1 {
    fn handshake(&mut self, connection: &mut Connection) -> Result<Introduction, Failure> {
        let id = self.game.net_id();
        if !is_first_of_hub(id) {
            return Err(wrong_setting(format!("version 1 of Hub has no variants, so it does not play {id}")));
        }
        let mut name = None;
        connection.request(Command::Hub, self.description.start_timeout, "wait", |line| {
            match Reply::parse(line) {
                Reply::Name(text) => name = Some(text),
                Reply::Wait => return Received::Answer(()),
                Reply::Unknown(_) => return Received::Unknown,
                _ => {}
            }
            Received::Other
        })?;
        let threads = self.description.threads.map(|threads| (THREADS.to_owned(), threads.to_string()));
        let options = self.description.options.iter().map(|(name, value)| (name.clone(), value.to_string()));
        for (name, value) in threads.into_iter().chain(options) {
            connection.send(Command::Set { name, value })?;
        }
        get_ready(connection, Command::Init, self.description.start_timeout, word)?;
        Ok(Introduction { name, memory_mib: None })
    }

    fn new_game(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        begin_game(connection, [Command::New, Command::Ping], self.description.start_timeout, word)
    }

    fn choose(&mut self, connection: &mut Connection, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        let moves = words(FORMAT, turn)?;
        let mut said = Command::Position(position(&self.game, turn.game.start())).to_string();
        let moves = moves.into_iter().map(Command::Move);
        for command in moves.chain(bounds(turn)).chain([Command::Go]) {
            // Writing to a text cannot fail.
            let _ = write!(said, "\n{command}");
        }
        connection.send(said)?;
        let mut opinion = Opinion::of(&self.description);
        let timeout = timeout(&self.description, turn);
        let chosen =
            connection.receive(timeout, "move", Some(turn.cancelled), |line| match Reply::parse(line) {
                Reply::Info(info) => {
                    opinion.set_score(f64::from(info.score));
                    (opinion.depth, opinion.nodes) = (Some(info.depth), Some(info.nodes));
                    Received::Other
                }
                Reply::Move(mv) => Received::Answer(mv),
                Reply::Error(message) => Received::Failed(Failure::new(Cause::Protocol, message)),
                Reply::Unknown(_) => Received::Unknown,
                _ => Received::Other,
            })?;
        Ok(opinion.choice(read_move(&self.game, FORMAT, turn.position, &chosen)?))
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

/// As version 2 has it, but for the letter of the player to move, which is small.
fn position(game: &AnyGame, position: &AnyPosition) -> String {
    let text = game.position_text(FORMAT, position);
    let (to_move, squares) = text.split_at(text.len().min(1));
    format!("{}{squares}", to_move.to_ascii_lowercase())
}

fn bounds(turn: &Turn<'_>) -> Vec<Command> {
    let limits = &turn.limits;
    let millis = |duration: Duration| (duration.as_millis() as u64).max(LEAST_MILLIS);
    let clock = limits.clock.map(|clock| Command::Level {
        moves: clock.moves_to_go.unwrap_or(0),
        time: millis(clock.remaining),
        increment: clock.increment.as_millis() as u64,
    });
    let time = limits.time.map(|time| Command::Time(millis(time)));
    [clock, time, limits.depth.map(Command::Depth)].into_iter().flatten().collect()
}
