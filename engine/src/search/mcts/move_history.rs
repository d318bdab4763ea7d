//! What moves have been worth wherever the search has tried them: progressive history (Nijssen and Winands 2011).
//!
//! A move that answers a threat answers it in many positions, and a policy that does not expect it does so in none of
//! them. What simulations found in one of these makes the search look in the others.

use std::hash::Hash;

use damier_rules::Player;

use crate::search::move_hash::place_of;

/// Log₂ of the number of places for moves, of all players together.
const BITS: u32 = 13;
/// What little is known of a move counts as if so many tries more had gained nothing.
const DOUBT: f32 = 4.0;
/// Tries of a move at which older ones begin to count less.
const MEMORY: f32 = 256.0;
/// What fading leaves, from one search to the next and behind [`MEMORY`].
const KEPT: f32 = 0.5;

/// What simulations have found that made a move, against what its node was thought to be worth.
#[derive(Clone, Copy, Default, Debug)]
struct Found {
    /// Shares of the point more than that, in sum.
    gain: f32,
    tries: f32,
}

impl Found {
    fn fade(&mut self) {
        self.gain *= KEPT;
        self.tries *= KEPT;
    }
}

/// The moves of one thread's simulations, by their hash and the player who makes them.
#[derive(Debug)]
pub(super) struct MoveHistory {
    found: Vec<Found>,
}

impl MoveHistory {
    pub(super) fn new() -> Self {
        Self { found: vec![Found::default(); 1 << BITS] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.found.fill(Found::default());
    }

    /// Lets what earlier searches found count less.
    pub(super) fn fade(&mut self) {
        self.found.iter_mut().for_each(Found::fade);
    }

    /// A simulation that made this move came to so many shares of the point more (or less) than its node was thought to
    /// be worth.
    pub(super) fn note<M: Hash>(&mut self, player: Player, mv: &M, gain: f32) {
        let found = &mut self.found[place(player, mv)];
        found.gain += gain;
        found.tries += 1.0;
        if found.tries > MEMORY {
            found.fade();
        }
    }

    /// How many shares of the point more than others the move has brought, as far as that is known.
    #[inline]
    pub(super) fn gain<M: Hash>(&self, player: Player, mv: &M) -> f32 {
        let found = self.found[place(player, mv)];
        found.gain / (found.tries + DOUBT)
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
        history.note(ONE, &7u8, 0.2);
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
            history.note(ONE, &7u8, 0.2);
            let gain = history.gain(ONE, &7u8);
            assert!(before < gain && gain < 0.2, "{before}, then {gain}");
            before = gain;
        }
        assert!(before > 0.19);
        history.fade();
        assert!(history.gain(ONE, &7u8) < before, "half of it is doubted more");
    }

    #[test]
    fn what_is_new_outweighs_what_is_old() {
        let mut history = MoveHistory::new();
        (0..10_000).for_each(|_| history.note(ONE, &7u8, 0.2));
        (0..1_000).for_each(|_| history.note(ONE, &7u8, -0.2));
        assert!(history.gain(ONE, &7u8) < -0.1);
    }
}
