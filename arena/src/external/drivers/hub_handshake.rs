//! What both versions of Hub ask alike: to get ready, and to begin another game.

use std::{fmt::Display, time::Duration};

use super::super::{
    connection::{Connection, Received},
    driver::wrong_setting,
};
use crate::competitor::Failure;

/// Meaning of a reply while one of these is awaited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// It is ready to play.
    Ready,
    /// It has done what it was told.
    Pong,
    /// It complains.
    Error(String),
    /// Something else that belongs to the protocol.
    Other,
    /// Nothing.
    Unknown,
}

/// Ends the settings with `init`, and waits until the engine is ready.
pub(super) fn get_ready(
    connection: &mut Connection,
    init: impl Display,
    timeout: Duration,
    read: impl Fn(&str) -> Word,
) -> Result<(), Failure> {
    connection.request(init, timeout, "ready", |line| match read(line) {
        Word::Ready => Received::Answer(()),
        Word::Error(message) => Received::Failed(wrong_setting(message)),
        Word::Unknown => Received::Unknown,
        Word::Pong | Word::Other => Received::Other,
    })
}

/// Says that another game begins, and waits until the engine has heard it.
pub(super) fn begin_game(
    connection: &mut Connection,
    [new, ping]: [impl Display; 2],
    timeout: Duration,
    read: impl Fn(&str) -> Word,
) -> Result<(), Failure> {
    connection.request(format!("{new}\n{ping}"), timeout, "pong", |line| match read(line) {
        Word::Pong => Received::Answer(()),
        Word::Unknown => Received::Unknown,
        Word::Ready | Word::Error(_) | Word::Other => Received::Other,
    })
}
