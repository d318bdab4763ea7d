//! Records as games that people and other programs can read.

use damier_engine::evaluation;
use damier_rules::{
    AnyGame, GameTags, GameText, Position,
    game_text::{Evaluation, Score, TextMove},
};

use crate::{
    error::RecordError,
    record::{GameRecord, PlyKind},
    replay::Replay,
};

/// The tags that a record's text has.
const EVENT: &str = "Event";
const ROUND: &str = "Round";
const OPENING_PLIES: &str = "OpeningPlies";
const TERMINATION: &str = "Termination";

/// A record as a game: its moves with what the searches thought of the positions before them, its number as the
/// round, how it ended. Between two players evaluations are in hundredths
/// ([`evaluation::hundredths_of_share`]), as the engine tells them in protocols; between more there are none.
///
/// # Errors
/// The record cannot be replayed.
pub fn game_text_of(game: &AnyGame, record: &GameRecord, event: &str) -> Result<GameText, RecordError> {
    let mut replay = Replay::new(game, record)?;
    let mut text = GameText::new(replay.position().clone());
    text.tags.set(EVENT, event);
    text.tags.set(ROUND, &(record.index + 1).to_string());
    let opening = record.plies.iter().take_while(|ply| ply.kind == PlyKind::Opening).count();
    if opening > 0 {
        text.tags.set(OPENING_PLIES, &opening.to_string());
    }
    text.tags.set(TERMINATION, record.ending.name());
    let white = game.text_style().white;
    while let Some(step) = replay.step()? {
        let mut played = TextMove::from(step.moves[step.ply.index as usize]);
        if let Some(value) = step.ply.kind.value().filter(|value| value.players() == 2) {
            let score = evaluation::hundredths_of_share(value.value().score());
            let score = Score::Hundredths(if step.position.to_move() == white { score } else { -score });
            played.annotations.evaluation = Some(Evaluation { score, depth: None });
        }
        text.line.moves.push(played);
    }
    text.outcome = Some(record.outcome);
    Ok(text)
}
