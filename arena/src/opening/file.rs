//! Openings from a file.

use std::{fs, path::Path};

use damier_rules::Game;

use super::Opening;
use crate::error::ArenaError;

/// The positions of `path`, at least one.
pub(super) fn read<G: Game>(game: &G, path: &Path) -> Result<Vec<Opening<G>>, ArenaError> {
    let text = fs::read_to_string(path).map_err(|error| ArenaError::Io {
        file: path.to_owned(),
        action: "reading",
        error,
    })?;
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (line, number) = (line.trim(), index + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let start = game.parse_position(line).map_err(|error| ArenaError::OpeningText {
            file: path.to_owned(),
            line: number,
            error,
        })?;
        let opening = Opening { start, moves: Vec::new() };
        let (position, history) = opening.played();
        if history.outcome(&position).is_some() {
            return Err(ArenaError::OpeningOver { file: path.to_owned(), line: number });
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(ArenaError::NoOpenings { file: path.to_owned() });
    }
    Ok(openings)
}
