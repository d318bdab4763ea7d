//! The searches.

pub mod alphabeta;
pub mod control;
mod halt;
pub mod limits;
pub mod mcts;
pub(crate) mod memory;
mod move_hash;
mod pace;
pub mod paranoid;
mod proof;
mod report;
mod request;
pub mod tables;

pub use control::Control;
pub use limits::Limits;
pub use memory::{MemoryShortage, machine_mib};
pub use proof::Proof;
pub use report::{Line, RootMove, SearchReport};
pub use request::Request;
pub use tables::SearchTables;
