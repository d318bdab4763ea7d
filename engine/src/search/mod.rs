//! The searches.

pub mod alphabeta;
pub mod control;
pub mod limits;
pub mod mcts;
pub mod paranoid;
pub mod tables;

pub use control::Control;
pub use limits::Limits;
pub use tables::SearchTables;
