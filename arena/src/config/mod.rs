//! Whole matches for a game that is known at run time only.

mod games_file;
mod identity;
mod pairs;
mod rounds;
#[cfg(test)]
mod tests;

pub use pairs::{MatchConfig, run_match};
pub use rounds::{MultiplayerConfig, run_multiplayer_match};
