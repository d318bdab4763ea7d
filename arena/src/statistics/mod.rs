//! What the results of a match prove.

pub mod elo;
pub mod likelihood;
pub mod rating;
pub mod sprt;
pub mod tally;

pub use elo::{Estimate, Interval};
pub use sprt::{EloModel, Sprt, SprtError, SprtState, Verdict};
pub use tally::{GamePoint, Tally};
