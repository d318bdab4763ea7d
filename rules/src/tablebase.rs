//! Exact values of positions, known beforehand.

use crate::{outcome::Outcome, position::Position};

/// Knows how some positions end under perfect play: endgame tables, as searches and self-play see them.
pub trait Tablebase<P: Position>: std::any::Any + Send + Sync {
    /// How the game ends from `position` if both sides play their best; `None` where it is not known.
    ///
    /// Rules that count moves are not considered: a win may take longer than they allow. Play without end is a
    /// draw.
    fn probe(&self, position: &P) -> Option<Outcome>;
}
