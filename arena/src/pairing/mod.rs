//! Who meets whom, and who is ahead: tournaments without the games.
//!
//! An [`Event`] is a pure function of its players and the results so far: [`Event::next`] tells the encounters that
//! follow, [`Event::report`] the tables. It plays nothing and reads nothing, so the same code serves programs that
//! are played by [`crate::tournament`] and people whose results come from a file.

mod draw;
mod encounter;
mod event;
mod format;
mod page;
mod report;
mod standing;
pub mod swiss;
mod table;

pub use encounter::{Aim, Encounter, Meeting};
pub use event::{Competitors, Counting, Event, EventError, Format, Last, Rules, TeamBoards, ThirdPlace};
pub use page::page;
pub use report::Report;
pub(crate) use report::{OpponentScore, PlayerRating, opponent_scores, ratings, tally_between};
pub use table::{Cell, Column, Table};
