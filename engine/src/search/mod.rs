//! The searches.

pub mod alphabeta;
pub mod limits;
pub mod mcts;

pub use limits::Limits;
