//! Predictions of the predicted game.

use std::fmt;

use super::colour::Colour;

/// How a player says that the game will end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Prediction {
    /// Neither player completes five.
    Draw,
    /// Black completes five at this move, counted from the first stone.
    Black(u16),
    /// White completes five at this move, counted from the first stone.
    White(u16),
}

/// The stones of the opening.
pub const OPENING_STONES: usize = 4;
/// The first move that can complete a five: Black's fifth stone.
pub const EARLIEST_FIVE: usize = 9;

impl Prediction {
    /// The prediction that the colour whose turn it is completes five at move `number`: Black's moves are odd,
    /// White's even, for a pass is a move.
    pub const fn five_at(number: u16) -> Self {
        match Colour::after_moves(number as usize - 1) {
            Colour::Black => Self::Black(number),
            Colour::White => Self::White(number),
        }
    }

    /// Who completes five, and when.
    pub const fn five(self) -> Option<(Colour, u16)> {
        match self {
            Self::Draw => None,
            Self::Black(number) => Some((Colour::Black, number)),
            Self::White(number) => Some((Colour::White, number)),
        }
    }

    /// Whether a five can be completed like that on a board of that number of points: at a move of that colour,
    /// not before [`EARLIEST_FIVE`] and not after the board is full.
    pub fn is_possible(self, points: usize) -> bool {
        self.five().is_none_or(|(_, number)| {
            (EARLIEST_FIVE..=points).contains(&usize::from(number)) && self == Self::five_at(number)
        })
    }

    /// All possible predictions on a board of that number of points, in canonical order.
    pub fn all(points: usize) -> impl Iterator<Item = Self> {
        let numbers = move |first: usize| (first as u16..=points as u16).step_by(2).map(Self::five_at);
        std::iter::once(Self::Draw).chain(numbers(EARLIEST_FIVE)).chain(numbers(EARLIEST_FIVE + 1))
    }

    /// How good it is for White: White early, White late, draw, Black late, Black early.
    pub fn benefit_to_white(self) -> i32 {
        const BEYOND_ALL_MOVES: i32 = 1 << 16;
        match self {
            Self::Draw => 0,
            Self::White(number) => BEYOND_ALL_MOVES - i32::from(number),
            Self::Black(number) => i32::from(number) - BEYOND_ALL_MOVES,
        }
    }
}

impl fmt::Display for Prediction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => out.write_str("draw"),
            Self::Black(number) => write!(out, "B{number}"),
            Self::White(number) => write!(out, "W{number}"),
        }
    }
}
