//! What a match draws from its seed.

use damier_numerics::seed::Seed;

/// The rule by which seeds follow from a match's: games that were begun by another one cannot be finished by this one.
/// The first, of version 0.1.0, gave different games the same seed.
pub(crate) const SEED_RULE: u32 = 2;
/// What the rule is called in the settings of a match.
pub(crate) const SEED_RULE_NAME: &str = "seed rule";
/// What to do with games that were begun by another rule.
pub(crate) const OTHER_RULE: &str = "its games were begun by a version of damier that draws other seeds; finish them with \
                                     that version, or give another directory";

/// What a random generator is for; different streams have nothing in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub(crate) enum Stream {
    /// What the players of a game draw; the parts are the game's place and the seat.
    Games = 1,
    /// Random openings; the part is the opening's number.
    Openings = 2,
    /// The order of a book.
    BookOrder = 3,
}

impl Stream {
    /// Returns the seed of a stream of the match with this seed.
    pub(crate) const fn of(self, seed: u64) -> Seed {
        Seed::new(seed).part(self as u64)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// As a tournament draws them: round, board, game and seat.
    #[test]
    fn all_seats_of_all_games_have_other_seeds() {
        let mut seeds = HashSet::new();
        for seed in 0..3 {
            assert!((0..100).all(|number| seeds.insert(Stream::Openings.of(seed).part(number))));
            assert!(seeds.insert(Stream::BookOrder.of(seed)));
            let games = Stream::Games.of(seed);
            let rounds = (1..12).map(|round| games.part(round));
            let boards = rounds.flat_map(|round| (1..12).map(move |board| round.part(board)));
            for game in boards.flat_map(|board| (0..12).map(move |game| board.part(game))) {
                assert!((0..6).all(|seat| seeds.insert(game.part(seat))));
            }
        }
    }
}
