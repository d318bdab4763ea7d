//! Players, numbered by seat.

/// The largest number of players any game has.
pub const MAX_PLAYERS: usize = 6;

/// A player, by seat: the one who moves first in the start position of the game is seat 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(u8);

impl Player {
    /// Seat 0.
    pub const FIRST: Self = Self(0);
    /// Seat 1.
    pub const SECOND: Self = Self(1);

    /// The player of `seat`.
    ///
    /// # Panics
    /// If `seat` is not below [`MAX_PLAYERS`].
    pub const fn new(seat: usize) -> Self {
        assert!(seat < MAX_PLAYERS);
        Self(seat as u8)
    }

    /// The seat, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other player of a two-player game.
    pub const fn opponent(self) -> Self {
        Self(self.0 ^ 1)
    }
}
