//! Who plays in a match.

mod alphabeta;
mod failure;
mod greedy;
mod introduction;
mod own;
mod pace;
mod participant;
mod random;
mod spec;
mod turn;

use damier_numerics::double;
use damier_rules::{AnyMove, AnyPosition, Estimate};

pub use alphabeta::{AlphaBetaCompetitor, ScoreScale};
pub use failure::{Cause, Failure};
pub use greedy::GreedyCompetitor;
pub use introduction::Introduction;
pub use own::OwnCompetitor;
pub use pace::Pace;
pub use participant::{AfterTrial, Participant, Ponders, Searches};
pub use random::RandomCompetitor;
pub use spec::{CompetitorKind, DEFAULT_MEMORY_MIB, EvaluationSpec, Spec, SpecError};
pub(crate) use spec::{MAX_MEMORY_MIB, shipped_net};
pub use turn::Turn;

/// One that chooses moves. A match gives each of its threads a competitor of its own.
pub trait Competitor: Send {
    /// Another game begins: whatever was remembered from the last one is forgotten, and all chance comes
    /// from `seed`. Who cannot play says so when asked for its first move.
    fn new_game(&mut self, seed: u64);

    /// Chooses a move.
    ///
    /// # Errors
    /// Why there is no choice; the game is then lost.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice<AnyMove>, Failure>;

    /// In a match with pondering: it may think on its opponent's time, until it is asked to choose again or the game is
    /// over. `turn` is the game after its move, with the opponent to move, and with its own limits.
    fn ponder(&mut self, turn: &Turn<'_>) {
        let _ = turn;
    }

    /// The game is over, or given up.
    fn end_game(&mut self) {}

    /// Returns what it expects of a position, for moves that are made from estimates
    /// ([`SearchHeuristics::announced_move`](damier_rules::SearchHeuristics::announced_move)). One without an
    /// opinion says so.
    fn estimate(&mut self, position: &AnyPosition) -> Estimate {
        let _ = position;
        Estimate::NO_OPINION
    }
}

/// A chosen move and what led to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What the competitor thinks of its position, for people.
    pub score: Option<String>,
    /// The share of the game's point that it expects, 0 to 1.
    pub share: Option<f64>,
    /// How far it looked ahead, in plies.
    pub depth: Option<u32>,
    /// Nodes or simulations.
    pub nodes: u64,
}

/// Hundredths of a pawn or a man that multiply the odds by *e*, as in the built-in judgement.
pub(crate) const ODDS_UNIT: f64 = 300.0;

/// Returns the share of the point that goes with a score in hundredths of a pawn or a man.
pub(crate) fn share_of_score(hundredths: f64) -> f64 {
    share_on_scale(hundredths, ODDS_UNIT)
}

/// Returns the same on a scale of `unit` hundredths that multiply the odds by *e*.
pub(crate) fn share_on_scale(hundredths: f64, unit: f64) -> f64 {
    1.0 / (1.0 + double::exp(-hundredths / unit))
}
