//! Matches between players and what their results prove.
//!
//! A [`Spec`] or a constructor of [`Entrant`] says who plays; [`contest::play`] plays pairs of games from
//! common openings with the seats exchanged, several at a time; [`statistics`] tells how much the results
//! mean. [`run_match`] is all of it for a game that is known at run time only.

pub mod competitor;
pub mod config;
pub mod contest;
pub mod error;
pub mod hall;
pub mod league;
pub mod opening;
pub mod rival;
pub mod statistics;
mod stream;
pub mod table;
pub mod tournament;
mod work_folder;

pub use competitor::{Choice, Competitor, Entrant, Spec};
pub use config::{MatchConfig, TableConfig, run_match, run_table};
pub use contest::{MatchReport, MatchSettings, Observer, Standing};
pub use error::ArenaError;
pub use table::{TableReport, TableStanding};
pub use work_folder::FolderError;
