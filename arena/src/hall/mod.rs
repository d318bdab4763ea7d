//! The playing hall: encounters are played here, several games at a time, and every finished game is kept.
//!
//! A [`Hall`] plays a list of encounters whose games are due; a [`Log`] holds the finished ones in a file, so that a
//! hall that was closed by Ctrl-C or `kill -9` goes on where it stopped. [`run_tournament`] plays a
//! [`TournamentFile`] to its end.

mod error;
mod log;
mod pairing_sheet;
mod runner;
#[cfg(test)]
mod tests;
mod tournament;
mod tournament_file;

pub use error::HallError;
pub use log::{GameLine, Log, LogError};
pub use pairing_sheet::{SheetError, read_sheet, write_sheet};
pub use runner::{Ballots, Hall, HallStanding};
pub use tournament::{TournamentEnd, TournamentError, TournamentState, run_tournament};
pub use tournament_file::{TournamentFile, TournamentFileError};
