//! Competitors that never make a move: they are misconfigured, and a result against them says nothing.

use damier_rules::{Player, Position};

use super::{Ending, PlayedGame};
use crate::error::ArenaError;

/// Which competitors have made a move so far.
#[derive(Clone, Debug)]
pub(crate) struct FirstMoves {
    moved: Vec<bool>,
}

impl FirstMoves {
    /// Begins with `competitors` that have not moved.
    pub(crate) fn new(competitors: usize) -> Self {
        Self { moved: vec![false; competitors] }
    }

    /// Notes that a competitor has made a move.
    pub(crate) fn set_moved(&mut self, competitor: usize) {
        self.moved[competitor] = true;
    }

    /// Notes who made moves in a game; `seats` are the competitors by seat.
    pub(crate) fn note(&mut self, seats: &[usize], played: &PlayedGame) {
        for (competitor, effort) in seats.iter().zip(&played.effort) {
            self.moved[*competitor] |= effort.moves > 0;
        }
    }

    /// Notes the same, and refuses a game that a competitor has lost by a failure without ever having made a move.
    ///
    /// # Errors
    /// Who that is, and what it did.
    pub(crate) fn check(&mut self, seats: &[usize], played: &PlayedGame) -> Result<(), ArenaError> {
        self.note(seats, played);
        let Ending::Forfeit { competitor, failure } = &played.ending else { return Ok(()) };
        if !played.ending.is_failure() || self.moved[seats[failed(played).index()]] {
            return Ok(());
        }
        Err(ArenaError::NeverMoved { competitor: competitor.clone(), failure: failure.clone() })
    }
}

/// Returns the player who forfeited a game: the one to move at its end.
fn failed(played: &PlayedGame) -> Player {
    played.position_after(played.moves.len()).to_move()
}
