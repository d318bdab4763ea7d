//! Where the games of a match begin, as told on the command line.

use std::{io::Write as _, path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum};
use damier_arena::openings::{
    self, Balance, BalanceNet, Book, BookOrder, OpeningSource, RandomOpenings, ShippedNet,
};
use damier_rules::{AnyGame, SearchHeuristics};

use super::{game_choice, shipped_nets};

/// Random plies of the longest opening, and plies of the longest one of a book.
const MAX_PLIES: u64 = 60;
/// Hundredths of a man; beyond it nothing is unbalanced.
const MAX_TOLERANCE: i64 = 20_000;

/// Openings.
#[derive(Args, Clone, Debug)]
pub(crate) struct OpeningChoice {
    /// Openings of one of the game's tables (see `damier games`) or of a file; otherwise random ones: level by
    /// material, or nearly even by the shipped net in games that want it, which a random opening decides
    #[arg(long, value_name = "NAME|FILE")]
    openings: Option<PathBuf>,
    /// Fail at the first line or game of that file that is no opening, instead of leaving it out
    #[arg(long, requires = "openings")]
    strict: bool,
    /// Plies that count of each opening of a table or file; by default all
    #[arg(long, value_name = "N", requires = "openings", value_parser = clap::value_parser!(u64).range(0..=MAX_PLIES))]
    opening_plies: Option<u64>,
    /// The order of the openings of a table or file: shuffled by the seed, or as they stand there
    #[arg(long, value_name = "ORDER", requires = "openings", value_enum, default_value_t = Order::Shuffled)]
    opening_order: Order,
    /// Random plies of each opening; by default 8, level by material
    #[arg(long, value_name = "N", conflicts_with = "openings", value_parser = clap::value_parser!(u64).range(0..=MAX_PLIES))]
    random_plies: Option<u64>,
    /// Keep random openings in which a search of 7 plies sees neither side further ahead, in hundredths of a man; by
    /// default 50
    #[arg(long, value_name = "N", conflicts_with = "openings", value_parser = clap::value_parser!(i64).range(0..=MAX_TOLERANCE))]
    balance: Option<i64>,
    /// Let that search judge by a net instead of material
    #[arg(long, value_name = "NET", conflicts_with = "openings")]
    balance_net: Option<PathBuf>,
}

/// The openings that matches of a game begin with by default.
///
/// # Errors
/// There is no such game, or the net that comes with the program cannot be read.
pub(crate) fn default_openings(game: &str) -> anyhow::Result<RandomOpenings> {
    default_openings_of(game_choice::open(game)?)
}

fn default_openings_of(game: AnyGame) -> anyhow::Result<RandomOpenings> {
    let shipped = match game.balanced_openings() {
        Some(_) => shipped_nets::net(&game)?,
        None => None,
    };
    let named = shipped.map(|(name, net)| ShippedNet { name, net: Arc::new(net) });
    Ok(openings::default_openings(&game, named))
}

/// The order of a book's openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Order {
    /// By the seed
    Shuffled,
    /// As they stand in the book
    Given,
}

impl OpeningChoice {
    /// The option given, if any, that only openings between two players can follow.
    pub(crate) fn only_for_two(&self) -> Option<&'static str> {
        match (self.balance, &self.balance_net) {
            (Some(_), _) => Some("--balance"),
            (None, Some(_)) => Some("--balance-net"),
            (None, None) => None,
        }
    }

    /// Tells the lines and games of the chosen file that are no openings; their number.
    ///
    /// # Errors
    /// There are some and all are wanted (`--strict`), or the file cannot be read.
    pub(crate) fn check(&self, game: &str) -> anyhow::Result<usize> {
        match self.given() {
            OpeningSource::Book(book) => check_book(game_choice::open(game)?, &book, self.strict),
            OpeningSource::Random(_) => Ok(0),
        }
    }

    /// The source that was chosen for a game.
    pub(crate) fn source(&self, game: &str) -> anyhow::Result<OpeningSource> {
        if self.openings.is_none()
            && self.random_plies.is_none()
            && self.balance.is_none()
            && self.balance_net.is_none()
        {
            return Ok(OpeningSource::Random(default_openings(game)?));
        }
        Ok(self.given())
    }

    /// The source that the options name.
    fn given(&self) -> OpeningSource {
        match &self.openings {
            Some(name) => OpeningSource::Book(Book {
                name: name.clone(),
                plies: self.opening_plies.map(|plies| plies as usize),
                order: match self.opening_order {
                    Order::Shuffled => BookOrder::Shuffled,
                    Order::Given => BookOrder::AsGiven,
                },
            }),
            None => {
                let default = RandomOpenings::default();
                OpeningSource::Random(RandomOpenings {
                    plies: self.random_plies.map_or(default.plies, |plies| plies as usize),
                    balance: Balance {
                        // In range by the parser.
                        tolerance: self.balance.map_or(default.balance.tolerance, |bound| bound as i32),
                        net: self.balance_net.clone().map(BalanceNet::File),
                    },
                })
            }
        }
    }
}

/// Tells what a book leaves out.
fn check_book(game: AnyGame, book: &Book, strict: bool) -> anyhow::Result<usize> {
    let left_out = book.left_out(&game)?;
    let file = book.name.display();
    if let Some(error) = left_out.first().filter(|_| strict) {
        anyhow::bail!("{file}, {error}");
    }
    // Where nothing is left, the error tells the first place.
    book.read(&game, 0)?;
    let mut told = std::io::stderr().lock();
    for error in &left_out {
        writeln!(told, "left out: {file}, {error}")?;
    }
    Ok(left_out.len())
}
