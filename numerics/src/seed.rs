//! Seeds: what is random anywhere follows from one number and from where it is needed.

/// The increment of SplitMix64: 2⁶⁴ divided by the golden ratio.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
/// Keeps the steps of a path apart, so that none cancels another.
const ROTATION: u32 = 23;

/// Spreads every bit over all: the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014), a bijection with 0 as its fixed point.
#[inline(always)]
pub const fn finalise(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// Returns the first output of SplitMix64 with a seed; different seeds have different outputs.
pub const fn splitmix(seed: u64) -> u64 {
    finalise(seed.wrapping_add(GOLDEN))
}

/// Returns the `number`-th draw from a seed; the draws of a seed differ. It needs none of the draws before, so a run that
/// goes on draws what one that was not interrupted draws.
pub const fn draw(seed: u64, number: u64) -> u64 {
    finalise(seed ^ number.wrapping_add(1).wrapping_mul(GOLDEN))
}

/// A seed, from which those of its parts follow, of their parts, and so on: a run's, a generation's, a game's. Seeds at
/// different places of such a tree differ, whatever its depth, but for chance: among a billion of them two are equal with
/// a probability of 3 %.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seed(u64);

impl Seed {
    /// Returns the seed that people give by a number.
    pub const fn new(number: u64) -> Self {
        Self(splitmix(number))
    }

    /// Returns the seed of a part, by its number; different parts have different seeds, and no part has that of the
    /// whole but by chance.
    #[must_use]
    pub const fn part(self, number: u64) -> Self {
        Self(splitmix(self.0.rotate_left(ROTATION) ^ number))
    }

    /// Returns the seed whose [`number`](Self::number) that is.
    pub const fn of_number(number: u64) -> Self {
        Self(number)
    }

    /// Returns the number for a random generator.
    pub const fn number(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The first outputs of SplitMix64 with seed 1234567, as published with the generator.
    #[test]
    fn splitmix_is_the_published_one() {
        let outputs = [0, 1, 2].map(|step: u64| splitmix(step.wrapping_mul(GOLDEN).wrapping_add(1_234_567)));
        assert_eq!(
            outputs,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    /// All places of a tree with small numbers, of every depth, from seeds near to each other.
    #[test]
    fn all_parts_of_parts_differ() {
        let mut seen = HashSet::new();
        let mut differs = |seed: Seed| assert!(seen.insert(seed.number()), "{seed:?}");
        for seed in (0..20).chain([u64::MAX, 1 << 32, 1 << 63]).map(Seed::new) {
            differs(seed);
            for one in (0..30).map(|one| seed.part(one)) {
                differs(one);
                for other in (0..30).map(|other| one.part(other)) {
                    differs(other);
                    (0..30).for_each(|third| differs(other.part(third)));
                }
            }
        }
    }

    #[test]
    fn the_order_of_a_path_matters() {
        let path = |numbers: [u64; 3]| numbers.into_iter().fold(Seed::new(1), Seed::part);
        let paths = [[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 0, 0], [2, 1, 0], [0, 1, 2], [1, 1, 1]].map(path);
        assert_eq!(paths.into_iter().collect::<HashSet<_>>().len(), paths.len());
    }

    #[test]
    fn draws_of_seeds_near_to_each_other_differ() {
        let draws = (0..300).flat_map(|seed| (0..300).map(move |number| draw(seed, number)));
        assert_eq!(draws.collect::<HashSet<_>>().len(), 300 * 300);
    }
}
