//! The folder of a game's tables: a file for each slice.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use damier_rules::{Game, TablebaseIndex};

use crate::{counts::Counts, error::EndgameError, file::EXTENSION, syzygy, tables::EndgameTablebase};

/// The folder, below the one that people name, in which the tables of a game are.
pub fn game_folder<G: Game>(game: &G, folder: &Path) -> PathBuf {
    folder.join(game.net_id())
}

/// The layout of a game's positions.
pub(crate) fn endings_of<G: Game>(game: &G) -> Result<Box<dyn TablebaseIndex<G::Position>>, EndgameError> {
    game.tablebase_index().ok_or_else(|| {
        let game_id = game.id().to_owned();
        if reads_syzygy(game) {
            EndgameError::OnlySyzygy { game: game_id }
        } else {
            EndgameError::NoEndings { game: game_id }
        }
    })
}

/// Returns the names of the files of tables that a folder has of a game, sorted.
///
/// # Errors
/// The folder cannot be read.
pub fn file_names<G: Game>(game: &G, folder: &Path) -> Result<Vec<String>, EndgameError> {
    if reads_syzygy(game) {
        return syzygy::file_names(game.net_id(), folder);
    }
    let folder = game_folder(game, folder);
    let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
    let names = fs::read_dir(&folder).and_then(|entries| entries.map(name).collect::<io::Result<Vec<_>>>());
    let mut names = names.map_err(|source| unreadable_folder(&folder, source))?;
    names.retain(|name| Path::new(name).extension().is_some_and(|ending| ending == EXTENSION));
    names.sort_unstable();
    Ok(names)
}

/// Returns whether the tables of a game are Syzygy tables.
pub fn reads_syzygy<G: Game>(game: &G) -> bool {
    game.syzygy_board(&game.start(), Default::default()).is_some()
}

/// The error of a folder that cannot be read.
pub(crate) fn unreadable_folder(folder: &Path, source: io::Error) -> EndgameError {
    let remedy = "check that it is a folder and may be read";
    EndgameError::Io { path: folder.to_owned(), action: "reading", remedy, source }
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
    /// The length of its file, or of its files.
    pub bytes: u64,
    /// The checksums that Syzygy files end with, in hexadecimal digits; values are not counted there.
    pub checksums: Vec<String>,
}

/// What tables of `game` are in `folder`, in the order in which they are built.
///
/// # Errors
/// The game has no tables, the folder has none of it, or a file is not a whole, sound table.
pub fn summaries<G: Game>(game: &G, folder: &Path) -> Result<Vec<SliceSummary>, EndgameError> {
    Ok(EndgameTablebase::open(game, folder)?.summaries())
}
