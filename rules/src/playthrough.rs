//! A whole game as text: a golden file shows at a glance what a change of the rules changed.

use std::fmt::Write;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    game::Game,
    history::History,
    notation::NotationFormat::Native,
    position::{MoveList, Position},
};

/// Plays a random game from a seed and writes every position with its legal moves, the move that is played,
/// and the end.
pub fn playthrough<G: Game>(game: &G, seed: u64) -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut text = format!("# {}: a random game, seed {seed}\n", game.summary());
    let mut position = game.start();
    let mut history = History::new(&position);
    let mut moves = MoveList::new();
    loop {
        position.legal_moves(&mut moves);
        let texts: Vec<String> = moves.iter().map(|mv| game.move_text(Native, &position, *mv)).collect();
        let place = game.position_text(Native, &position);
        // Writing to a string cannot fail.
        let _ = write!(text, "\nposition {place}\nlegal {}\n", texts.join(" "));
        if let Some(outcome) = history.outcome_given(&position, !moves.is_empty()) {
            let how = game.ending_text(&position, &history).unwrap_or("");
            let _ = writeln!(text, "{outcome:?}: {how}");
            return text;
        }
        let chosen = rng.random_range(0..moves.len());
        let _ = writeln!(text, "play {}", texts[chosen]);
        history.play(&mut position, moves[chosen]);
    }
}
