//! Openings line by line.

use super::{BookLine, Length};
use crate::{epd, game::Game, game_text::GameTextError, position::Position};

/// Stands before moves.
const MOVES: &str = "moves";
/// Stands for the start position.
const START: &str = "startpos";
/// Ends the moves.
const END: char = ';';
/// Begins a comment.
const COMMENT: char = '#';

/// Reads every line that is not empty and no comment.
pub(super) fn read<G: Game>(game: &G, text: &str, length: Length) -> Result<Vec<BookLine<G>>, GameTextError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}').trim_end();
        let begin = line.len() - line.trim_start().len();
        if begin == line.len() || line[begin..].starts_with(COMMENT) {
            continue;
        }
        let opening = read_line(game, line).and_then(|opening| {
            opening.cut(length).map_err(|reason| Fault { at: begin, reason: reason.to_owned() })
        });
        openings.push(opening.map_err(|fault| GameTextError {
            line: index + 1,
            column: line[..fault.at].chars().count() + 1,
            reason: fault.reason,
        })?);
    }
    Ok(openings)
}

/// What is wrong, and at which byte of the line.
struct Fault {
    at: usize,
    reason: String,
}

fn read_line<G: Game>(game: &G, line: &str) -> Result<BookLine<G>, Fault> {
    let end = epd::operations(line);
    let word = epd::words(line, 0).find(|(at, word)| *at < end && *word == MOVES).map(|(at, _)| at);
    let start = read_start(game, line, word.unwrap_or(end))?;
    let mut position = start.clone();
    let mut moves = Vec::new();
    if let Some(at) = word {
        // Only a semicolon ends the moves: some have the names of operations, such as c5.
        let told = line.split(END).next().filter(|told| told.len() > at).unwrap_or(line);
        for (at, word) in epd::words(told, at + MOVES.len()) {
            let over = position.outcome().is_some();
            let mv = game.parse_move(&position, word).map_err(|error| {
                let reason = if over { "the game is over here".to_owned() } else { error.reason };
                Fault { at, reason: format!("{word:?}: {reason}") }
            })?;
            position.play(mv);
            moves.push(mv);
        }
        if moves.is_empty() {
            return Err(Fault { at, reason: "moves are expected behind this word".to_owned() });
        }
    }
    Ok(BookLine { start, moves })
}

/// The position before byte `end`.
fn read_start<G: Game>(game: &G, line: &str, end: usize) -> Result<G::Position, Fault> {
    let text = line[..end].trim();
    if text.is_empty() || text == START {
        return Ok(game.start());
    }
    let begin = line.len() - line.trim_start().len();
    game.parse_position(text).map_err(|error| {
        let column = text.char_indices().nth(error.column - 1).map_or(text.len(), |(at, _)| at);
        Fault { at: begin + column, reason: format!("position {text:?}: {}", error.reason) }
    })
}
