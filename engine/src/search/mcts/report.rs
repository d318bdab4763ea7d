//! What a search tells.

use std::time::Duration;

use super::proof::Proof;
use crate::evaluation::Value;

/// One move at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Simulations that took it.
    pub visits: u32,
    /// Expected share of the point for the player to move, 0..=1; `None` where it was not visited.
    pub value: Option<f32>,
    /// The evaluator's prior.
    pub prior: f32,
    /// What is proven about it, for the player to move.
    pub proof: Proof,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchReport<M> {
    /// The move to play.
    pub best: M,
    /// All moves, in canonical order.
    pub moves: Vec<RootMove<M>>,
    /// Mean of the simulations at the root, for the player to move.
    pub value: Value,
    /// Expected plies to the end of the game.
    pub moves_left: f32,
    /// What is proven about the root.
    pub proof: Proof,
    /// The line the search expects, the best move first.
    pub principal_line: Vec<M>,
    /// Simulations of this search.
    pub simulations: u64,
    /// Simulations kept from the search before.
    pub reused: u64,
    /// Nodes in the tree at the end.
    pub nodes: usize,
    /// Bytes of those nodes and their edges.
    pub bytes: usize,
    /// Longest way of a simulation, in plies.
    pub max_depth: usize,
    /// Mean way of the simulations, in plies.
    pub mean_depth: f32,
    /// Wall-clock time.
    pub elapsed: Duration,
}
