//! The nets and opening books that come with damier.
//!
//! They are part of every program that uses this crate, however it is installed. A file of the same name in a [folder()]
//! goes before the one in the program.

mod error;

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use damier_engine::{
    engine::Judge,
    net::{Net, Origin},
    opening_book::{self, OpeningBook},
};
use damier_rules::{AnyGame, Game};

pub use error::NetsError;

/// The environment variable that names a folder of nets and opening books.
pub const FOLDER_VARIABLE: &str = "DAMIER_NETS";
/// The folder of nets and opening books where no other is named, below the current one.
pub const FOLDER: &str = "nets";
/// What the names of nets end with, after a dot.
const NET: &str = "dmn";

/// A file that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its name: that of its game, and `dmn` for a net or `dmb` for an opening book.
    pub name: &'static str,
    /// Its bytes.
    pub content: &'static [u8],
}

/// The files that are part of the program, by name.
pub static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Where a game's file is.
enum Place {
    Folder(PathBuf),
    Program(&'static File),
}

/// Reads the net of a game: that of the identity [whose nets serve it](Game::net_id).
///
/// # Errors
/// There is none; it cannot be read; `DAMIER_NETS` names no folder.
pub fn net<G: Game>(game: &G) -> Result<Net, NetsError> {
    match find(game.net_id(), NET)? {
        Some(Place::Folder(path)) => Ok(Net::read(&path)?),
        Some(Place::Program(file)) => {
            let net = Net::from_bytes(file.content, file.name)?;
            Ok(net.with_origin(Origin::Program(file.name.to_owned())))
        }
        None => Err(NetsError::none(game.id())),
    }
}

/// Says whether there is a net of a game; see [`net`].
pub fn has_net<G: Game>(game: &G) -> bool {
    matches!(find(game.net_id(), NET), Ok(Some(_)))
}

/// Reads the net of `game`, to judge by.
///
/// # Errors
/// As [`net`]; or the file is for another game, or another version of its rules.
pub fn judge<G: Game>(game: &G) -> Result<Judge, NetsError> {
    let judge = Judge::Net(Arc::new(net(game)?));
    judge.check_fits(game)?;
    Ok(judge)
}

/// Reads the opening book of a game; `None` where it has none.
///
/// # Errors
/// It cannot be read or is no sound book of the game; `DAMIER_NETS` names no folder.
pub fn book(game: &AnyGame) -> Result<Option<OpeningBook>, NetsError> {
    let book = match find(game.id(), opening_book::EXTENSION)? {
        Some(Place::Folder(path)) => OpeningBook::read(game, &path)?,
        Some(Place::Program(file)) => OpeningBook::from_bytes(game, file.content, Path::new(file.name))?,
        None => return Ok(None),
    };
    Ok(Some(book))
}

/// Returns the folder whose files go before those of the program: the one that `DAMIER_NETS` names, or else a folder `nets`
/// where the program was called, if there is one.
///
/// # Errors
/// What `DAMIER_NETS` names is no folder.
pub fn folder() -> Result<Option<PathBuf>, NetsError> {
    match env::var_os(FOLDER_VARIABLE).filter(|value| !value.is_empty()) {
        Some(folder) => {
            let folder = PathBuf::from(folder);
            if folder.is_dir() { Ok(Some(folder)) } else { Err(NetsError::NoFolder { folder }) }
        }
        None => Ok(Some(PathBuf::from(FOLDER)).filter(|folder| folder.is_dir())),
    }
}

fn find(game: &str, extension: &str) -> Result<Option<Place>, NetsError> {
    let name = file_name(game, extension);
    if let Some(path) = folder()?.map(|folder| folder.join(&name))
        // A link that leads nowhere is an error when it is read, not another net.
        && fs::symlink_metadata(&path).is_ok()
    {
        return Ok(Some(Place::Folder(path)));
    }
    Ok(FILES.iter().find(|file| file.name == name).map(Place::Program))
}

/// Returns the name of a game's file: `GAME-players-3.dmn` for `GAME:players=3`.
pub fn file_name(game: &str, extension: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    format!("{}.{extension}", game.chars().map(plain).collect::<String>())
}
