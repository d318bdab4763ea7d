//! The searches.

pub mod limits;
pub mod mcts;

pub use limits::Limits;
