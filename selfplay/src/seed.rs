//! Seeds of games and openings: each follows from the run's seed and its own place, so no game depends
//! on how many others were played before it, or where.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Keeps the parts of a seed apart, so that no two tuples are equal by exchange.
const ROTATION: u32 = 23;
/// The increment of SplitMix64 (Steele, Lea, Flood 2014): the golden ratio as a 64-bit fraction.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

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
    [u64::from(generation), stream as u64, index]
        .into_iter()
        .fold(scramble(run), |state, part| scramble(state.rotate_left(ROTATION) ^ part))
}

/// The random generator of a seed.
pub fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// SplitMix64's output function: a bijection that spreads every bit over all.
fn scramble(state: u64) -> u64 {
    let mut mixed = state.wrapping_add(GOLDEN);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
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
