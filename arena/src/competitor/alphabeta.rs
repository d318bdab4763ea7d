//! The alpha-beta yardstick as a competitor.

use damier_engine::{
    search::{
        Limits,
        alphabeta::{AlphaBeta, StaticEvaluator, score},
    },
    time::Manager,
};
use damier_rules::Position;

use super::{Choice, Competitor, Failure, Turn, share_of_score};

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

    fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Choice<P::Move>, Failure> {
        let report = self.searcher.search(turn.position, turn.history, &timed(&turn.limits));
        Ok(Choice {
            mv: report.best,
            score: Some(score::text(report.score)),
            share: Some(share_of_score(f64::from(report.score))),
            depth: Some(report.depth),
            nodes: report.nodes,
        })
    }
}

/// The same bounds with the time that the clock plans for the move: these searches know no clocks.
pub(super) fn timed(limits: &Limits) -> Limits {
    let planned = limits.clock.map(|clock| Manager::of_clock(&clock, None).soft());
    let time = [limits.time, planned].into_iter().flatten().min();
    Limits { time, clock: None, ..*limits }
}
