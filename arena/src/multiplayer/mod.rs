//! Games of more than two players: rounds in which every seat is taken by everyone in turn.
//!
//! A round is one opening, played as many times as there are players; from game to game the competitors move
//! on by one seat. Where there are fewer competitors than seats, the first one sits alone and the others share
//! what is left.

mod report;
mod runner;
mod seating;
#[cfg(test)]
mod tests;

pub use report::{MultiplayerReport, Row};
pub(crate) use runner::check_number;
pub use runner::{MultiplayerGame, MultiplayerStanding, play_in};
pub use seating::seating;
