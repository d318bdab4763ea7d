//! The laws that every game obeys, checked on positions from random games.
//!
//! A game joins with one line in its tests, which becomes one test for each law:
//!
//! ```
//! # use damier_rules::games::draughts::{Draughts, Russian};
//! damier_rules::conformance!(russian: Draughts::<Russian>::new());
//! ```
//!
//! All functions here panic where the law is broken, saying in which position.

mod endings;
mod forced;
mod moves;
mod network;
mod symmetries;
mod texts;

pub use endings::{every_game_ends, nothing_recurs_after_an_irreversible_move};
#[cfg(test)]
pub(crate) use forced::{check_forced_win, check_only_moves};
pub use forced::{forced_wins_are_wins, only_moves_lose_nothing};
pub use moves::{generated_moves_are_legal_sorted_and_counted, keys_tell_positions_apart};
pub use network::{
    deltas_are_differences, features_are_unique_and_in_range, layouts_tell_every_number,
    rows_are_distinct_and_in_range,
};
pub use symmetries::symmetries_commute_with_play;
pub use texts::{
    damaged_texts_are_refused_or_read, drawings_are_consistent, formats_round_trip, games_round_trip,
    texts_round_trip,
};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    game::{Game, MoveOf},
    history::History,
    notation::NotationFormat::Native,
    outcome::Outcome,
    position::{MoveList, Position},
};

/// Random games that each law is checked on.
pub const GAMES: u64 = 12;

/// Of a position with more moves, the laws that play every move on try this many, spread evenly, and the move
/// that is played.
pub const MOVES_TRIED: usize = 48;

/// No random game of any game may take longer, in plies.
pub const LONGEST_GAME: usize = 20_000;

/// Makes one test for each law; see [the module](mod@crate::conformance).
#[macro_export]
macro_rules! conformance {
    ($name:ident: $game:expr) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            // Moves, features and proofs in the types of the game, which searches know; texts and drawings without, as
            // everything above the engine has them.
            $crate::conformance!(@laws $game;
                generated_moves_are_legal_sorted_and_counted, keys_tell_positions_apart,
                symmetries_commute_with_play, features_are_unique_and_in_range, deltas_are_differences,
                rows_are_distinct_and_in_range, layouts_tell_every_number, every_game_ends,
                nothing_recurs_after_an_irreversible_move, forced_wins_are_wins, only_moves_lose_nothing);
            $crate::conformance!(@laws $crate::AnyGame::new($game);
                texts_round_trip, games_round_trip, damaged_texts_are_refused_or_read, formats_round_trip,
                drawings_are_consistent);
        }
    };
    (@laws $game:expr; $($law:ident),*) => {
        $(
            #[test]
            fn $law() {
                $crate::conformance::$law(&$game);
            }
        )*
    };
}

/// A position of a random game, its legal moves, and the one that is played.
struct Turn<'g, G: Game> {
    position: &'g G::Position,
    moves: &'g [MoveOf<G>],
    played: MoveOf<G>,
}

/// Plays a random game and shows every position that has a legal move and in which the game goes on.
/// The plies and the outcome.
fn random_game<G: Game>(game: &G, seed: u64, visit: &mut dyn FnMut(Turn<'_, G>)) -> (usize, Outcome) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = game.start();
    let mut history = History::new(&position);
    let mut moves = MoveList::new();
    loop {
        position.legal_moves(&mut moves);
        if let Some(outcome) = history.outcome_given(&position, !moves.is_empty()) {
            return (history.plies(), outcome);
        }
        let place = game.position_text(Native, &position);
        assert!(!moves.is_empty(), "the game goes on without a legal move in {place}");
        assert!(history.plies() < LONGEST_GAME, "no end after {LONGEST_GAME} plies, seed {seed}");
        let played = moves[rng.random_range(0..moves.len())];
        visit(Turn { position: &position, moves: &moves, played });
        history.play(&mut position, played);
    }
}

impl<G: Game> Turn<'_, G> {
    /// The moves that a law plays on.
    fn tried(&self) -> impl Iterator<Item = MoveOf<G>> {
        let step = self.moves.len().div_ceil(MOVES_TRIED);
        let played = self.played;
        let spread = self.moves.iter().step_by(step).copied();
        spread.chain((step > 1).then_some(played))
    }
}

/// Plays the random games of a law.
fn random_games<G: Game>(game: &G, mut visit: impl FnMut(Turn<'_, G>)) {
    for seed in 0..GAMES {
        random_game(game, seed, &mut visit);
    }
}
