//! What a player has left to think with.

use std::time::Duration;

/// What one player's clock shows when its turn begins, for every kind of game clock: main time with an
/// increment per move, a number of moves in a time, and a whole game in a time. (A fixed time or number of nodes
/// per move is a bound of its own, see [`Limits`](crate::search::Limits).)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left; running out of it loses the game.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves that the time left has to last for, this one included; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Safety margin: what may pass between the decision and the moment the clock stops.
    pub overhead: Duration,
}

impl Clock {
    /// Main time with an increment per move.
    pub fn increment(remaining: Duration, increment: Duration) -> Self {
        Self { remaining, increment, ..Self::default() }
    }

    /// A number of moves in a time.
    pub fn moves(remaining: Duration, moves_to_go: u32) -> Self {
        Self { remaining, moves_to_go: Some(moves_to_go), ..Self::default() }
    }

    /// The rest of the game in a time.
    pub fn game(remaining: Duration) -> Self {
        Self { remaining, ..Self::default() }
    }

    /// The same with another safety margin.
    #[must_use]
    pub fn with_overhead(self, overhead: Duration) -> Self {
        Self { overhead, ..self }
    }
}
