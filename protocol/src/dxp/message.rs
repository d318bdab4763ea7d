//! The messages.

use std::fmt;

use super::{
    VERSION,
    reader::{DxpError, Reader},
};

/// Width of a name.
const NAME: usize = 32;
/// The moves of a game without a limit on them.
pub const PLAY_ON: u16 = 0;

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `R`: the initiator asks for a game.
    Request(Request),
    /// `A`: the follower's answer.
    Accept {
        /// The follower, at most 32 bytes.
        name: String,
        /// Whether it plays.
        answer: Acceptance,
    },
    /// `M`: a move.
    Move(MoveMessage),
    /// `E`: the game ends; the other side confirms with the same message.
    End {
        /// Why.
        reason: Reason,
        /// Whether there may be another game.
        stop: Stop,
    },
    /// `C`: a text for people.
    Chat(String),
    /// `B`: moves are to be taken back.
    BackRequest {
        /// The number of the move to go back to, from 1.
        number: u16,
        /// Who is to move there.
        to_move: Colour,
    },
    /// `K`: the answer to that.
    BackAccept(BackAnswer),
}

/// A colour of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// `W`
    White,
    /// `Z`
    Black,
}

/// A game that the initiator asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The version of the protocol.
    pub version: u8,
    /// The initiator, at most 32 bytes.
    pub name: String,
    /// The colour of the follower.
    pub follower: Colour,
    /// Each player's time for the whole game, in minutes, up to 999.
    pub minutes: u16,
    /// The moves of the game by each player, up to 999; [`PLAY_ON`] for no limit.
    pub moves: u16,
    /// The start position.
    pub start: Start,
}

/// The start position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// `A`: the usual one.
    Usual,
    /// `B`: another.
    Position {
        /// Who is to move.
        to_move: Colour,
        /// A letter for each square, in order: `w` and `z` men, `W` and `Z` kings, `e` empty.
        squares: String,
    },
}

/// The answer to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acceptance {
    /// The game begins.
    Plays,
    /// Not this version of the protocol.
    WrongVersion,
    /// Not this game, but maybe another.
    NotThisGame,
    /// No game at all.
    NoGame,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveMessage {
    /// What it took, in seconds, up to 9999.
    pub seconds: u16,
    /// The number of the square it leaves.
    pub from: u8,
    /// The number of the square it arrives at.
    pub to: u8,
    /// The numbers of the squares of captured pieces, in any order.
    pub captured: Vec<u8>,
}

/// Why a game ends, by who says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Not said.
    Unknown,
    /// "I lose."
    Lost,
    /// A draw.
    Draw,
    /// "I win."
    Won,
}

/// Whether there may be another game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The sender may play another game.
    MayGoOn,
    /// It was the last.
    Entirely,
}

/// The answer to a request to take moves back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackAnswer {
    /// They are taken back.
    Back,
    /// The program cannot do that.
    Unable,
    /// It does not want to.
    Unwilling,
}

const COLOURS: [(char, Colour); 2] = [('W', Colour::White), ('Z', Colour::Black)];
const ACCEPTANCES: [(char, Acceptance); 4] = [
    ('0', Acceptance::Plays),
    ('1', Acceptance::WrongVersion),
    ('2', Acceptance::NotThisGame),
    ('3', Acceptance::NoGame),
];
const REASONS: [(char, Reason); 4] =
    [('0', Reason::Unknown), ('1', Reason::Lost), ('2', Reason::Draw), ('3', Reason::Won)];
const STOPS: [(char, Stop); 2] = [('0', Stop::MayGoOn), ('1', Stop::Entirely)];
const BACK_ANSWERS: [(char, BackAnswer); 3] =
    [('0', BackAnswer::Back), ('1', BackAnswer::Unable), ('2', BackAnswer::Unwilling)];

fn code_of<T: PartialEq>(codes: &[(char, T)], wanted: &T) -> char {
    codes.iter().find(|(_, value)| value == wanted).map_or('0', |(code, _)| *code)
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// Where and why it is none.
    pub fn parse(text: &str) -> Result<Self, DxpError> {
        let mut reader = Reader::of(text)?;
        let message = match reader.letter("the kind of message")? {
            'R' => Self::Request(request(&mut reader)?),
            'A' => Self::Accept {
                name: reader.name(NAME)?,
                answer: reader.code(&ACCEPTANCES, "whether the game is accepted")?,
            },
            'M' => Self::Move(move_message(&mut reader)?),
            'E' => Self::End {
                reason: reader.code(&REASONS, "the reason")?,
                stop: reader.code(&STOPS, "the stop code")?,
            },
            'C' => return Ok(Self::Chat(reader.rest().to_owned())),
            'B' => Self::BackRequest {
                number: reader.number(3, "the number of a move")?,
                to_move: reader.code(&COLOURS, "who is to move")?,
            },
            'K' => Self::BackAccept(reader.code(&BACK_ANSWERS, "the answer")?),
            other => return Err(reader.error_at(0, format!("there is no message of kind {other:?}"))),
        };
        reader.end()?;
        Ok(message)
    }
}

fn request(reader: &mut Reader<'_>) -> Result<Request, DxpError> {
    let version = reader.number(2, "the version")? as u8;
    if version != VERSION {
        // A later version may look different from here on.
        let request = Request {
            version,
            name: String::new(),
            follower: Colour::White,
            minutes: 0,
            moves: 0,
            start: Start::Usual,
        };
        reader.rest();
        return Ok(request);
    }
    let name = reader.name(NAME)?;
    let follower = reader.code(&COLOURS, "the follower's colour")?;
    let minutes = reader.number(3, "the minutes")?;
    let moves = reader.number(3, "the number of moves")?;
    let start = match reader.letter("the start position, A or B")? {
        'A' => Start::Usual,
        'B' => Start::Position {
            to_move: reader.code(&COLOURS, "who is to move")?,
            squares: reader.rest().to_owned(),
        },
        _ => return Err(reader.error("the start position is A, or B with a position")),
    };
    Ok(Request { version, name, follower, minutes, moves, start })
}

fn move_message(reader: &mut Reader<'_>) -> Result<MoveMessage, DxpError> {
    let seconds = reader.number(4, "the seconds")?;
    let from = reader.number(2, "the square it leaves")? as u8;
    let to = reader.number(2, "the square it arrives at")? as u8;
    let count = reader.number(2, "the number of captured pieces")?;
    let captured = (0..count)
        .map(|_| reader.number(2, "the square of a captured piece").map(|square| square as u8))
        .collect::<Result<_, _>>()?;
    Ok(MoveMessage { seconds, from, to, captured })
}

/// A name of exactly [`NAME`] bytes: what a message cannot hold becomes `?`.
fn padded(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii() && letter != '\0' { letter } else { '?' };
    let name: String = name.trim().chars().map(plain).take(NAME).collect();
    format!("{name:NAME$}")
}

impl fmt::Display for Message {
    /// Writes the message, without an end. Numbers that are too large for their width become the largest.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(request) => {
                let Request { version, name, follower, minutes, moves, start } = request;
                let (name, follower) = (padded(name), code_of(&COLOURS, follower));
                let (version, minutes, moves) = ((*version).min(99), (*minutes).min(999), (*moves).min(999));
                write!(formatter, "R{version:02}{name}{follower}{minutes:03}{moves:03}")?;
                match start {
                    Start::Usual => formatter.write_str("A"),
                    Start::Position { to_move, squares } => {
                        write!(formatter, "B{}{squares}", code_of(&COLOURS, to_move))
                    }
                }
            }
            Self::Accept { name, answer } => {
                write!(formatter, "A{}{}", padded(name), code_of(&ACCEPTANCES, answer))
            }
            Self::Move(MoveMessage { seconds, from, to, captured }) => {
                let seconds = (*seconds).min(9999);
                write!(formatter, "M{seconds:04}{from:02}{to:02}{:02}", captured.len())?;
                captured.iter().try_for_each(|square| write!(formatter, "{square:02}"))
            }
            Self::End { reason, stop } => {
                write!(formatter, "E{}{}", code_of(&REASONS, reason), code_of(&STOPS, stop))
            }
            Self::Chat(text) => write!(formatter, "C{text}"),
            Self::BackRequest { number, to_move } => {
                write!(formatter, "B{:03}{}", (*number).min(999), code_of(&COLOURS, to_move))
            }
            Self::BackAccept(answer) => write!(formatter, "K{}", code_of(&BACK_ANSWERS, answer)),
        }
    }
}
