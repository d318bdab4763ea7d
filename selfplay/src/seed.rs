//! Seeds of games and openings: each follows from the run's seed and its own place, so no game depends
//! on how many others were played before it, or where.

use damier_numerics::seed::Seed;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What a random generator is for; different streams have nothing in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Stream {
    /// The opening that a pair of games shares; the index is the pair's.
    Opening = 1,
    /// A game; the index is its own.
    Game = 2,
}

/// The seed of one stream.
pub fn seed(run: u64, generation: u32, stream: Stream, index: u64) -> u64 {
    Seed::new(run).part(u64::from(generation)).part(stream as u64).part(index).number()
}

/// The random generator of a seed.
pub fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn seeds_differ() {
        let mut seen = HashSet::new();
        for run in 0..10 {
            for generation in 0..10 {
                for stream in [Stream::Opening, Stream::Game] {
                    for index in 0..50 {
                        assert!(seen.insert(seed(run, generation, stream, index)));
                    }
                }
            }
        }
    }
}
