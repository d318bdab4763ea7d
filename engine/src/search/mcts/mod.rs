//! Monte-Carlo tree search guided by an evaluator.
//!
//! One simulation walks from the root along the edges that [`select`] prefers, adds a node, asks the
//! evaluator for its value and priors, and adds the value to every edge it came by ([`backup`]). Proven
//! results travel up beside the averages ([`Proof`](super::Proof)). The same tree serves playing ([`Mcts::search`],
//! PUCT at the root) and self-play ([`Mcts::gumbel`], sequential halving at the root).

mod access;
mod backup;
mod drive;
mod edge;
mod excursion;
mod expand;
mod gumbel;
mod haste;
mod move_history;
mod node;
mod params;
mod pool;
mod recycle;
mod search;
mod select;
mod summary;
mod tally;
mod team;
mod transpositions;
mod tree;
mod worker;

pub use gumbel::{GumbelParams, RootStatistics};
pub use params::{LeafRule, MctsParams, Sharing};
pub use search::Mcts;
pub(crate) use search::wdl_of;

#[cfg(test)]
mod forced_tests;
#[cfg(test)]
mod glance_tests;
#[cfg(test)]
mod many_players;
#[cfg(test)]
mod places_tests;
#[cfg(test)]
mod tables_tests;
#[cfg(test)]
mod tests;
