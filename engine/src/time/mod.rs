//! How long to think about a move.
//!
//! A [`Clock`] is what a player has left; the [`Manager`] turns it into two bounds for one move and, while the
//! search runs, decides by its [`Signs`] when it has thought enough. Nothing here reads a clock: time comes in
//! as arguments, so that its laws can be tested without waiting.

mod clock;
mod control;
mod duration;
mod manager;

pub use clock::Clock;
pub use control::TimeControl;
pub use duration::{DurationText, parse_duration};
pub use manager::{Manager, Signs, Verdict};

#[cfg(test)]
mod tests;
