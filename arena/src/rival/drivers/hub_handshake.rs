//! What both versions of Hub ask alike: to get ready, and to begin another game.

use std::{fmt::Display, time::Duration};

use super::super::{
    driver::wrong_setting,
    link::{Heard, Link},
};
use crate::competitor::Failure;

/// What a reply means to somebody who waits for one of these.
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
    link: &mut Link,
    init: impl Display,
    patience: Duration,
    read: impl Fn(&str) -> Word,
) -> Result<(), Failure> {
    link.ask(init, patience, "ready", |line| match read(line) {
        Word::Ready => Heard::Answer(()),
        Word::Error(message) => Heard::Failed(wrong_setting(message)),
        Word::Unknown => Heard::Nonsense,
        Word::Pong | Word::Other => Heard::Aside,
    })
}

/// Says that another game begins, and waits until the engine has heard it.
pub(super) fn begin_game(
    link: &mut Link,
    [new, ping]: [impl Display; 2],
    patience: Duration,
    read: impl Fn(&str) -> Word,
) -> Result<(), Failure> {
    link.ask(format!("{new}\n{ping}"), patience, "pong", |line| match read(line) {
        Word::Pong => Heard::Answer(()),
        Word::Unknown => Heard::Nonsense,
        Word::Ready | Word::Error(_) | Word::Other => Heard::Aside,
    })
}
