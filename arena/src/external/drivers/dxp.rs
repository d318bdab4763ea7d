//! Playing with an engine over DamExchange. The arena asks for games, the engine plays them.

use std::{
    io,
    net::{Ipv4Addr, TcpListener, TcpStream},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use damier_protocol::dxp::{
    Acceptance, Colour, Message, MoveMessage, PLAY_ON, Reason, Request, Stop, VERSION, move_of_text,
    move_text, start_from,
};
use damier_rules::{AnyGame, AnyMove, AnyPosition, GameDisplay, Notation, NotationFormat, Player, Position};

use super::super::{
    Description, DxpRole,
    connection::{Connection, Received},
    description::MILLISECONDS,
    driver::{Driver, Opinion, read_move, timeout, wrong_name, wrong_setting},
    process::{Process, drain, quoted},
    transcript::Transcript,
};
use crate::competitor::{Cause, Choice, Failure, Introduction, Turn};

const FORMAT: NotationFormat = NotationFormat::Hub;
const SECONDS_PER_MINUTE: u64 = 60;
/// The longest game that can be asked for.
const MOST_MINUTES: u64 = 999;
/// How often a program that should listen is tried.
const KNOCK_EVERY: Duration = Duration::from_millis(20);

/// Starts the program and meets it; the port is the description's or a free one.
pub(in super::super) fn connect(
    description: &Description,
    transcript: &Transcript,
) -> Result<Connection, Failure> {
    let failed = |what: &str, error: io::Error| Failure::new(Cause::Start, format!("{what}: {error}"));
    let program = description.program().map_err(wrong_setting)?;
    let address = |port| (Ipv4Addr::LOCALHOST, port);
    let listener = match (description.dxp.role, description.dxp.port) {
        // The engine is to listen on a port that is free now: it is released before the engine starts.
        (DxpRole::Listens, None) | (DxpRole::Connects, None) => TcpListener::bind(address(0)),
        (DxpRole::Connects, Some(port)) => TcpListener::bind(address(port)),
        (DxpRole::Listens, Some(port)) => {
            return meet(description, transcript, &program, port, None);
        }
    };
    let listener = listener.map_err(|error| failed("no port to listen at", error))?;
    let port = listener.local_addr().map_err(|error| failed("no port", error))?.port();
    let listener = (description.dxp.role == DxpRole::Connects).then_some(listener);
    meet(description, transcript, &program, port, listener)
}

fn meet(
    description: &Description,
    transcript: &Transcript,
    program: &std::path::Path,
    port: u16,
    listener: Option<TcpListener>,
) -> Result<Connection, Failure> {
    let (mut process, input, output) = Process::start(description, program, Some(port), transcript)?;
    // Its console is not read, but closing it may end it.
    drain(KeptOpen { output, _input: input }, transcript.clone(), None);
    let deadline = Instant::now() + description.start_timeout;
    if let Some(listener) = &listener {
        listener.set_nonblocking(true).map_err(|error| wrong_setting(error.to_string()))?;
    }
    loop {
        let met = match &listener {
            Some(listener) => listener.accept().map(|(stream, _)| stream),
            None => TcpStream::connect((Ipv4Addr::LOCALHOST, port)),
        };
        match met {
            Ok(stream) => {
                return stream
                    .set_nonblocking(false)
                    .and_then(|()| {
                        Connection::over_socket(
                            process,
                            stream,
                            description.reply_timeout,
                            transcript.clone(),
                        )
                    })
                    .map_err(|error| Failure::new(Cause::Start, error.to_string()));
            }
            Err(error) if Instant::now() >= deadline => {
                return Err(Failure::new(Cause::Hang, format!("no connection at port {port}: {error}")));
            }
            Err(_) if process.wait(Duration::ZERO).is_some() => {
                return Err(Failure::new(Cause::Crash, process.exit_reason()));
            }
            Err(_) => thread::sleep(KNOCK_EVERY),
        }
    }
}

/// The output of a program whose input stays open as long.
struct KeptOpen {
    output: std::process::ChildStdout,
    _input: std::process::ChildStdin,
}

impl io::Read for KeptOpen {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.output.read(buffer)
    }
}

pub(super) struct Dxp {
    game: AnyGame,
    description: Arc<Description>,
    /// How many moves of the game both sides know; `None` before the engine is asked for it.
    told: Option<usize>,
}

impl Dxp {
    pub(super) fn new(game: AnyGame, description: Arc<Description>) -> Self {
        Self { game, description, told: None }
    }

    /// Asks for a game that goes on from here, with the engine to move.
    fn send_go(&self, connection: &mut Connection, turn: &Turn<'_>) -> Result<(), Failure> {
        let start = start_from(&self.game, turn.position).ok_or_else(|| {
            let position = self.game.position_text(FORMAT, turn.position);
            wrong_setting(format!("no words for the position {position}"))
        })?;
        let limits = &turn.limits;
        let minutes =
            limits.clock.map_or(MOST_MINUTES, |clock| clock.remaining.as_secs() / SECONDS_PER_MINUTE);
        let request = Message::Request(Request {
            version: VERSION,
            name: "damier".to_owned(),
            follower: colour(&self.game, turn.position.to_move()),
            minutes: minutes.clamp(1, MOST_MINUTES) as u16,
            moves: PLAY_ON,
            start,
        });
        if let (Some(time), Some(chat)) = (limits.time, &self.description.dxp.move_time_chat) {
            connection.send(Message::Chat(chat.replace(MILLISECONDS, &time.as_millis().to_string())))?;
        }
        let name = connection.request(request, self.description.start_timeout, "acceptance", |line| {
            match Message::parse(line) {
                Ok(Message::Accept { answer: Acceptance::Plays, name }) => Received::Answer(name),
                Ok(Message::Accept { answer, .. }) => {
                    Received::Failed(wrong_setting(format!("it does not play: {answer:?}")))
                }
                // What is left of the last game, or a chat.
                Ok(_) => Received::Other,
                Err(_) => Received::Unknown,
            }
        })?;
        match &self.description.introduces {
            Some(expected) if !name.contains(expected.as_str()) => Err(wrong_name(&name, expected)),
            _ => Ok(()),
        }
    }

    /// Hears the engine's move in `position`.
    fn receive_move(
        &self,
        connection: &mut Connection,
        turn: &Turn<'_>,
        position: &AnyPosition,
    ) -> Result<AnyMove, Failure> {
        let timeout = timeout(&self.description, turn);
        let said =
            connection.receive(timeout, "move", Some(turn.cancelled), |line| match Message::parse(line) {
                Ok(Message::Move(mv)) => Received::Answer(mv),
                Ok(Message::End { reason: Reason::Lost, .. }) => {
                    Received::Failed(Failure::new(Cause::Resignation, "it says that it loses"))
                }
                Ok(Message::End { reason, .. }) => {
                    let detail = format!("it ends a game that goes on by the rules ({reason:?})");
                    Received::Failed(Failure::new(Cause::Protocol, detail))
                }
                Ok(_) => Received::Other,
                Err(_) => Received::Failed(Failure::new(
                    Cause::Protocol,
                    format!("{:?} is no message", quoted(line)),
                )),
            })?;
        read_move(&self.game, FORMAT, position, &move_text(&said))
    }
}

/// Returns the colour of a player.
fn colour(game: &AnyGame, player: Player) -> Colour {
    if game.player_name(player).eq_ignore_ascii_case("white") { Colour::White } else { Colour::Black }
}

impl Driver for Dxp {
    fn handshake(&mut self, _: &mut Connection) -> Result<Introduction, Failure> {
        // Its name comes with the first game that it accepts.
        Ok(Introduction { name: self.description.introduces.clone(), memory_mib: None })
    }

    fn new_game(&mut self, _: &mut Connection) -> Result<(), Failure> {
        self.told = None;
        Ok(())
    }

    fn choose(&mut self, connection: &mut Connection, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        let engine = turn.position.to_move();
        let Some(told) = self.told else {
            self.send_go(connection, turn)?;
            let mv = self.receive_move(connection, turn, turn.position)?;
            self.told = Some(turn.game.moves().len() + 1);
            return Ok(Opinion::of(&self.description).choice(mv));
        };
        for (position, mv) in turn.game.positions().iter().zip(turn.game.moves()).skip(told) {
            if position.to_move() != engine {
                connection.send(Message::Move(message(&self.game, position, *mv)?))?;
            } else if self.receive_move(connection, turn, position)? != *mv {
                // A forced move, which the arena made by itself and the engine too.
                return Err(Failure::new(Cause::Protocol, "it plays another game"));
            }
        }
        let mv = self.receive_move(connection, turn, turn.game.position())?;
        self.told = Some(turn.game.moves().len() + 1);
        Ok(Opinion::of(&self.description).choice(mv))
    }

    fn end_game(&mut self, connection: &mut Connection) -> Result<(), Failure> {
        if self.told.take().is_some() {
            connection.send(Message::End { reason: Reason::Unknown, stop: Stop::MayGoOn })?;
        }
        Ok(())
    }

    fn quit_command(&self) -> &'static str {
        // "The game ends, and there is no other."
        "E01"
    }
}

/// A move as a message.
fn message(game: &AnyGame, position: &AnyPosition, mv: AnyMove) -> Result<MoveMessage, Failure> {
    let text = game.try_move_text(FORMAT, position, mv).unwrap_or_default();
    // The arena keeps the clocks; what a message says about time is for people.
    move_of_text(&text, 0)
        .ok_or_else(|| Failure::new(Cause::Protocol, format!("no words for the move {text}")))
}
