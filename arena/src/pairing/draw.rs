//! PairingDraw: what nothing else decides.

use damier_numerics::seed::splitmix;
use rand::{SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random order of the players, drawn before the first round: decides what nothing else decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PairingDraw {
    seed: u64,
    drawn: Vec<usize>,
}

impl PairingDraw {
    /// Draws for `players`; the same seed draws the same.
    pub(super) fn new(players: usize, seed: u64) -> Self {
        let mut drawn: Vec<usize> = (0..players).collect();
        drawn.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        Self { seed, drawn }
    }

    /// Returns the lot of a player, each another one; the lower is the better.
    pub(super) fn of(&self, player: usize) -> usize {
        self.drawn[player]
    }

    /// A lot for two players in a round, below 2¹⁶, whichever is named first: the upper bits of what SplitMix64
    /// makes of `seed + round · 2³² + lower · 2¹⁶ + higher`.
    pub(super) fn of_pair(&self, round: u32, one: usize, other: usize) -> u64 {
        const BITS: u32 = 16;
        let (lower, higher) = (one.min(other) as u64, one.max(other) as u64);
        let place = (u64::from(round) << 32) + (lower << 16) + higher;
        splitmix(self.seed.wrapping_add(place)) >> (u64::BITS - BITS)
    }

    /// Returns whether the first player of the list has the first seat in the first round.
    pub(super) fn first_begins(&self) -> bool {
        splitmix(self.seed) & 1 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_another_lot() {
        let draw = PairingDraw::new(9, 4);
        let mut drawn: Vec<usize> = (0..9).map(|player| draw.of(player)).collect();
        assert_ne!(drawn, PairingDraw::new(9, 5).drawn);
        drawn.sort_unstable();
        assert_eq!(drawn, (0..9).collect::<Vec<_>>());
        assert_eq!(draw.of_pair(2, 3, 7), draw.of_pair(2, 7, 3));
        assert!(draw.of_pair(2, 3, 7) < 1 << 16);
    }
}
