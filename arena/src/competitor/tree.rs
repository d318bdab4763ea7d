//! The engine as a competitor: tree search, with as many threads and as strong as it is told to be.

use damier_engine::{Engine, engine::EngineOptions, search::Control};
use damier_rules::{Estimate, Game, game::MoveOf};

use super::{Choice, Competitor, Failure, Turn};

/// Plays what an engine finds. Its depth is the length of the principal line, its score the expected share of
/// the point. The seed of a game is that of its level.
pub struct TreeCompetitor<G: Game> {
    engine: Engine<G>,
}

impl<G: Game> TreeCompetitor<G> {
    /// Plays with `engine`.
    pub fn new(engine: Engine<G>) -> Self {
        Self { engine }
    }
}

impl<G: Game> Competitor<G::Position> for TreeCompetitor<G> {
    fn new_game(&mut self, seed: u64) {
        let options = EngineOptions { seed, ..*self.engine.options() };
        self.engine.set_options(options);
        self.engine.new_game();
    }

    fn choose(&mut self, turn: &Turn<'_, G::Position>) -> Result<Choice<MoveOf<G>>, Failure> {
        let Turn { position, history, limits, .. } = turn;
        let report = self.engine.think(position, history, limits, &Control::new(), &mut |_| ());
        let share = report.value.score();
        Ok(Choice {
            mv: report.best,
            score: Some(format!("{share:.3}")),
            share: Some(f64::from(share)),
            depth: Some(report.principal_line.len() as u32),
            nodes: report.simulations,
        })
    }

    fn estimate(&mut self, position: &G::Position) -> Estimate {
        self.engine.estimate(position)
    }
}
