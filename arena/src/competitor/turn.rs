//! A turn: what a competitor knows when it is to move.

use std::{sync::atomic::AtomicBool, time::Duration};

use damier_engine::search::Limits;
use damier_rules::{AnyPosition, GameSoFar};

/// A game as the player to move may know it.
#[derive(Clone, Copy)]
pub struct Turn<'t> {
    /// The game: its start and all moves since, those of the opening included.
    pub game: &'t GameSoFar,
    /// The position; the player to choose has at least two legal moves. What others keep secret is hidden here, not in
    /// the game.
    pub position: &'t AnyPosition,
    /// The bounds of the search, the player's clock among them.
    pub limits: Limits,
    /// How long a move may take in all: the time of a move or what is left on the clock, and the margin.
    pub deadline: Option<Duration>,
    /// What is left on every player's clock, by seat; empty in a game without clocks.
    pub remaining: &'t [Duration],
    /// Set when the game is given up: the move is not needed any more.
    pub cancelled: &'t AtomicBool,
}
