//! Judging positions without a search.

use damier_rules::{Game, MoveList, Position, game::MoveOf};

use super::score::STATIC_LIMIT;
use crate::net::NetEvaluator;

/// Judges quiet positions.
pub trait StaticEvaluator<P: Position>: Send {
    /// The score in hundredths of a man for the player to move, within
    /// ±[`STATIC_LIMIT`]. It depends on the position alone.
    fn score(&mut self, position: &P) -> i32;

    /// How promising a legal move looks; see [`Game::promise`].
    fn promise(&self, position: &P, mv: P::Move) -> Option<i32> {
        let _ = (position, mv);
        Some(0)
    }

    /// The moves that are looked at beyond the depth; see [`Game::tactical_moves`].
    fn tactical_moves(&self, position: &P, out: &mut MoveList<P::Move>) {
        let _ = position;
        out.clear();
    }
}

/// What the game's beginners count: material, or lines of stones, or the way to the goal.
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
        self.game.judge(position, position.to_move())
    }

    fn promise(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.game.promise(position, mv)
    }

    fn tactical_moves(&self, position: &G::Position, out: &mut MoveList<MoveOf<G>>) {
        self.game.tactical_moves(position, out);
    }
}

/// A net's value, its policy left aside.
#[derive(Clone)]
pub struct NetScore<G: Game> {
    game: G,
    evaluator: NetEvaluator<G>,
}

impl<G: Game> NetScore<G> {
    /// The value of `evaluator`'s net.
    pub fn new(game: G, evaluator: NetEvaluator<G>) -> Self {
        Self { game, evaluator }
    }
}

impl<G: Game> StaticEvaluator<G::Position> for NetScore<G> {
    fn score(&mut self, position: &G::Position) -> i32 {
        /// A man's worth of score is this much in log-odds of the expected share of the point.
        const LOG_ODDS_PER_MAN: f32 = 0.5;
        const HUNDREDTHS: f32 = 100.0;
        let share = self.evaluator.value(position).value.score();
        let log_odds = (share / (1.0 - share)).ln();
        // The clamp takes the infinities of a certain share, too.
        (log_odds / LOG_ODDS_PER_MAN * HUNDREDTHS).clamp(-STATIC_LIMIT as f32, STATIC_LIMIT as f32) as i32
    }

    fn promise(&self, position: &G::Position, mv: MoveOf<G>) -> Option<i32> {
        self.game.promise(position, mv)
    }

    fn tactical_moves(&self, position: &G::Position, out: &mut MoveList<MoveOf<G>>) {
        self.game.tactical_moves(position, out);
    }
}
