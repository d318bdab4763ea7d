//! What the two predictions make of the game.

use super::{colour::Colour, prediction::Prediction};
use crate::player::Player;

/// A limit in half moves: the mean of two moves' numbers may end in a half.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Limit {
    half_moves: u16,
}

impl Limit {
    /// Halfway between two moves.
    pub const fn between(one: u16, other: u16) -> Self {
        Self { half_moves: one + other }
    }

    /// Twice the number of the move.
    pub const fn half_moves(self) -> usize {
        self.half_moves as usize
    }

    /// The last move that is not beyond the limit.
    pub const fn last_move(self) -> usize {
        self.half_moves() / 2
    }

    /// Whether `moves` is exactly the limit.
    pub const fn is_exactly(self, moves: usize) -> bool {
        self.half_moves() == 2 * moves
    }

    /// Its number, e.g. `42` or `43.5`.
    pub fn number(self) -> String {
        let half = if self.half_moves().is_multiple_of(2) { "" } else { ".5" };
        format!("{}{half}", self.last_move())
    }
}

/// What decides the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contract {
    /// The first five wins; without one it is a draw.
    Free,
    /// A colour has to complete five, by the limit if there is one, or loses.
    Obliged {
        /// Which.
        colour: Colour,
        /// By when.
        limit: Option<Limit>,
    },
}

/// The player with Black, and what decides, after the predictions of the first and the second player.
///
/// The prediction that is better for White takes White; of equal ones the first player's takes Black.
///
/// ```
/// use damier_rules::{Player, games::five_in_a_row::{
///     colour::Colour, contract::{Contract, Limit, resolve}, prediction::Prediction::White,
/// }};
///
/// let (black, contract) = resolve(White(42), White(46));
/// assert_eq!(black, Player::SECOND);
/// assert_eq!(contract, Contract::Obliged { colour: Colour::White, limit: Some(Limit::between(44, 44)) });
/// ```
pub fn resolve(first: Prediction, second: Prediction) -> (Player, Contract) {
    let first_is_white = first.benefit_to_white() > second.benefit_to_white();
    let black = if first_is_white { Player::SECOND } else { Player::FIRST };
    let contract = match (first.five(), second.five()) {
        (Some((colour, one)), Some((other, two))) if colour == other => {
            Contract::Obliged { colour, limit: Some(Limit::between(one, two)) }
        }
        (Some((colour, _)), None) | (None, Some((colour, _))) => Contract::Obliged { colour, limit: None },
        (Some(_), Some(_)) | (None, None) => Contract::Free,
    };
    (black, contract)
}
