//! From the name of a game on the command line to the game.

use damier_rules::{AnyGame, AnyPosition, Game, Notation, NotationFormat::Native, Position, registry};

/// Reads what a person calls a game, and returns its identity; for clap.
pub(crate) fn parse(text: &str) -> Result<String, String> {
    registry::named(text).map_err(|error| error.reason)
}

/// Returns the game `id`, which comes from a file or the command line.
pub(crate) fn open(id: &str) -> anyhow::Result<AnyGame> {
    Ok(AnyGame::of_id(id)?)
}

/// The number of players of the game `id`.
pub(crate) fn players(id: &str) -> anyhow::Result<usize> {
    Ok(open(id)?.start().players())
}

/// The position that `text` describes, or the start position.
pub(crate) fn position_or_start(game: &AnyGame, text: Option<&str>) -> anyhow::Result<AnyPosition> {
    match text {
        Some(text) => Ok(game.parse_position(Native, text)?),
        None => Ok(game.start()),
    }
}
