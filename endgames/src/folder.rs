//! The folder of a game's tables: a file for each slice.

use std::path::{Path, PathBuf};

use damier_rules::{Game, TablebaseIndex};

use crate::{counts::Counts, error::EndgameError, tables::EndgameTablebase};

/// The folder, below the one that people name, in which the tables of a game are.
pub fn game_folder<G: Game>(game: &G, folder: &Path) -> PathBuf {
    folder.join(game.net_id())
}

/// The layout of a game's positions.
pub(crate) fn endings_of<G: Game>(game: &G) -> Result<Box<dyn TablebaseIndex<G::Position>>, EndgameError> {
    game.tablebase_index().ok_or_else(|| EndgameError::NoEndings { game: game.id().to_owned() })
}

/// What is known of a slice's table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SliceSummary {
    /// The slice.
    pub name: String,
    /// Pieces on the board.
    pub pieces: usize,
    /// Values, by part: with the stronger side to move, and with the weaker where the two differ.
    pub counts: Vec<Counts>,
    /// The length of its file.
    pub bytes: u64,
}

/// What tables of `game` are in `folder`, in the order in which they are built.
///
/// # Errors
/// The game has no tables, the folder has none of it, or a file is not a whole, sound table.
pub fn summaries<G: Game>(game: &G, folder: &Path) -> Result<Vec<SliceSummary>, EndgameError> {
    Ok(EndgameTablebase::open(game, folder)?.summaries())
}
