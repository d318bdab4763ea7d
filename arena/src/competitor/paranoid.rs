//! The alpha-beta yardstick of games of more than two players.

use damier_engine::search::paranoid::Paranoid;
use damier_rules::{Game, game::MoveOf};

use super::{Choice, Competitor, Failure, Turn, alphabeta::timed};

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

    fn choose(&mut self, turn: &Turn<'_, G::Position>) -> Result<Choice<MoveOf<G>>, Failure> {
        let report = self.searcher.search(turn.position, turn.history, &timed(&turn.limits));
        Ok(Choice {
            mv: report.best,
            score: Some(format!("{:.2}", f64::from(report.score) / 100.0)),
            share: None,
            depth: Some(report.depth),
            nodes: report.nodes,
        })
    }
}
