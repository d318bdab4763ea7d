//! Who plays in a match.

mod alphabeta;
mod entrant;
mod greedy;
mod paranoid;
mod random;
mod spec;
mod tree;

use damier_engine::search::Limits;
use damier_rules::{Estimate, History, Position};

pub use alphabeta::AlphaBetaCompetitor;
pub use entrant::{Entrant, Searches};
pub use greedy::GreedyCompetitor;
pub use paranoid::ParanoidCompetitor;
pub use random::RandomCompetitor;
pub use spec::{Judge, Kind, Spec, SpecError};
pub use tree::TreeCompetitor;

/// One that chooses moves. A match gives each of its threads a competitor of its own.
pub trait Competitor<P: Position>: Send {
    /// Another game begins: whatever was remembered from the last one is forgotten, and all chance comes
    /// from `seed`.
    fn new_game(&mut self, seed: u64);

    /// Chooses a move for the current position of a game, which has at least two legal moves.
    ///
    /// # Errors
    /// Why there is no choice, in a few words; the game is then forfeited.
    fn choose(
        &mut self,
        position: &P,
        history: &History<P>,
        limits: &Limits,
    ) -> Result<Choice<P::Move>, String>;

    /// What it expects of a position, for moves that are made from estimates
    /// ([`Game::announced_move`](damier_rules::Game::announced_move)). Somebody without an
    /// opinion says so.
    fn estimate(&mut self, position: &P) -> Estimate {
        let _ = position;
        Estimate::NO_OPINION
    }
}

/// A chosen move and what led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What the competitor thinks of its position, for people.
    pub score: Option<String>,
    /// How far it looked ahead, in plies.
    pub depth: Option<u32>,
    /// Nodes or simulations.
    pub nodes: u64,
}
