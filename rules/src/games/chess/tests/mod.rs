//! What chess has to do.

mod draws;
mod exchange;
mod handicap;
mod laws;
mod moves;
mod network;
mod perft_tables;
mod pgn;
mod positions;
mod uci;
mod yardsticks;

use crate::{
    games::chess::{Chess, ChessPosition},
    history::History,
    notation::{Notation, NotationFormat::Native},
    options::Options,
    position::{MoveList, Position},
};

/// A game of Chess960, from its start position of that number.
fn chess960(start: u32) -> Chess {
    chess_of(&format!("start={start}"))
}

/// The game with options.
fn chess_of(options: &str) -> Chess {
    let identity = format!("chess:{options}");
    let (_, options) = Options::parse(&identity).expect("well formed");
    Chess::with_options(options).unwrap_or_else(|error| panic!("{error}"))
}

/// A position from its text.
fn position(text: &str) -> ChessPosition {
    Chess::standard().parse_position(Native, text).unwrap_or_else(|error| panic!("{error}"))
}

/// A position of Chess960 from its text.
fn position960(text: &str) -> ChessPosition {
    chess960(0).parse_position(Native, text).unwrap_or_else(|error| panic!("{error}"))
}

/// The texts of the legal moves, sorted.
fn legal(position: &ChessPosition) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let game = Chess::standard();
    let mut texts: Vec<String> = moves.iter().map(|mv| game.move_text(Native, position, *mv)).collect();
    texts.sort_unstable();
    texts
}

/// Plays moves, given with spaces between them.
fn play(position: &mut ChessPosition, history: &mut History<ChessPosition>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv =
            Chess::standard().parse_move(Native, position, text).unwrap_or_else(|error| panic!("{error}"));
        history.play(position, mv);
    }
}

/// The position after moves, given with spaces between them.
fn after(text: &str, moves: &str) -> ChessPosition {
    let mut position = position960(text);
    let mut history = History::new(&position);
    play(&mut position, &mut history, moves);
    position
}
