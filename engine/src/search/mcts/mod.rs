//! Monte-Carlo tree search with a policy and a value (AlphaZero, Silver et al. 2018).
//!
//! A simulation selects edges down to a leaf ([`select`]), expands it ([`expand`]), evaluates it, and adds the value to
//! every edge of its path ([`backpropagation`]). Playing uses PUCT at the root ([`Mcts::search`]), self-play Gumbel
//! AlphaZero with sequential halving ([`Mcts::gumbel`]).
//!
//! | technique | where |
//! |---|---|
//! | PUCT with cpuct, first-play urgency, progressive history | `select.rs`, `move_history.rs` |
//! | one-ply child evaluation, transpositions | `expand.rs`, `transpositions.rs` |
//! | backpropagation, MCTS-Solver | `backpropagation.rs`, [`Proof`](super::Proof) |
//! | virtual loss (virtual visits), batched descent of many threads | `edge.rs`, `batched_descent.rs`, `threads.rs` |
//! | moves-left utility | `moves_left.rs` |
//! | Gumbel root search | `gumbel.rs` |
//! | tree reuse and recycling | `recycle.rs` |

mod access;
mod backpropagation;
mod batched_descent;
mod counters;
mod edge;
mod expand;
mod gumbel;
mod kept;
mod move_history;
mod moves_left;
mod node;
mod params;
mod pool;
mod recycle;
mod report;
mod run;
mod search;
mod select;
mod threads;
mod transpositions;
mod tree;
mod worker;

pub use gumbel::{GumbelParams, RootStatistics};
pub use params::{LeafRule, MctsParams, Repetitions, Sharing};
pub use search::Mcts;

#[cfg(test)]
mod child_evaluation_tests;
#[cfg(test)]
mod forced_tests;
#[cfg(test)]
mod many_players_tests;
#[cfg(test)]
mod places_tests;
#[cfg(test)]
mod repetition_tests;
#[cfg(test)]
mod tables_tests;
#[cfg(test)]
mod tests;
