//! Exact values of positions, known beforehand.

use crate::{outcome::Outcome, position::Position};

/// Knows how some positions end under perfect play: endgame tables, as searches and self-play see them.
pub trait Tablebase<P: Position>: std::any::Any + Send + Sync {
    /// How the game ends from `position` if both sides play their best; `None` where it is not known.
    ///
    /// Rules that count moves are considered only as far as the tables do it, from the counters of a game that begins:
    /// Syzygy tables do, others do not. Without them a win may take longer than the rules allow. Play without end is a draw.
    fn probe(&self, position: &P) -> Option<Outcome>;

    /// How the game ends from `position` with the counters `clock`; `None` where it is not known.
    fn probe_counted(&self, position: &P, clock: P::Clock) -> Option<Outcome> {
        let _ = clock;
        self.probe(position)
    }

    /// Returns how the game ends from `position` with the counters `clock`; where these leave it open, how it ends without
    /// them.
    fn outcome(&self, position: &P, clock: P::Clock) -> Option<Outcome> {
        self.probe_counted(position, clock).or_else(|| self.probe(position))
    }

    /// Returns the plies until the next irreversible move if the one side hurries to win and the other delays; one more or
    /// less is possible. `None` where it is not known, and in draws.
    fn distance(&self, position: &P) -> Option<u32> {
        let _ = position;
        None
    }
}
