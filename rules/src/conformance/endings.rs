//! How games end.

use std::collections::HashSet;

use super::{GAMES, Turn, random_game, random_games};
use crate::{game::Game, notation::NotationFormat::Native, position::Position};

/// Every random game ends within [`LONGEST_GAME`](super::LONGEST_GAME) plies, and the outcome divides one
/// point among the players.
///
/// # Panics
/// If not.
pub fn every_game_ends<G: Game>(game: &G) {
    let players = game.start().players();
    for seed in 0..GAMES {
        let (_, outcome) = random_game(game, seed, &mut |_| {});
        let sum: f32 =
            (0..players).map(|seat| outcome.share(crate::player::Player::new(seat), players)).sum();
        assert!((sum - 1.0).abs() < 1e-6, "the shares of {outcome:?} sum to {sum}");
    }
}

/// No position from before an irreversible move occurs again.
///
/// # Panics
/// If not.
pub fn nothing_recurs_after_an_irreversible_move<G: Game>(game: &G) {
    let mut gone = HashSet::new();
    let mut current = HashSet::new();
    let start = game.start().key();
    random_games(game, |Turn { position, played, .. }| {
        if position.key() == start {
            gone.clear();
            current.clear();
        }
        let place = game.position_text(Native, position);
        assert!(!gone.contains(&position.key()), "{place} occurs again after an irreversible move");
        current.insert(position.key());
        if position.is_irreversible(played) {
            gone.extend(current.drain());
        }
    });
}
