//! Openings as a match asks for them.

use damier_rules::Game;

use super::{Opening, OpeningSource, file, random::Generator};
use crate::error::ArenaError;

/// The openings of a match, made when they are first asked for.
pub struct Supply<G: Game> {
    ready: Vec<Opening<G>>,
    /// Makes more; a file's openings come again from the beginning instead.
    generator: Option<Box<Generator<G>>>,
}

impl<G: Game> Supply<G> {
    /// The openings of `source`; the same seed gives the same ones.
    ///
    /// # Errors
    /// The file cannot be read or has a line that is no position.
    pub fn new(source: &OpeningSource, game: &G, seed: u64) -> Result<Self, ArenaError> {
        Ok(match source {
            OpeningSource::Random(wanted) => {
                let generator = Generator::new(game.clone(), *wanted, seed);
                Self { ready: Vec::new(), generator: Some(Box::new(generator)) }
            }
            OpeningSource::File(path) => Self { ready: file::read(game, path)?, generator: None },
        })
    }

    /// The opening of pair `index`.
    pub fn opening(&mut self, index: usize) -> Opening<G> {
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
    use crate::opening::RandomOpenings;

    fn supply(seed: u64) -> Supply<Draughts<English>> {
        let source = OpeningSource::Random(RandomOpenings { plies: 5, tolerance: 50 });
        Supply::new(&source, &Draughts::new(), seed).expect("made")
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
        let nothing = OpeningSource::Random(RandomOpenings { plies: 0, tolerance: 0 });
        let mut supply = Supply::new(&nothing, &Draughts::<English>::new(), 1).expect("made");
        assert_eq!(supply.opening(0), supply.opening(7));
    }
}
