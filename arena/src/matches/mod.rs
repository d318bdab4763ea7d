//! Matches: rounds of games from one opening each, with every seat taken in turn.
//!
//! In a match of two a round is a pair of games with the seats exchanged. In a game of more players the competitors move on
//! by one seat from game to game; where there are fewer competitors than seats, the first one sits alone and the others
//! share what is left. [`run_match`] plays a match of two as text describes it, [`run_multiplayer_match`] one of more.

mod config;
#[cfg(test)]
mod config_tests;
mod contender;
mod directory;
mod game_sink;
mod games_file;
mod identity;
mod match_game;
mod multiplayer_report;
#[cfg(test)]
mod multiplayer_tests;
#[cfg(test)]
mod pondering_tests;
mod report;
mod runner;
mod scoreboard;
mod standing;
#[cfg(test)]
mod tests;
mod watched;

pub use config::{MatchConfig, run_match, run_match_on, run_multiplayer_match, run_multiplayer_match_on};
pub use directory::{GAMES_FILE, Identity, MatchDirectory, SETTINGS_FILE};
pub use match_game::MatchGame;
pub use multiplayer_report::{MultiplayerReport, Row};
pub use report::MatchReport;
pub use runner::{MatchResult, play, play_multiplayer};
pub use standing::{Observer, Silent, Standing};
pub(crate) use watched::WatchedMatch;
pub use watched::{MatchProgress, MatchSummary, OpeningScore};
