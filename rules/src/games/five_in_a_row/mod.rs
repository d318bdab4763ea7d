//! Five-in-a-row: one engine, four rule sets.
//!
//! - [`rules`] says what the rule sets and options are.
//! - [`shape`] classifies what a stone makes along one line, [`shape_table`] makes that a look-up, and
//!   [`threat`] sums the four lines of a point up.
//! - [`lines`] and [`board`] keep the stones and, after every stone, the shapes of the points around it.
//! - [`forbidden`] is the one rule that needs to look ahead: the double-three.
//! - [`fours`] looks for wins by fours.
//! - [`position`] adds the stages of a game; [`prediction`] and [`contract`] are those of the rule set `predicted`;
//!   [`verdict`] writes its results.
//! - [`position_text`], [`notation`], [`gomocup`], [`points`] and [`board_text`] are text.
//! - [`features`] and [`encoding`] are what a network sees, through a [`frame`]; [`judgement`] is what the yardsticks do,
//!   [`announced`] the moves that are made without a search.

mod announced;
pub mod board;
mod board_text;
pub mod colour;
pub mod contract;
pub mod encoding;
pub mod features;
pub mod five_move;
mod forbidden;
mod fours;
mod frame;
pub mod game;
mod gomocup;
mod judgement;
mod layout;
mod lines;
mod notation;
mod points;
pub mod position;
mod position_text;
pub mod prediction;
mod psq;
pub mod rules;
mod sgf;
mod shape;
mod shape_table;
mod symmetry;
#[cfg(test)]
mod tests;
mod threat;
pub mod verdict;

pub use game::FiveInARow;
pub use position::FivePosition;
