//! The languages in which programs play board games with each other.
//!
//! Each protocol is a module of codecs without any input or output: what one side says
//! ([`uci::Command`], [`uci::Reply`] and so on) is read from a line and written to one, so that the same
//! types serve an engine, a match runner and a test. Reading is total: whatever comes is a value, if need be
//! an unknown one.
//!
//! - [`uci`] and [`xboard`] for chess, [`hub`], [`hub1`] and [`dxp`] for draughts, [`gomocup`] for five-in-a-row,
//!   [`native`] for every game.
//! - [`mod@line`] reads lines of bounded length, [`fields`] is the grammar that [`hub`] and [`native`] share.
//! - [`kind`] tells protocols apart, [`server`] drives an engine over them.

#![forbid(unsafe_code)]

pub mod dxp;
pub mod fields;
pub mod gomocup;
pub mod hub;
pub mod hub1;
pub mod kind;
pub mod line;
pub mod native;
pub mod server;
pub mod uci;
pub mod xboard;

pub use kind::Protocol;
pub use line::{Ends, Line, Lines};
