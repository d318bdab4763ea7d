//! The alpha-beta yardstick of games of more than two players.

use damier_engine::search::{Limits, paranoid::Paranoid};
use damier_rules::{Game, History, game::MoveOf};

use super::{Choice, Competitor};

/// Plays what a paranoid search finds.
pub struct ParanoidCompetitor<G: Game> {
    searcher: Paranoid<G>,
}

impl<G: Game> ParanoidCompetitor<G> {
    /// Plays with `searcher`.
    pub fn new(searcher: Paranoid<G>) -> Self {
        Self { searcher }
    }
}

impl<G: Game> Competitor<G::Position> for ParanoidCompetitor<G> {
    fn new_game(&mut self, _: u64) {}

    fn choose(
        &mut self,
        position: &G::Position,
        history: &History<G::Position>,
        limits: &Limits,
    ) -> Result<Choice<MoveOf<G>>, String> {
        let report = self.searcher.search(position, history, limits);
        Ok(Choice {
            mv: report.best,
            score: Some(format!("{:.2}", f64::from(report.score) / 100.0)),
            depth: Some(report.depth),
            nodes: report.nodes,
        })
    }
}
