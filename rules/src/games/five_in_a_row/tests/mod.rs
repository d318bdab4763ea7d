//! What five-in-a-row has to do.

mod files;
mod forbidden_points;
mod fours;
mod gomocup;
mod laws;
mod network;
mod openings;
mod oracle;
mod perft_counts;
mod predicted;
mod rows;
mod texts;
mod yardsticks;

use crate::{
    game::Game,
    games::five_in_a_row::{FiveInARow, FivePosition, rules::RuleSet},
    notation::{Notation, NotationFormat::Native},
    options::Options,
    position::{MoveList, Position},
};

/// The game of an identity, e.g. `renju:size=9`.
fn game(identity: &str) -> FiveInARow {
    let (name, options) = Options::parse(identity).unwrap_or_else(|error| panic!("{error}"));
    let make = match name {
        "gomoku-freestyle" => FiveInARow::freestyle,
        "gomoku-standard" => FiveInARow::standard,
        "renju" => FiveInARow::renju,
        "gomoku-predicted" => FiveInARow::predicted,
        _ => panic!("{name} is no rule set"),
    };
    make(options).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays moves, separated by spaces, from the start.
fn played(game: &FiveInARow, moves: &str) -> FivePosition {
    play_on(game, game.start(), moves)
}

/// Plays moves, separated by spaces.
fn play_on(game: &FiveInARow, mut position: FivePosition, moves: &str) -> FivePosition {
    for text in moves.split_whitespace() {
        let mv = game.parse_move(Native, &position, text).unwrap_or_else(|error| panic!("{error}"));
        position.play(mv);
    }
    position
}

/// The texts of the legal moves.
fn legal(game: &FiveInARow, position: &FivePosition) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().map(|mv| game.move_text(Native, position, *mv)).collect()
}

const ALL_SETS: [RuleSet; 4] = [RuleSet::Freestyle, RuleSet::Standard, RuleSet::Renju, RuleSet::Predicted];
