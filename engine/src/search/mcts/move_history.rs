//! Progressive history (Nijssen and Winands 2011): mean gain of a move over all nodes in which it was tried.
//!
//! A move that answers a threat answers it in many positions. Where the policy misses it in all of them, one success
//! makes the search try it in the others.

use std::hash::Hash;

use damier_rules::Player;

use crate::search::move_hash::place_of;

/// Log₂ of the number of entries, of all players together.
const BITS: u32 = 13;
/// Tries without gain that are added to each move's statistics.
const PRIOR_TRIES: f32 = 4.0;
/// Tries of a move above which its statistics decay.
const MAX_TRIES: f32 = 256.0;
/// Factor of the statistics per decay: from one search to the next, and above [`MAX_TRIES`].
const DECAY: f32 = 0.5;

/// Statistics of a move: values of its simulations relative to the mean of their nodes.
#[derive(Clone, Copy, Default, Debug)]
struct MoveStatistics {
    /// Sum of the gains, in shares of the point.
    gain: f32,
    tries: f32,
}

impl MoveStatistics {
    fn decay(&mut self) {
        self.gain *= DECAY;
        self.tries *= DECAY;
    }
}

/// Progressive history of one thread, by hash of player and move.
#[derive(Debug)]
pub(super) struct MoveHistory {
    found: Vec<MoveStatistics>,
}

impl MoveHistory {
    pub(super) fn new() -> Self {
        Self { found: vec![MoveStatistics::default(); 1 << BITS] }
    }

    /// Clears the history.
    pub(super) fn clear(&mut self) {
        self.found.fill(MoveStatistics::default());
    }

    /// Decays the statistics of earlier searches.
    pub(super) fn decay(&mut self) {
        self.found.iter_mut().for_each(MoveStatistics::decay);
    }

    /// Adds the gain of a simulation with this move over its node's mean, in shares of the point.
    pub(super) fn add<M: Hash>(&mut self, player: Player, mv: &M, gain: f32) {
        let found = &mut self.found[place(player, mv)];
        found.gain += gain;
        found.tries += 1.0;
        if found.tries > MAX_TRIES {
            found.decay();
        }
    }

    /// Returns the mean gain of the move, shrunk towards 0 for few tries, in shares of the point.
    #[inline]
    pub(super) fn gain<M: Hash>(&self, player: Player, mv: &M) -> f32 {
        let found = self.found[place(player, mv)];
        found.gain / (found.tries + PRIOR_TRIES)
    }
}

#[inline]
fn place<M: Hash>(player: Player, mv: &M) -> usize {
    place_of(&(player.index() as u8, mv), BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Player = Player::FIRST;
    const OTHER: Player = Player::SECOND;

    #[test]
    fn only_what_was_tried_is_known_and_of_each_player_apart() {
        let mut history = MoveHistory::new();
        assert_eq!(history.gain(ONE, &7u8), 0.0);
        history.add(ONE, &7u8, 0.2);
        assert!(history.gain(ONE, &7u8) > 0.0);
        assert_eq!(history.gain(OTHER, &7u8), 0.0);
        assert_eq!(history.gain(ONE, &8u8), 0.0);
        history.clear();
        assert_eq!(history.gain(ONE, &7u8), 0.0);
    }

    #[test]
    fn many_tries_tell_the_mean_and_few_are_doubted() {
        let mut history = MoveHistory::new();
        let mut before = 0.0;
        for _ in 0..200 {
            history.add(ONE, &7u8, 0.2);
            let gain = history.gain(ONE, &7u8);
            assert!(before < gain && gain < 0.2, "{before}, then {gain}");
            before = gain;
        }
        assert!(before > 0.19);
        history.decay();
        assert!(history.gain(ONE, &7u8) < before, "half of it is doubted more");
    }

    #[test]
    fn what_is_new_outweighs_what_is_old() {
        let mut history = MoveHistory::new();
        (0..10_000).for_each(|_| history.add(ONE, &7u8, 0.2));
        (0..1_000).for_each(|_| history.add(ONE, &7u8, -0.2));
        assert!(history.gain(ONE, &7u8) < -0.1);
    }
}
