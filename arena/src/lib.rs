//! Matches, tournaments and leagues between participants, and what their results prove.
//!
//! A [`Spec`] or a constructor of [`Participant`] says who plays; [`matches::play`] plays pairs of games from
//! common openings with the seats exchanged, several at a time; [`rating`] says how much the results
//! mean. [`run_match`] is all of it for a game that is known at run time only. [`watch`] reads what others play.

pub mod competitor;
pub mod error;
pub mod external;
pub mod league;
pub mod matches;
pub mod openings;
pub mod pairing;
pub mod play;
pub mod rating;
pub mod remote;
mod seeds;
pub mod tournament;
pub mod utc;
pub mod watch;
mod work_folder;

pub use competitor::{Choice, Competitor, Participant, Spec};
pub use error::ArenaError;
pub use matches::{
    MatchConfig, MatchReport, MultiplayerReport, Observer, Standing, run_match, run_match_on,
    run_multiplayer_match, run_multiplayer_match_on,
};
pub use play::MatchSettings;
pub use work_folder::FolderError;
