//! What the results of a match prove.

mod chi_squared;
pub mod elo;
mod elo_model;
pub mod likelihood;
mod normal;
pub mod ratings;
pub mod simulation;
pub mod sprt;
pub mod tally;

pub use chi_squared::ChiSquared;
pub use elo::{Estimate, Interval};
pub use elo_model::EloModel;
pub use ratings::{KnownRating, Ranking, RatingModel, Ratings};
pub use sprt::{Sprt, SprtError, SprtState, Verdict};
pub use tally::{GamePoint, Tally};
