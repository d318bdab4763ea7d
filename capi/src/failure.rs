//! How a call fails: a code, and a message for people.

use std::{
    cell::RefCell,
    ffi::{CStr, CString},
    fmt::Display,
};

use damier_engine::{net::NetError, session::SessionError};
use damier_nets::NetsError;
use damier_rules::TextError;

/// What went wrong, as `damier.h` numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Code {
    /// Nothing.
    Ok = 0,
    /// A null pointer where there must be none, a text that is not UTF-8, a number out of range.
    Argument = 1,
    /// The net's file cannot be read, or is none of this game.
    File = 2,
    /// A game, position or move is not one.
    Text = 3,
    /// The game is over.
    Over = 4,
    /// There is no net.
    NoNet = 5,
    /// Another thread uses the session.
    Busy = 6,
    /// A buffer is too small.
    Buffer = 7,
    /// A defect of the library.
    Internal = 8,
}

/// A failed call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What went wrong.
    pub code: Code,
    /// The same for people: one line with the remedy.
    pub message: String,
}

impl Failure {
    /// From its parts.
    pub fn new(code: Code, message: impl Display) -> Self {
        Self { code, message: message.to_string() }
    }

    /// Wrong use of a function.
    pub fn argument(message: impl Display) -> Self {
        Self::new(Code::Argument, message)
    }
}

impl From<NetError> for Failure {
    fn from(error: NetError) -> Self {
        Self::new(Code::File, error)
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        Self::new(Code::Text, error)
    }
}

impl From<NetsError> for Failure {
    fn from(error: NetsError) -> Self {
        match error {
            NetsError::None { .. } => {
                let remedy =
                    "load one with damier_net_load, or set built_in in the options to judge without a net";
                Self::new(Code::NoNet, format!("{error}: {remedy}"))
            }
            error => Self::new(Code::File, error),
        }
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        let code = match &error {
            SessionError::Text(_) => Code::Text,
            SessionError::Net(_) => Code::File,
            SessionError::Over => Code::Over,
            SessionError::NoNet => Code::NoNet,
            SessionError::Busy => Code::Busy,
            SessionError::Broken => Code::Internal,
            SessionError::NotSearched => Code::Argument,
        };
        Self::new(code, error)
    }
}

thread_local! {
    /// The message of the last failed call of this thread. A C function has no other place for it that works before
    /// there is a session and needs no freeing; like `errno` it is seen by the thread that made the call alone.
    static LAST: RefCell<CString> = RefCell::default();
}

/// Remembers a failure for [`with_last`].
pub(crate) fn remember(failure: &Failure) {
    // A message with a NUL byte (from a text with one, which C cannot give) ends there.
    let text = failure.message.split('\0').next().unwrap_or_default();
    LAST.with(|last| *last.borrow_mut() = CString::new(text).unwrap_or_default());
}

/// The message of the last failed call of this thread; empty where none failed.
pub(crate) fn with_last<T>(read: impl FnOnce(&CStr) -> T) -> T {
    LAST.with(|last| read(&last.borrow()))
}
