//! One ply deep.

use damier_engine::handcrafted::greedy_move;
use damier_rules::{AnyGame, AnyMove, MoveList, Position};

use super::{Choice, Competitor, Failure, Turn};

/// Plays the move after which it stands best by the handcrafted evaluation
/// ([`static_eval`](damier_rules::SearchHeuristics::static_eval)).
pub struct GreedyCompetitor {
    game: AnyGame,
    moves: MoveList<AnyMove>,
}

impl GreedyCompetitor {
    /// Plays `game`.
    pub fn new(game: AnyGame) -> Self {
        Self { game, moves: MoveList::new() }
    }
}

impl Competitor for GreedyCompetitor {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        turn.position.legal_moves(&mut self.moves);
        let mv = greedy_move(&self.game, turn.position, &self.moves);
        Ok(Choice { mv, score: None, share: None, depth: Some(1), nodes: self.moves.len() as u64 })
    }
}
