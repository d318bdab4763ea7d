//! The searches.

pub mod alphabeta;
pub mod limits;
pub mod mcts;
pub mod paranoid;

pub use limits::Limits;
