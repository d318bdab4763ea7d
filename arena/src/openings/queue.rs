//! Openings as a match asks for them.

use damier_rules::{AnyGame, Game, Position as _};

use super::{Opening, OpeningSource, random::Generator};
use crate::error::ArenaError;

/// The openings of a match, made when they are first asked for.
pub struct OpeningQueue {
    ready: Vec<Opening>,
    /// Makes more; a book's openings come again from the beginning instead.
    generator: Option<Box<Generator>>,
    /// Where they come from, in words.
    source: String,
}

impl OpeningQueue {
    /// Returns the openings of `source`; the same seed gives the same ones.
    ///
    /// # Errors
    /// The book cannot be read or something in it is no opening, or the balance's net cannot be used.
    pub fn new(source: &OpeningSource, game: &AnyGame, seed: u64) -> Result<Self, ArenaError> {
        let words = match source {
            // Between more than two no search tells who is ahead.
            OpeningSource::Random(random) if game.start().players() > 2 => {
                format!("{} random plies", random.plies)
            }
            _ => source.to_string(),
        };
        Ok(match source {
            OpeningSource::Random(wanted) => {
                let generator = Generator::new(game.clone(), wanted.clone(), seed)?;
                Self { ready: Vec::new(), generator: Some(Box::new(generator)), source: words }
            }
            OpeningSource::Book(book) => {
                Self { ready: book.read(game, seed)?, generator: None, source: words }
            }
        })
    }

    /// Returns the given openings, at least one, which come again from the beginning.
    pub(crate) fn of(ready: Vec<Opening>) -> Self {
        let source = format!("{} openings", ready.len());
        Self { ready, generator: None, source }
    }

    /// Returns where they come from, in words.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns how many openings there are; `None` where more are made as they are asked for.
    pub fn limit(&self) -> Option<usize> {
        self.generator.is_none().then_some(self.ready.len())
    }

    /// Returns the opening of pair `index`.
    pub fn opening(&mut self, index: usize) -> Opening {
        if let Some(generator) = &mut self.generator {
            while self.ready.len() <= index {
                self.ready.push(generator.make());
            }
        }
        self.ready[index % self.ready.len()].clone()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use damier_rules::games::draughts::{Draughts, English};

    use super::*;
    use crate::openings::{Balance, Book, BookOrder, RandomOpenings};

    fn supply(seed: u64) -> OpeningQueue {
        let source = OpeningSource::Random(RandomOpenings { plies: 5, balance: Balance::default() });
        OpeningQueue::new(&source, &AnyGame::new(Draughts::<English>::new()), seed).expect("made")
    }

    #[test]
    fn openings_depend_on_seed_and_place_only() {
        let (mut one, mut other) = (supply(3), supply(3));
        let last = other.opening(5);
        for index in 0..5 {
            assert_eq!(one.opening(index), other.opening(index));
        }
        assert_eq!(one.opening(5), last);
        assert_ne!(supply(4).opening(0), one.opening(0));
    }

    #[test]
    fn random_openings_differ_while_they_can() {
        let mut supply = supply(1);
        let keys: HashSet<_> = (0..40).map(|index| supply.opening(index).key()).collect();
        assert_eq!(keys.len(), 40);
        let nothing = OpeningSource::Random(RandomOpenings { plies: 0, ..RandomOpenings::default() });
        let mut supply =
            OpeningQueue::new(&nothing, &AnyGame::new(Draughts::<English>::new()), 1).expect("made");
        assert_eq!(supply.opening(0), supply.opening(7));
    }

    #[test]
    fn an_order_is_of_the_seed_and_loses_nothing() {
        let openings = |seed, order| {
            let book = Book { order, ..Book::named("three-move") };
            book.read(&AnyGame::new(Draughts::<English>::new()), seed).expect("a table of the game")
        };
        let given = openings(1, BookOrder::AsGiven);
        let [one, other] = [1, 2].map(|seed| openings(seed, BookOrder::Shuffled));
        assert_eq!(one, openings(1, BookOrder::Shuffled));
        assert!(one != other && one != given);
        assert_eq!(given, openings(2, BookOrder::AsGiven));
        let keys = |openings: &[Opening]| openings.iter().map(Opening::key).collect::<HashSet<_>>();
        assert_eq!((keys(&one), one.len()), (keys(&given), given.len()));
    }

    #[test]
    fn a_book_begins_again_at_its_end() {
        let source = OpeningSource::Book(Book { plies: Some(1), ..Book::named("two-move") });
        let mut supply = OpeningQueue::new(&source, &AnyGame::new(Draughts::<English>::new()), 1)
            .expect("a table of the game");
        assert_eq!(supply.limit(), Some(7));
        let keys: HashSet<_> = (0..7).map(|index| supply.opening(index).key()).collect();
        assert_eq!(keys.len(), 7);
        assert_eq!(supply.opening(7), supply.opening(0));
    }

    #[test]
    fn unknown_books_are_refused_with_the_tables() {
        let source = OpeningSource::Book(Book::named("five-move"));
        let Err(error) = OpeningQueue::new(&source, &AnyGame::new(Draughts::<English>::new()), 1) else {
            panic!("there is no such table");
        };
        let error = error.to_string();
        assert!(error.contains("five-move") && error.contains("two-move, three-move, four-move"), "{error}");
    }

    /// Imbalance after three random plies, by the search that chooses.
    #[test]
    fn unbalanced_openings_are_kept_out() {
        let game = AnyGame::new(Draughts::<English>::new());
        let imbalances = |tolerance| {
            let balance = Balance { tolerance, net: None };
            let source = OpeningSource::Random(RandomOpenings { plies: 6, balance: balance.clone() });
            let mut supply = OpeningQueue::new(&source, &game, 1).expect("made");
            let mut scales = super::super::balance::BalanceSearch::new(&game, &balance).expect("no net");
            let imbalance = |index| {
                let (position, history) = supply.opening(index).end();
                scales.imbalance(&position, &history)
            };
            (0..30).map(imbalance).collect::<Vec<_>>()
        };
        assert!(imbalances(0).iter().all(|imbalance| *imbalance == 0));
        assert!(
            imbalances(20_000).iter().any(|imbalance| *imbalance > 0),
            "without a bound some openings lose a man"
        );
    }
}
