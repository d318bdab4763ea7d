//! Openings line by line.

use super::{BookLine, Length, Openings};
use crate::{
    any::AnyGame,
    epd::{self, Fault},
    game_text::GameTextError,
    notation::{Notation, NotationFormat::Native},
    position::Position,
};

/// Reads every line that is not empty and no comment.
pub(super) fn read(game: &AnyGame, text: &str, length: Length) -> Openings {
    let mut found = Openings::default();
    for (number, line) in epd::lines(text) {
        let begin = line.len() - line.trim_start().len();
        let opening = read_line(game, line).and_then(|opening| {
            opening.cut(length).map_err(|reason| Fault { at: begin, reason: reason.to_owned() })
        });
        match opening {
            Ok(opening) => found.lines.push(opening),
            Err(fault) => found.left_out.push(GameTextError {
                line: number,
                column: line[..fault.at].chars().count() + 1,
                reason: fault.reason,
            }),
        }
    }
    found
}

fn read_line(game: &AnyGame, line: &str) -> Result<BookLine, Fault> {
    let (start, operations) = epd::read(game, line)?;
    let mut position = start.clone();
    let mut moves = Vec::new();
    if let Some(told) = operations.iter().find(|operation| operation.name == epd::MOVES) {
        for (at, word) in &told.operands {
            let over = position.outcome().is_some();
            let mv = game.parse_move(Native, &position, word).map_err(|error| {
                let reason = if over { "the game is over here".to_owned() } else { error.reason };
                Fault { at: *at, reason: format!("{word:?}: {reason}") }
            })?;
            position.play(mv);
            moves.push(mv);
        }
        if moves.is_empty() {
            let reason = "moves are expected behind this word".to_owned();
            return Err(Fault { at: told.at, reason });
        }
    }
    Ok(BookLine { start, moves })
}
