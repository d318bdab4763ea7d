//! A session of games over DamExchange.

use std::{io, time::Duration};

use damier_engine::{
    search::{Limits, SearchReport, StopHandle},
    time::Clock,
};
use damier_rules::{AnyMove, Game, Notation, NotationFormat::Hub, Player, Position, game_text::usual_start};

use super::{
    DxpRole,
    words::{ending, name, reason, seat},
};
use crate::{
    dxp::{
        Acceptance, BackAnswer, Colour, Message, PLAY_ON, Reason, Request, Stop, VERSION, hub_position,
        move_of_text, move_text, start_from,
    },
    server::{
        handler::ProtocolHandler,
        host::{EngineHost, Flow},
        search_thread::Answer,
    },
};

/// For a move of a game without a clock.
const USUAL_TURN: Duration = Duration::from_secs(5);
const SECONDS_PER_MINUTE: u64 = 60;
/// What a player of a game without a clock may take, in minutes.
const UNTIMED_MINUTES: u16 = 60;
/// The longest text of a chat.
const CHAT: usize = 120;

/// State of the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Between games.
    Idle,
    /// A game was asked for.
    Asked,
    /// A game is played.
    Playing,
    /// This side has ended the game, and the other has not confirmed it yet.
    Ending,
}

/// A game that is played.
#[derive(Clone, Copy, Debug)]
struct Play {
    ours: Colour,
    minutes: u16,
    moves: u16,
    left: Duration,
}

impl Default for Play {
    fn default() -> Self {
        Self { ours: Colour::White, minutes: 0, moves: PLAY_ON, left: Duration::ZERO }
    }
}

/// Session of one game after another.
pub(super) struct Dxp<'n> {
    role: DxpRole,
    state: State,
    /// Games that were asked for.
    begun: u32,
    /// Games that are over.
    ended: u32,
    /// Why nothing more is played, where a reason was given.
    stopped: Option<String>,
    /// How long the peer may be silent.
    timeout: Option<Duration>,
    play: Play,
    note: &'n mut dyn FnMut(&str),
}

impl<'n> Dxp<'n> {
    /// Creates a session before its first game.
    pub(super) fn new(role: DxpRole, timeout: Option<Duration>, note: &'n mut dyn FnMut(&str)) -> Self {
        let (state, play) = (State::Idle, Play::default());
        Self { role, state, begun: 0, ended: 0, stopped: None, timeout, play, note }
    }

    /// Sends a remark for people.
    pub(super) fn notify(&mut self, what: &str) {
        (self.note)(what);
    }

    /// Returns the number of finished games, and why no more are played, where a reason was given.
    pub(super) fn finished(&self) -> (u32, Option<String>) {
        (self.ended, self.stopped.clone())
    }

    /// Asks for the next game, where that is this side's part.
    pub(super) fn ask(&mut self, host: &mut EngineHost<'_>) -> io::Result<()> {
        let DxpRole::Initiator(terms) = self.role else { return Ok(()) };
        let game = host.current.game();
        let start = start_from(game, &game.start());
        let start =
            start.ok_or_else(|| io::Error::other("DamExchange has no words for the start position"))?;
        let follower = if self.begun.is_multiple_of(2) { Colour::Black } else { Colour::White };
        let ours = if follower == Colour::Black { Colour::White } else { Colour::Black };
        self.begun += 1;
        self.play = Play { ours, minutes: terms.minutes, moves: terms.moves, left: Duration::ZERO };
        self.state = State::Asked;
        host.send(Message::Request(Request {
            version: VERSION,
            name: name(),
            follower,
            minutes: terms.minutes,
            moves: terms.moves,
            start,
        }))
    }

    fn asked(&mut self, request: &Request, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.search_thread.finish();
        let game = host.current.game();
        let usual = || game.position_text(Hub, &usual_start(game, Hub));
        let start = hub_position(&request.start).unwrap_or_else(usual);
        let answer = if self.role != DxpRole::Follower {
            Acceptance::NoGame
        } else if request.version != VERSION {
            Acceptance::WrongVersion
        } else if let Err(error) = host.current.set_up(Some(&start), &[]) {
            (self.note)(&format!("{} asks for a game from a wrong position: {error}", request.name));
            Acceptance::NotThisGame
        } else {
            Acceptance::Plays
        };
        host.send(Message::Accept { name: name(), answer })?;
        if answer != Acceptance::Plays {
            return Ok(());
        }
        let Request { name, follower, minutes, moves, .. } = request;
        (self.note)(&format!("{name} asks for a game of {minutes} minutes; damier plays {follower:?}"));
        self.play = Play { ours: *follower, minutes: *minutes, moves: *moves, left: Duration::ZERO };
        self.begin(host)
    }

    fn begin(&mut self, host: &mut EngineHost<'_>) -> io::Result<()> {
        host.search_thread.new_game();
        self.state = State::Playing;
        self.play.left = Duration::from_secs(SECONDS_PER_MINUTE * u64::from(self.play.minutes));
        self.turn(host)
    }

    /// Moves or ends the game, if it is this side's turn.
    fn turn(&mut self, host: &mut EngineHost<'_>) -> io::Result<()> {
        let ours = seat(host.current.game(), self.play.ours);
        let position = host.current.position();
        if position.to_move() != ours {
            return Ok(());
        }
        if let Some(outcome) = host.current.history().outcome(position) {
            return self.end(reason(outcome, ours), host);
        }
        let made = host.current.moves().len();
        if self.play.moves != PLAY_ON && made >= 2 * usize::from(self.play.moves) {
            return self.end(Reason::Unknown, host);
        }
        let limits = if self.play.minutes == 0 {
            Limits::time(USUAL_TURN)
        } else {
            let to_go = u32::from(self.play.moves).saturating_sub(made as u32 / 2);
            let moves_to_go = (self.play.moves != PLAY_ON).then_some(to_go.max(1));
            Limits::clock(Clock { remaining: self.play.left, moves_to_go, ..Clock::default() })
        };
        debug_assert!(host.has_move(), "a game that is not over has moves");
        host.search(limits, StopHandle::new(), Answer::WhenDone);
        Ok(())
    }

    fn end(&mut self, reason: Reason, host: &mut EngineHost<'_>) -> io::Result<()> {
        self.state = State::Ending;
        self.ended += 1;
        (self.note)(&format!("the game is over: {}", ending(host, reason)));
        host.send(Message::End { reason, stop: self.stop() })
    }

    /// Returns whether this side goes on after this game.
    fn stop(&self) -> Stop {
        match self.role {
            DxpRole::Initiator(terms) if self.begun >= terms.games => Stop::Entirely,
            _ => Stop::MayGoOn,
        }
    }

    fn ended(&mut self, reason: Reason, stop: Stop, host: &mut EngineHost<'_>) -> io::Result<Flow> {
        host.search_thread.finish();
        if self.state == State::Playing {
            let ours = match reason {
                Reason::Lost => Reason::Won,
                Reason::Won => Reason::Lost,
                other => other,
            };
            self.ended += 1;
            (self.note)(&format!("the game is over: {}", ending(host, ours)));
            host.send(Message::End { reason: Reason::Unknown, stop: self.stop() })?;
        }
        self.state = State::Idle;
        if self.stop() == Stop::Entirely {
            self.stopped = Some("all games are played".to_owned());
            return Ok(Flow::Quit);
        }
        if stop == Stop::Entirely {
            self.stopped = Some("the other side plays no more games".to_owned());
            return Ok(Flow::Quit);
        }
        self.ask(host)?;
        Ok(Flow::Continue)
    }

    fn chat(text: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        let plain = |letter: char| if letter.is_ascii_graphic() { letter } else { ' ' };
        host.send(Message::Chat(text.chars().map(plain).take(CHAT).collect()))
    }

    fn moved(&mut self, text: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        let ours = seat(host.current.game(), self.play.ours);
        if self.state != State::Playing || host.current.position().to_move() == ours {
            return Self::chat("a move came out of turn and is ignored", host);
        }
        match host.current.read_move(text) {
            Ok(mv) => {
                host.current.play(mv);
                self.turn(host)
            }
            Err(error) => {
                Self::chat(&format!("{text} is not legal: {}", error.reason), host)?;
                self.end(Reason::Unknown, host)
            }
        }
    }

    fn back(&mut self, number: u16, to_move: Colour, host: &mut EngineHost<'_>) -> io::Result<()> {
        let second = seat(host.current.game(), to_move) == Player::SECOND;
        let plies = (2 * usize::from(number)).checked_sub(2).map(|plies| plies + usize::from(second));
        let plies =
            plies.filter(|plies| self.state == State::Playing && *plies <= host.current.moves().len());
        let Some(plies) = plies else {
            return host.send(Message::BackAccept(BackAnswer::Unwilling));
        };
        host.search_thread.finish();
        host.current.back_to(plies);
        host.send(Message::BackAccept(BackAnswer::Back))?;
        self.turn(host)
    }
}

impl ProtocolHandler for Dxp<'_> {
    fn on_line(&mut self, line: &str, host: &mut EngineHost<'_>) -> io::Result<Flow> {
        let message = match Message::parse(line) {
            Ok(message) => message,
            Err(error) => {
                (self.note)(&error.to_string());
                Self::chat(&format!("not understood: {}", error.reason), host)?;
                return Ok(Flow::Continue);
            }
        };
        match message {
            Message::Request(request) => self.asked(&request, host)?,
            Message::Accept { name, answer: Acceptance::Plays } if self.state == State::Asked => {
                (self.note)(&format!("{name} accepts; damier plays {:?}", self.play.ours));
                if let Err(error) = host.current.set_up(None, &[]) {
                    return Err(io::Error::other(error));
                }
                self.begin(host)?;
            }
            Message::Accept { name, answer } if self.state == State::Asked => {
                self.stopped = Some(format!("{name} does not play: {answer:?}"));
                return Ok(Flow::Quit);
            }
            Message::Move(mv) => self.moved(&move_text(&mv), host)?,
            Message::End { reason, stop } => return self.ended(reason, stop, host),
            Message::Chat(text) => (self.note)(&format!("chat: {text}")),
            Message::BackRequest { number, to_move } => self.back(number, to_move, host)?,
            Message::Accept { .. } | Message::BackAccept(_) => {}
        }
        Ok(Flow::Continue)
    }

    fn on_error(&self, what: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        Self::chat(what, host)
    }

    fn timeout(&self) -> Option<Duration> {
        let timeout = self.timeout?;
        if self.state != State::Playing {
            return Some(timeout);
        }
        let minutes = if self.play.minutes == 0 { UNTIMED_MINUTES } else { self.play.minutes };
        Some(timeout + Duration::from_secs(SECONDS_PER_MINUTE * u64::from(minutes)))
    }

    fn on_info(&mut self, _: &SearchReport<AnyMove>, _: &mut EngineHost<'_>) -> io::Result<()> {
        Ok(())
    }

    fn on_result(
        &mut self,
        report: Option<&SearchReport<AnyMove>>,
        host: &mut EngineHost<'_>,
    ) -> io::Result<Flow> {
        let Some(report) = report else { return Ok(Flow::Continue) };
        self.play.left = self.play.left.saturating_sub(report.elapsed);
        let text = host.current.move_text(report.best).unwrap_or_default();
        let seconds = report.elapsed.as_secs_f64().round() as u16;
        let Some(mv) = move_of_text(&text, seconds) else {
            return Err(io::Error::other(format!("{text} has no place in a DamExchange message")));
        };
        host.current.play(report.best);
        host.send(Message::Move(mv))?;
        Ok(Flow::Continue)
    }
}
