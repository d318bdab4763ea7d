//! Searches: Monte-Carlo tree search, alpha-beta and paranoid search.

pub mod alphabeta;
pub(crate) mod contempt;
pub mod limits;
pub mod mcts;
pub(crate) mod memory;
mod monitor;
mod move_hash;
pub mod paranoid;
#[cfg(test)]
mod played;
mod proof;
mod report;
mod request;
mod stop_flag;
pub mod stop_handle;
pub mod tables;
mod tree_questions;

pub use contempt::MOST_CONTEMPT;
pub use limits::Limits;
pub use memory::{MemoryShortage, machine_mib};
pub use proof::Proof;
pub use report::{Line, RootMove, SearchReport};
pub use request::Request;
pub use stop_handle::StopHandle;
pub use tables::SearchTablebase;
pub use tree_questions::NodeMoves;
