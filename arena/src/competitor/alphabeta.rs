//! The alpha-beta baselines as competitors: alpha-beta search between two players, paranoid search between more.

use damier_engine::{
    any::AnySearch,
    search::{Limits, alphabeta::score},
    time::Manager,
};
use damier_rules::AnyMove;

use super::{Choice, Competitor, Failure, Turn, share_of_score};

/// How a search's score reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreScale {
    /// A score between two players, or a win in some plies.
    TwoPlayers,
    /// What a paranoid search says: it has no share of the point.
    Paranoid,
}

/// Plays what an alpha-beta search with fixed parameters finds.
pub struct AlphaBetaCompetitor {
    search: AnySearch,
    scale: ScoreScale,
}

impl AlphaBetaCompetitor {
    /// Plays with `search`.
    pub fn new(search: AnySearch, scale: ScoreScale) -> Self {
        Self { search, scale }
    }
}

impl Competitor for AlphaBetaCompetitor {
    fn new_game(&mut self, _: u64) {
        self.search.clear();
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure> {
        let found = self.search.search(turn.position, turn.game.history(), &timed(&turn.limits));
        let (score, share) = match self.scale {
            ScoreScale::TwoPlayers => {
                (score::text(found.score), Some(share_of_score(f64::from(found.score))))
            }
            ScoreScale::Paranoid => (format!("{:.2}", f64::from(found.score) / 100.0), None),
        };
        Ok(Choice { mv: found.best, score: Some(score), share, depth: Some(found.depth), nodes: found.nodes })
    }
}

/// Returns the same bounds with the time that the clock plans for the move: these searches know no clocks.
fn timed(limits: &Limits) -> Limits {
    let planned = limits.clock.map(|clock| Manager::of_clock(&clock, None).soft());
    let time = [limits.time, planned].into_iter().flatten().min();
    Limits { time, clock: None, ..*limits }
}
