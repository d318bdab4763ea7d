//! A finished game of a match.

use damier_rules::Player;

use super::scoreboard::first_seat;
use crate::{play::PlayedGame, rating::GamePoint};

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Its place in the match; the games from one opening are neighbours, one for each seat.
    pub index: usize,
    /// The competitor of each seat.
    pub seats: Vec<usize>,
    /// How it went.
    pub game: PlayedGame,
}

impl MatchGame {
    /// Returns the seat of the first competitor, which has one in every game.
    pub fn first_seat(&self) -> Player {
        first_seat(&self.seats)
    }

    /// Returns what the first competitor got, in a game of two.
    pub fn point(&self) -> GamePoint {
        GamePoint::of_share(self.game.outcome.share(self.first_seat(), self.seats.len()))
    }
}
