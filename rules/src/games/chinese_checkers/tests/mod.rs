//! What Chinese checkers has to do.

mod endings;
mod greedy;
mod laws;
mod moves;
mod network;
mod perft_tables;
mod seats;
mod texts;

use crate::{
    games::chinese_checkers::{ChineseCheckers, StarPosition},
    notation::{Notation, NotationFormat::Native},
    options::Options,
    position::{MoveList, Position},
};

/// The game with these options, e.g. `players=3`; none for the defaults.
fn game(options: &str) -> ChineseCheckers {
    let identity = format!("chinese-checkers{}{options}", if options.is_empty() { "" } else { ":" });
    let (_, options) = Options::parse(&identity).expect("well formed");
    ChineseCheckers::with_options(options).unwrap_or_else(|error| panic!("{error}"))
}

/// A position from its text.
fn position(game: &ChineseCheckers, text: &str) -> StarPosition {
    game.parse_position(Native, text).unwrap_or_else(|error| panic!("{error}"))
}

/// The position after moves in the game's notation, spaces between them.
fn after(game: &ChineseCheckers, text: &str, moves: &str) -> StarPosition {
    let mut position = position(game, text);
    for mv in moves.split_whitespace() {
        let mv = game.parse_move(Native, &position, mv).unwrap_or_else(|error| panic!("{error}"));
        position.play(mv);
    }
    position
}

/// The texts of the legal moves.
fn legal(game: &ChineseCheckers, position: &StarPosition) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().map(|mv| game.move_text(Native, position, *mv)).collect()
}
