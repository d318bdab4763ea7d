//! What can go wrong with endgame tables.

use std::{io, path::PathBuf};

use damier_files::binary_file::Defect;
use thiserror::Error;

/// Why tables cannot be built, read or believed. One line each: file, place, remedy.
#[derive(Debug, Error)]
pub enum EndgameError {
    /// A game without an index of its positions.
    #[error("{game}: there are no endgame tables of this game")]
    NoEndings {
        /// The game.
        game: String,
    },
    /// A game whose tables are made by another program.
    #[error(
        "{game}: its endgame tables are Syzygy tables, which damier reads and does not build; download or generate them as \
         docs/how-to/endgame-tables.md says"
    )]
    OnlySyzygy {
        /// The game.
        game: String,
    },
    /// A folder without Syzygy tables.
    #[error(
        "{}: no Syzygy tables (files that end with .rtbw) of {game} there; docs/how-to/endgame-tables.md says where they \
         come from",
        folder.display()
    )]
    NoSyzygy {
        /// The folder, or the list of folders.
        folder: PathBuf,
        /// The game.
        game: String,
    },
    /// A file of a Syzygy table with a name that says no men.
    #[error("{}: the name says no men, as KRPvKR does; give the file back its name, or move it away", file.display())]
    SyzygyName {
        /// The file.
        file: PathBuf,
    },
    /// A number of pieces for which there are no tables.
    #[error("{found} pieces: tables of {game} are built for {fewest} to {most} pieces")]
    Pieces {
        /// The game.
        game: String,
        /// What was asked for.
        found: usize,
        /// The fewest.
        fewest: usize,
        /// The most.
        most: usize,
    },
    /// A folder without tables of the game.
    #[error("{}: no endgame tables of {game}; build them with `damier endgames build {game} --dir …`", folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
        /// The game.
        game: String,
    },
    /// A slice that others lead into is missing.
    #[error("{}: the table is missing, and others lead into it; build the tables again, which keeps those that are there", file.display())]
    Missing {
        /// The file that should be there.
        file: PathBuf,
    },
    /// Another process works in the folder.
    #[error("{}: another process is building tables there; wait for it, or choose another folder", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The file system, or the system's threads.
    #[error("{}: {action} failed: {source}; {remedy}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What to do about it.
        remedy: &'static str,
        /// Why.
        source: io::Error,
    },
    /// A file that is not a whole, sound table.
    #[error("{}: {defect}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong; fields are those of `docs/reference/endgame-format.md`.
        defect: Defect,
    },
    /// A value that the values of the successors contradict.
    #[error("{}: {wrong} values are wrong, the first at number {index} of part {part}: {position} is stored as {stored} and its moves say {computed}; delete the file and build again", file.display())]
    Inconsistent {
        /// The file.
        file: PathBuf,
        /// How many values of the file are wrong.
        wrong: u64,
        /// The part of the first.
        part: usize,
        /// Its number.
        index: u64,
        /// Its position.
        position: String,
        /// What the table says.
        stored: String,
        /// What the successors say.
        computed: String,
    },
    /// Counts in a header that are not those of the values.
    #[error("{}: the header counts other values than the table has; delete the file and build again", file.display())]
    Counts {
        /// The file.
        file: PathBuf,
    },
    /// The layout does not keep its promises.
    #[error(
        "{game}: a move from a position of slice {slice} leads to one without a value; this is an error of the program, please report it"
    )]
    Unvalued {
        /// The game.
        game: String,
        /// The slice.
        slice: String,
    },
}
