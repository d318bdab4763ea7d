//! What an engine expects of a position.

/// An expectation of how a game of two players will end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The expected share of the point for the player to move, in 0..=1.
    pub share: f32,
    /// The probability of a draw, in 0..=1.
    pub draw: f32,
    /// Expected plies to the end, at least 0.
    pub plies: f32,
}

impl Estimate {
    /// Returns the neutral estimate: an even game with some way to go.
    pub const NO_OPINION: Self = Self { share: 0.5, draw: 0.0, plies: 30.0 };
}
