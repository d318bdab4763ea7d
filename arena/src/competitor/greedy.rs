//! One ply deep.

use damier_engine::judge::greedy_move;
use damier_rules::{Game, MoveList, Position, game::MoveOf};

use super::{Choice, Competitor, Failure, Turn};

/// Plays the move after which it stands best by [`Game::judge`].
pub struct GreedyCompetitor<G: Game> {
    game: G,
    moves: MoveList<MoveOf<G>>,
}

impl<G: Game> GreedyCompetitor<G> {
    /// Plays `game`.
    pub fn new(game: G) -> Self {
        Self { game, moves: MoveList::new() }
    }
}

impl<G: Game> Competitor<G::Position> for GreedyCompetitor<G> {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, turn: &Turn<'_, G::Position>) -> Result<Choice<MoveOf<G>>, Failure> {
        turn.position.legal_moves(&mut self.moves);
        let mv = greedy_move(&self.game, turn.position, &self.moves);
        Ok(Choice { mv, score: None, share: None, depth: Some(1), nodes: self.moves.len() as u64 })
    }
}
