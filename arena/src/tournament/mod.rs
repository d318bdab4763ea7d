//! The tournament runner: plays encounters, several games at a time, and keeps every finished game.
//!
//! A [`TournamentRunner`] plays a list of encounters whose games are due; a [`Log`] holds the finished ones in a file, so
//! that a tournament that was ended by Ctrl-C or `kill -9` goes on where it stopped. [`run_tournament`] plays a
//! [`TournamentFile`] to its end.

mod error;
mod log;
mod pairing_sheet;
mod runner;
#[cfg(test)]
mod tests;
mod tournament;
mod tournament_file;

pub use error::RunnerError;
pub use log::{GameLine, Log, LogError};
pub use pairing_sheet::{SheetError, read_sheet, write_sheet};
pub use runner::{SharedOpenings, TournamentProgress, TournamentRunner};
pub use tournament::{TournamentEnd, TournamentError, TournamentState, run_tournament};
pub use tournament_file::{TournamentFile, TournamentFileError};
