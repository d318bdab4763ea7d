//! The weakest opponent.

use damier_rules::{MoveList, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Choice, Competitor, Failure, Turn};

/// Plays every legal move with the same probability.
pub struct RandomCompetitor<P: Position> {
    random: Xoshiro256PlusPlus,
    moves: MoveList<P::Move>,
}

impl<P: Position> Default for RandomCompetitor<P> {
    fn default() -> Self {
        Self { random: Xoshiro256PlusPlus::seed_from_u64(0), moves: MoveList::new() }
    }
}

impl<P: Position> Competitor<P> for RandomCompetitor<P> {
    fn new_game(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Choice<P::Move>, Failure> {
        turn.position.legal_moves(&mut self.moves);
        let mv = self.moves[self.random.random_range(0..self.moves.len())];
        Ok(Choice { mv, score: None, share: None, depth: None, nodes: 0 })
    }
}
