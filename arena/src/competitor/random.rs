//! The weakest opponent.

use damier_rules::{AnyMove, MoveList, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Choice, Competitor, Failure, Turn};

/// Plays every legal move with the same probability.
pub struct RandomCompetitor {
    random: Xoshiro256PlusPlus,
    moves: MoveList<AnyMove>,
}

impl Default for RandomCompetitor {
    fn default() -> Self {
        Self { random: Xoshiro256PlusPlus::seed_from_u64(0), moves: MoveList::new() }
    }
}

impl Competitor for RandomCompetitor {
    fn new_game(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        turn.position.legal_moves(&mut self.moves);
        let mv = self.moves[self.random.random_range(0..self.moves.len())];
        Ok(Choice { mv, score: None, share: None, depth: None, nodes: 0 })
    }
}
