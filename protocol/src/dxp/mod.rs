//! DamExchange (DXP), version 1: two programs play draughts with each other over a connection.
//!
//! Messages are short texts without line ends; over a socket each ends with a zero byte
//! ([`Ends::Zeros`](crate::line::Ends::Zeros)).

mod message;
mod reader;
mod texts;

pub use message::{
    Acceptance, BackAnswer, Colour, Message, MoveMessage, PLAY_ON, Reason, Request, Start, Stop,
};
pub use reader::DxpError;
pub use texts::{hub_position, move_of_text, move_text, start_from};

/// The port that programs meet at.
pub const PORT: u16 = 27531;
/// The version of the protocol.
pub const VERSION: u8 = 1;
/// The longest message, in bytes.
pub const MAX_MESSAGE: usize = 127;
