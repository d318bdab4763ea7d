//! Moves.

use super::prediction::Prediction;

/// A choice in an opening.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice {
    /// Takes Black.
    Black,
    /// Takes White.
    White,
    /// Puts two more stones and leaves the choice to the other player.
    TwoMore,
}

/// A move: a stone, or what the stages of a game have besides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FiveMove {
    /// A stone on a point: `rank × size + file`, from 0 at a1.
    Stone(u16),
    /// No stone.
    Pass,
    /// A choice of an opening.
    Choice(Choice),
    /// A sealed prediction.
    Prediction(Prediction),
}
