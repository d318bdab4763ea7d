//! Judging positions without a search.

use damier_rules::{Game, Position};

/// Judges quiet positions.
pub trait StaticEvaluator<P: Position>: Send {
    /// The score in hundredths of a man for the player to move, within
    /// ±[`STATIC_LIMIT`](super::score::STATIC_LIMIT). It depends on the position alone.
    fn score(&mut self, position: &P) -> i32;
}

/// The game's own count of material.
#[derive(Clone, Debug)]
pub struct Material<G> {
    game: G,
}

impl<G: Game> Material<G> {
    /// The material of `game`.
    pub fn new(game: G) -> Self {
        Self { game }
    }
}

impl<G: Game> StaticEvaluator<G::Position> for Material<G> {
    fn score(&mut self, position: &G::Position) -> i32 {
        self.game.material(position)
    }
}
