//! Random games to learn from.

use damier_engine::Value;
use damier_records::RootValue;
use damier_rules::{AnyGame, Game as _, History, Outcome, Position as _};
use damier_train::{GameExamples, GameKey};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plies after which a random game is called a draw.
pub(crate) const LONGEST: usize = 120;

/// A random game. The policy target is always one move, chosen by the position's key, so that it can be
/// learned by heart.
pub(crate) fn random_game(game: &AnyGame, key: GameKey) -> GameExamples {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(key.generation) << 32 | key.index);
    let mut position = game.start();
    let mut history = History::new(&position);
    let mut line = Vec::new();
    let mut moves = Vec::new();
    let outcome = loop {
        position.legal_moves(&mut moves);
        if let Some(outcome) = history.outcome_given(&position, !moves.is_empty()) {
            break outcome;
        }
        if line.len() == LONGEST {
            break Outcome::Draw;
        }
        line.push((position.clone(), moves.clone()));
        let mv = moves[rng.random_range(0..moves.len())];
        history.play(&mut position, mv);
    };
    let mut examples = GameExamples::new(key);
    let plies = line.len();
    for (ply, (position, moves)) in line.into_iter().enumerate() {
        let mut policy = vec![0u16; moves.len()];
        policy[(position.key() % moves.len() as u64) as usize] = u16::MAX;
        let value = Value::of_outcome(outcome, position.to_move(), position.players());
        examples.push(
            position,
            outcome,
            Some(RootValue::from_value(&value)),
            Some((plies - ply) as u16),
            &policy,
        );
    }
    examples
}
