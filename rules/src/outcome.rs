//! How a game ended.

use crate::player::{MAX_PLAYERS, Player};

/// The final outcome of a game, absolute (by seat).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One player won, every other lost.
    Win(Player),
    /// Neither player won.
    Draw,
    /// Places by seat, 0 the best; players who share a place have the same number. For games with more
    /// than two players.
    Places([u8; MAX_PLAYERS]),
}

impl Outcome {
    /// The share of the game's point that `player` gets, in 0..=1; the shares of all `players` sum to one.
    ///
    /// A place is worth its share of `players - 1, …, 1, 0` points, those who share a place share them.
    pub fn share(self, player: Player, players: usize) -> f32 {
        match self {
            Self::Win(winner) => f32::from(u8::from(winner == player)),
            Self::Draw => 1.0 / players as f32,
            Self::Places(places) => {
                let own = places[player.index()];
                let beaten = places[..players].iter().filter(|place| **place > own).count();
                let level = places[..players].iter().filter(|place| **place == own).count();
                let points = beaten as f32 + (level - 1) as f32 / 2.0;
                points / (players * (players - 1) / 2) as f32
            }
        }
    }
}
