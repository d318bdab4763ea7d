//! Where the games of a match start.

mod balance;
mod book;
mod queue;
mod random;

use std::fmt;

use damier_rules::{AnyGame, BalancedOpenings, BookLine, SearchHeuristics};

pub use balance::{Balance, BalanceNet, ShippedNet};
pub use book::{Book, BookOrder};
pub use queue::OpeningQueue;
pub use random::RandomOpenings;

/// Where the openings of a match come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// Random plies from the start position, kept where neither player stands clearly better.
    Random(RandomOpenings),
    /// Those of a published table or a file; again from the beginning where there are too few.
    Book(Book),
}

/// Returns the openings that matches of a game begin with by default: those that the game wants,
/// judged by the net that comes with the program, or else random plies that the handcrafted evaluation finds level.
pub fn default_openings(game: &AnyGame, shipped: Option<ShippedNet>) -> RandomOpenings {
    match (game.balanced_openings(), shipped) {
        (Some(BalancedOpenings { plies, tolerance }), Some(shipped)) => {
            RandomOpenings { plies, balance: Balance { tolerance, net: Some(BalanceNet::Shipped(shipped)) } }
        }
        _ => RandomOpenings::default(),
    }
}

impl Default for OpeningSource {
    fn default() -> Self {
        Self::Random(RandomOpenings::default())
    }
}

/// In words, for reports.
impl fmt::Display for OpeningSource {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(random) => random.fmt(out),
            Self::Book(book) => book.fmt(out),
        }
    }
}

/// Where a pair of games starts: a position and the moves played from it beforehand.
pub type Opening = BookLine;
