//! Playing over DamExchange.

use std::{
    io,
    net::{Shutdown, TcpStream},
    time::Duration,
};

use damier_engine::{
    search::{Control, Limits, mcts::SearchReport},
    time::Clock,
};
use damier_rules::{Dialect, Game, Outcome, Player, Position, game::MoveOf};

use super::{
    ServeError,
    desk::{Desk, Flow},
    input::read_lines,
    settings::Settings,
    speaker::{Speaker, converse},
    thinker::Answer,
};
use crate::{
    dxp::{
        Acceptance, BackAnswer, Colour, Message, PLAY_ON, Reason, Request, Start, Stop, VERSION,
        hub_position, move_of_text, move_text,
    },
    line::Ends,
};

/// For a move of a game without a clock.
const USUAL_TURN: Duration = Duration::from_secs(5);
const SECONDS_PER_MINUTE: u64 = 60;
/// The longest text of a chat.
const CHAT: usize = 120;

/// Which side asks for games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DxpRole {
    /// The other one; this one plays what it is asked to.
    Follower,
    /// This one.
    Initiator(DxpTerms),
}

/// The games that an initiator asks for: each from the usual start, colours exchanged every time, White first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DxpTerms {
    /// How many.
    pub games: u32,
    /// Each player's time for a game, in minutes.
    pub minutes: u16,
    /// The moves of a game by each player; [`PLAY_ON`] for no limit.
    pub moves: u16,
}

/// Plays over a connection until the other side stops, closes it, or all games are played. `note` is told, for
/// people, what happens.
///
/// # Errors
/// The net does not fit the game; the connection broke.
pub fn play_dxp<G: Game>(
    game: G,
    role: DxpRole,
    settings: Settings,
    mut stream: TcpStream,
    note: &mut dyn FnMut(&str),
) -> Result<(), ServeError> {
    if !game.dialects().contains(&Dialect::Hub) {
        let [game, protocol] = [game.id(), "DamExchange"].map(str::to_owned);
        return Err(ServeError::NotSpoken { game, protocol });
    }
    let (lines, reader) = read_lines(stream.try_clone()?, Ends::Zeros);
    let played = {
        let mut desk = Desk::new(game, Some(Dialect::Hub), settings, &mut stream, "\0")?;
        let mut dxp = Dxp { role, state: State::Idle, begun: 0, play: Play::default(), note };
        dxp.ask(&mut desk).and_then(|()| converse(&mut dxp, &mut desk, None, &lines))
    };
    // Wakes the reader, which may wait for the other side or for us.
    drop(lines);
    let _ = stream.shutdown(Shutdown::Both);
    let _ = reader.join();
    match played {
        Err(error) if is_closed(&error) => note("the connection was closed"),
        played => drop(played?),
    }
    Ok(())
}

/// Whether the other side is gone.
fn is_closed(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(error.kind(), BrokenPipe | ConnectionReset | ConnectionAborted)
}

/// Where the conversation stands.
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

struct Dxp<'n> {
    role: DxpRole,
    state: State,
    /// Games that were asked for.
    begun: u32,
    play: Play,
    note: &'n mut dyn FnMut(&str),
}

/// The player of a colour.
fn seat<G: Game>(game: &G, colour: Colour) -> Player {
    let first_is_white = game.player_name(Player::FIRST).eq_ignore_ascii_case("white");
    match (colour, first_is_white) {
        (Colour::White, true) | (Colour::Black, false) => Player::FIRST,
        _ => Player::SECOND,
    }
}

impl Dxp<'_> {
    /// Asks for the next game, where that is this side's part.
    fn ask<G: Game>(&mut self, desk: &mut Desk<'_, G>) -> io::Result<()> {
        let DxpRole::Initiator(terms) = self.role else { return Ok(()) };
        let follower = if self.begun.is_multiple_of(2) { Colour::Black } else { Colour::White };
        let ours = if follower == Colour::Black { Colour::White } else { Colour::Black };
        self.begun += 1;
        self.play = Play { ours, minutes: terms.minutes, moves: terms.moves, left: Duration::ZERO };
        self.state = State::Asked;
        desk.say(Message::Request(Request {
            version: VERSION,
            name: name(),
            follower,
            minutes: terms.minutes,
            moves: terms.moves,
            start: Start::Usual,
        }))
    }

    fn asked<G: Game>(&mut self, request: &Request, desk: &mut Desk<'_, G>) -> io::Result<()> {
        desk.thinker.finish();
        let answer = if self.role != DxpRole::Follower {
            Acceptance::NoGame
        } else if request.version != VERSION {
            Acceptance::WrongVersion
        } else if let Err(error) = desk.table.set_up(hub_position(&request.start).as_deref(), &[]) {
            (self.note)(&format!("{} asks for a game from a wrong position: {error}", request.name));
            Acceptance::NotThisGame
        } else {
            Acceptance::Plays
        };
        desk.say(Message::Accept { name: name(), answer })?;
        if answer != Acceptance::Plays {
            return Ok(());
        }
        let Request { name, follower, minutes, moves, .. } = request;
        (self.note)(&format!("{name} asks for a game of {minutes} minutes; damier plays {follower:?}"));
        self.play = Play { ours: *follower, minutes: *minutes, moves: *moves, left: Duration::ZERO };
        self.begin(desk)
    }

    fn begin<G: Game>(&mut self, desk: &mut Desk<'_, G>) -> io::Result<()> {
        desk.thinker.new_game();
        self.state = State::Playing;
        self.play.left = Duration::from_secs(SECONDS_PER_MINUTE * u64::from(self.play.minutes));
        self.turn(desk)
    }

    /// Moves or ends the game, if it is this side's turn.
    fn turn<G: Game>(&mut self, desk: &mut Desk<'_, G>) -> io::Result<()> {
        let ours = seat(desk.table.game(), self.play.ours);
        let position = desk.table.position();
        if position.to_move() != ours {
            return Ok(());
        }
        if let Some(outcome) = desk.table.history().outcome(position) {
            return self.end(reason(outcome, ours), desk);
        }
        let made = desk.table.moves().len();
        if self.play.moves != PLAY_ON && made >= 2 * usize::from(self.play.moves) {
            return self.end(Reason::Unknown, desk);
        }
        let limits = if self.play.minutes == 0 {
            Limits::time(USUAL_TURN)
        } else {
            let to_go = u32::from(self.play.moves).saturating_sub(made as u32 / 2);
            let moves_to_go = (self.play.moves != PLAY_ON).then_some(to_go.max(1));
            Limits::clock(Clock { remaining: self.play.left, moves_to_go, ..Clock::default() })
        };
        let searches = desk.think(limits, Control::new(), Answer::WhenDone);
        debug_assert!(searches.is_some(), "a game that is not over has moves");
        Ok(())
    }

    fn end<G: Game>(&mut self, reason: Reason, desk: &mut Desk<'_, G>) -> io::Result<()> {
        self.state = State::Ending;
        (self.note)(&format!("the game is over: {}", ending(desk, reason)));
        desk.say(Message::End { reason, stop: self.stop() })
    }

    /// Whether this side goes on after this game.
    fn stop(&self) -> Stop {
        match self.role {
            DxpRole::Initiator(terms) if self.begun >= terms.games => Stop::Entirely,
            _ => Stop::MayGoOn,
        }
    }

    fn ended<G: Game>(&mut self, reason: Reason, stop: Stop, desk: &mut Desk<'_, G>) -> io::Result<Flow> {
        desk.thinker.finish();
        if self.state == State::Playing {
            let ours = match reason {
                Reason::Lost => Reason::Won,
                Reason::Won => Reason::Lost,
                other => other,
            };
            (self.note)(&format!("the game is over: {}", ending(desk, ours)));
            desk.say(Message::End { reason: Reason::Unknown, stop: self.stop() })?;
        }
        self.state = State::Idle;
        if stop == Stop::Entirely || self.stop() == Stop::Entirely {
            return Ok(Flow::Quit);
        }
        self.ask(desk)?;
        Ok(Flow::GoOn)
    }

    fn chat<G: Game>(text: &str, desk: &mut Desk<'_, G>) -> io::Result<()> {
        let plain = |letter: char| if letter.is_ascii_graphic() { letter } else { ' ' };
        desk.say(Message::Chat(text.chars().map(plain).take(CHAT).collect()))
    }

    fn moved<G: Game>(&mut self, text: &str, desk: &mut Desk<'_, G>) -> io::Result<()> {
        let ours = seat(desk.table.game(), self.play.ours);
        if self.state != State::Playing || desk.table.position().to_move() == ours {
            return Self::chat("a move came out of turn and is ignored", desk);
        }
        match desk.table.read_move(text) {
            Ok(mv) => {
                desk.table.play(mv);
                self.turn(desk)
            }
            Err(error) => {
                Self::chat(&format!("{text} is not legal: {}", error.reason), desk)?;
                self.end(Reason::Unknown, desk)
            }
        }
    }

    fn back<G: Game>(&mut self, number: u16, to_move: Colour, desk: &mut Desk<'_, G>) -> io::Result<()> {
        let second = seat(desk.table.game(), to_move) == Player::SECOND;
        let plies = (2 * usize::from(number)).checked_sub(2).map(|plies| plies + usize::from(second));
        let plies = plies.filter(|plies| self.state == State::Playing && *plies <= desk.table.moves().len());
        let Some(plies) = plies else {
            return desk.say(Message::BackAccept(BackAnswer::Unwilling));
        };
        desk.thinker.finish();
        desk.table.back_to(plies);
        desk.say(Message::BackAccept(BackAnswer::Back))?;
        self.turn(desk)
    }
}

fn name() -> String {
    format!("damier {}", env!("CARGO_PKG_VERSION"))
}

fn reason(outcome: Outcome, ours: Player) -> Reason {
    match outcome {
        Outcome::Win(winner) if winner == ours => Reason::Won,
        Outcome::Win(_) => Reason::Lost,
        _ => Reason::Draw,
    }
}

/// How the game ended, for people.
fn ending<G: Game>(desk: &Desk<'_, G>, ours: Reason) -> String {
    let by = desk.table.game().ending_text(desk.table.position(), desk.table.history());
    let result = match ours {
        Reason::Unknown => "without a result",
        Reason::Lost => "damier loses",
        Reason::Draw => "a draw",
        Reason::Won => "damier wins",
    };
    by.map_or_else(|| result.to_owned(), |by| format!("{result} ({by})"))
}

impl<G: Game> Speaker<G> for Dxp<'_> {
    fn heard(&mut self, line: &str, desk: &mut Desk<'_, G>) -> io::Result<Flow> {
        let message = match Message::parse(line) {
            Ok(message) => message,
            Err(error) => {
                (self.note)(&error.to_string());
                Self::chat(&format!("not understood: {}", error.reason), desk)?;
                return Ok(Flow::GoOn);
            }
        };
        match message {
            Message::Request(request) => self.asked(&request, desk)?,
            Message::Accept { name, answer: Acceptance::Plays } if self.state == State::Asked => {
                (self.note)(&format!("{name} accepts; damier plays {:?}", self.play.ours));
                if let Err(error) = desk.table.set_up(None, &[]) {
                    return Err(io::Error::other(error));
                }
                self.begin(desk)?;
            }
            Message::Accept { name, answer } if self.state == State::Asked => {
                (self.note)(&format!("{name} does not play: {answer:?}"));
                return Ok(Flow::Quit);
            }
            Message::Move(mv) => self.moved(&move_text(&mv), desk)?,
            Message::End { reason, stop } => return self.ended(reason, stop, desk),
            Message::Chat(text) => (self.note)(&format!("chat: {text}")),
            Message::BackRequest { number, to_move } => self.back(number, to_move, desk)?,
            Message::Accept { .. } | Message::BackAccept(_) => {}
        }
        Ok(Flow::GoOn)
    }

    fn complain(&self, what: &str, desk: &mut Desk<'_, G>) -> io::Result<()> {
        Self::chat(what, desk)
    }

    fn watched(&mut self, _: &SearchReport<MoveOf<G>>, _: &mut Desk<'_, G>) -> io::Result<()> {
        Ok(())
    }

    fn done(&mut self, report: &SearchReport<MoveOf<G>>, desk: &mut Desk<'_, G>) -> io::Result<Flow> {
        self.play.left = self.play.left.saturating_sub(report.elapsed);
        let text = desk.table.move_text(report.best).unwrap_or_default();
        let seconds = report.elapsed.as_secs_f64().round() as u16;
        let Some(mv) = move_of_text(&text, seconds) else {
            return Err(io::Error::other(format!("{text} has no place in a DamExchange message")));
        };
        desk.table.play(report.best);
        desk.say(Message::Move(mv))?;
        Ok(Flow::GoOn)
    }
}
