//! What the draughts family has to do.

mod captures;
mod chains;
mod draws;
mod frisian;
mod goals;
mod handicap;
mod hub;
mod judgement;
mod laws;
mod network;
mod opening_tables;
mod perft_tables;
mod tablebase_index;
mod texts;

use crate::{
    any::AnyGame,
    games::draughts::{Draughts, DraughtsPosition, variant::Variant},
    notation::{Notation, NotationFormat::Native},
    position::{MoveList, Position},
};

/// A variant as a value, with or without options.
fn game(identity: &str) -> AnyGame {
    AnyGame::of_id(identity).unwrap_or_else(|error| panic!("{error}"))
}

/// A position from its text.
fn position<V: Variant>(text: &str) -> DraughtsPosition<V> {
    Draughts::<V>::new().parse_position(Native, text).unwrap_or_else(|error| panic!("{error}"))
}

/// The texts of the legal moves, sorted.
fn legal<V: Variant>(text: &str) -> Vec<String> {
    let position = position::<V>(text);
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let game = Draughts::<V>::new();
    let mut texts: Vec<String> = moves.iter().map(|mv| game.move_text(Native, &position, *mv)).collect();
    texts.sort_unstable();
    texts
}

/// The text of the position after a move.
fn after<V: Variant>(text: &str, mv: &str) -> String {
    let game = Draughts::<V>::new();
    let mut position = position::<V>(text);
    let mv = game.parse_move(Native, &position, mv).unwrap_or_else(|error| panic!("{error}"));
    position.play(mv);
    game.position_text(Native, &position)
}
