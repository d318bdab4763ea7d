//! One ply deep.

use damier_engine::{judge::greedy_move, search::Limits};
use damier_rules::{Game, History, MoveList, Position, game::MoveOf};

use super::{Choice, Competitor};

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

    fn choose(
        &mut self,
        position: &G::Position,
        _: &History<G::Position>,
        _: &Limits,
    ) -> Result<Choice<MoveOf<G>>, String> {
        position.legal_moves(&mut self.moves);
        let mv = greedy_move(&self.game, position, &self.moves);
        Ok(Choice { mv, score: None, depth: Some(1), nodes: self.moves.len() as u64 })
    }
}
