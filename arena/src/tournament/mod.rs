//! The tournament runner: plays encounters, several games at a time, and keeps every finished game.
//!
//! A [`TournamentRunner`] plays a list of encounters whose games are due; a [`Results`] hold the finished ones in a file, so
//! that a tournament that was ended by Ctrl-C or `kill -9` goes on where it stopped. [`run_tournament`] plays a
//! [`TournamentFile`] to its end, and [`run_curve`] one between the nets of a run.

mod conditions;
mod curve;
mod effort;
mod encounters;
mod error;
mod folder;
mod machine;
mod pairing_sheet;
mod results;
mod run;
mod summary;
#[cfg(test)]
mod tests;
mod tournament_file;
mod watched;
mod watched_results;

pub use curve::{CurveNet, CurveOpponent, CurvePlan, CurvePoint, CurveSummary};
pub use encounters::{EventSettings, SharedOpenings, TournamentProgress, TournamentRunner};
pub use error::TournamentError;
pub(crate) use folder::{CONFIG_FILE, LOG_FILE, SHEET_FILE};
pub use folder::{CURVE_FILE, SUMMARY_FILE};
pub use pairing_sheet::{SheetError, read_sheet, write_sheet};
pub use results::{ResultLine, Results};
pub use run::{TournamentEnd, TournamentOptions, TournamentState, run_curve, run_tournament};
pub use summary::{
    Bounds, EffortPerMove, GauntletSummary, OpponentResult, PlayedOn, PlayerConditions, RatingResult,
    SummaryError, SummaryFile,
};
pub use tournament_file::{TournamentFile, TournamentFileError};
pub(crate) use watched::WatchedTournament;
pub(crate) use watched_results::WatchedResults;
