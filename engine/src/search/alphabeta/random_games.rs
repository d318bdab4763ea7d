//! Positions for the tests, from games of random moves.

use std::ops::Range;

use damier_rules::{Game, History, MoveList, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Unfinished positions, each some random plies from the start of `game`; deterministic.
pub(super) fn random_positions<G: Game>(
    game: &G,
    count: usize,
    plies: Range<usize>,
) -> Vec<(G::Position, History<G::Position>)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut found = Vec::new();
    let mut moves = MoveList::new();
    while found.len() < count {
        let mut position = game.start();
        let mut history = History::new(&position);
        for _ in 0..random.random_range(plies.clone()) {
            position.legal_moves(&mut moves);
            if history.outcome_given(&position, !moves.is_empty()).is_some() {
                break;
            }
            history.play(&mut position, moves[random.random_range(0..moves.len())]);
        }
        if history.outcome(&position).is_none() {
            found.push((position, history));
        }
    }
    found
}
