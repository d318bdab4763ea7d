//! Games for the tests of both searches, from texts.

use damier_rules::{Game, History, NotationFormat::Native};

/// Plays moves given as texts from a position given as a text.
pub(super) fn played<G: Game>(game: &G, start: &str, moves: &[&str]) -> (G::Position, History<G::Position>) {
    let mut position = game.parse_position(Native, start).expect("a position");
    let mut history = History::new(&position);
    for text in moves {
        let mv = game.parse_move(Native, &position, text).expect("a move");
        history.play(&mut position, mv);
    }
    (position, history)
}
