//! When a game is drawn by its history.
//!
//! FIDE lets a player claim a draw at the third occurrence of a position (9.2) and after 50 moves by each
//! side without a capture or a pawn's move (9.3), and ends the game without a claim at the fifth occurrence
//! and after 75 moves (9.6). Here claims are taken, so that the game ends at the first of them; checkmate by
//! the last of those moves stands, as the position decides before the counters do.

use crate::any::{Counters, PackedCounters};

/// Occurrences of a position that allow a claim.
pub const CLAIM_OCCURRENCES: usize = 3;
/// Occurrences of a position that end the game without a claim.
pub const FINAL_OCCURRENCES: usize = 5;
/// Moves by each side without a capture or a pawn's move that allow a claim.
pub const CLAIM_MOVES: u16 = 50;
/// Moves by each side without a capture or a pawn's move that end the game without a claim.
pub const FINAL_MOVES: u16 = 75;

/// The counters of a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// Plies since the last capture or pawn's move.
    pub quiet: u16,
}

impl Counters for Clock {
    fn pack(self) -> PackedCounters {
        [self.quiet, 0, 0, 0, 0, 0, 0, 0]
    }

    fn unpack([quiet, ..]: PackedCounters) -> Self {
        Self { quiet }
    }
}

impl Clock {
    /// One ply later.
    pub(super) const fn ticked(self) -> Self {
        Self { quiet: self.quiet.saturating_add(1) }
    }
}

/// What draws a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawRule {
    /// The position occurred often enough.
    Repetition,
    /// Too many moves without a capture or a pawn's move.
    QuietMoves,
}

/// The draw that a player may claim (FIDE 9.2 and 9.3), for a position that occurs for the `occurrences`-th
/// time.
pub fn claim(clock: &Clock, occurrences: usize) -> Option<DrawRule> {
    rule(clock, occurrences, CLAIM_MOVES, CLAIM_OCCURRENCES)
}

/// The draw that needs no claim (FIDE 9.6), likewise.
pub fn automatic(clock: &Clock, occurrences: usize) -> Option<DrawRule> {
    rule(clock, occurrences, FINAL_MOVES, FINAL_OCCURRENCES)
}

fn rule(clock: &Clock, occurrences: usize, moves: u16, most_occurrences: usize) -> Option<DrawRule> {
    if occurrences >= most_occurrences {
        Some(DrawRule::Repetition)
    } else if clock.quiet >= 2 * moves {
        Some(DrawRule::QuietMoves)
    } else {
        None
    }
}
