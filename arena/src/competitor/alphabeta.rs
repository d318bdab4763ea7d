//! The alpha-beta yardstick as a competitor.

use damier_engine::search::{
    Limits,
    alphabeta::{AlphaBeta, StaticEvaluator, score},
};
use damier_rules::{History, Position};

use super::{Choice, Competitor};

/// Plays what an alpha-beta search finds.
pub struct AlphaBetaCompetitor<P: Position, S> {
    searcher: AlphaBeta<P, S>,
}

impl<P: Position, S: StaticEvaluator<P>> AlphaBetaCompetitor<P, S> {
    /// Plays with `searcher`.
    pub fn new(searcher: AlphaBeta<P, S>) -> Self {
        Self { searcher }
    }
}

impl<P: Position, S: StaticEvaluator<P>> Competitor<P> for AlphaBetaCompetitor<P, S> {
    fn new_game(&mut self, _: u64) {
        self.searcher.clear();
    }

    fn choose(
        &mut self,
        position: &P,
        history: &History<P>,
        limits: &Limits,
    ) -> Result<Choice<P::Move>, String> {
        let report = self.searcher.search(position, history, limits);
        Ok(Choice {
            mv: report.best,
            score: Some(score::text(report.score)),
            depth: Some(report.depth),
            nodes: report.nodes,
        })
    }
}
