//! The tree search as a competitor.

use damier_engine::{
    Evaluator, judge,
    search::{Limits, mcts::Mcts},
};
use damier_rules::{Estimate, History, Position};

use super::{Choice, Competitor};

/// Plays what a Monte-Carlo tree search finds. Its depth is the length of the principal line, its score the
/// expected share of the point.
pub struct TreeCompetitor<P: Position, E: Evaluator<P>> {
    mcts: Mcts<P, E>,
}

impl<P: Position, E: Evaluator<P>> TreeCompetitor<P, E> {
    /// Plays with `mcts`.
    pub fn new(mcts: Mcts<P, E>) -> Self {
        Self { mcts }
    }
}

impl<P: Position, E: Evaluator<P>> Competitor<P> for TreeCompetitor<P, E> {
    fn new_game(&mut self, _: u64) {
        self.mcts.clear();
    }

    fn choose(
        &mut self,
        position: &P,
        history: &History<P>,
        limits: &Limits,
    ) -> Result<Choice<P::Move>, String> {
        let report = self.mcts.search(position, history, limits);
        Ok(Choice {
            mv: report.best,
            score: Some(format!("{:.3}", report.value.score())),
            depth: Some(report.principal_line.len() as u32),
            nodes: report.simulations,
        })
    }

    fn estimate(&mut self, position: &P) -> Estimate {
        judge::estimate(self.mcts.evaluator(), position)
    }
}
