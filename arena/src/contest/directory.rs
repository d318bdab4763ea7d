//! The directory of a match: what it is played by, and the games that are finished, so that the same command goes
//! on after an interruption.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
};

use damier_engine::{atomic_file, folder_lock::FolderLock};
use damier_rules::Game;

use super::{Course, game_line, read_game_line};
use crate::{error::ArenaError, work_folder};

/// The settings, a table of texts in TOML.
pub const SETTINGS_FILE: &str = "match.toml";
/// The finished games, one line of JSON each ([`game_line`]).
pub const GAMES_FILE: &str = "games.jsonl";

/// What a match is played by, as texts by name: whatever changes its games.
pub type Identity = BTreeMap<String, String>;

/// The directory of a match under way; no other process has it.
#[derive(Debug)]
pub struct MatchDirectory<G: Game> {
    folder: PathBuf,
    games: File,
    finished: Vec<(usize, Course<G>)>,
    _lock: FolderLock,
}

impl<G: Game> MatchDirectory<G> {
    /// Opens the directory of a match, or makes it, and reads the finished games.
    ///
    /// # Errors
    /// It belongs to another match, another process has it, or it cannot be read or written.
    pub fn open(game: &G, folder: &Path, identity: &Identity) -> Result<Self, ArenaError> {
        let io = |file: &Path, action: &'static str| {
            let file = file.to_owned();
            move |error| ArenaError::Io { file, action, error }
        };
        let lock = work_folder::enter(folder)?;
        let path = folder.join(SETTINGS_FILE);
        if path.exists() {
            let text = fs::read_to_string(&path).map_err(io(&path, "reading"))?;
            compare(folder, &text, identity)?;
        } else {
            let text = toml::to_string(identity)
                .unwrap_or_else(|error| unreachable!("texts can be written: {error}"));
            atomic_file::write(&path, text.as_bytes()).map_err(io(&path, "writing"))?;
        }
        let path = folder.join(GAMES_FILE);
        let open = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let mut games = open.map_err(io(&path, "opening"))?;
        let mut text = String::new();
        games.read_to_string(&mut text).map_err(io(&path, "reading"))?;
        // What follows the last line end was being written when somebody pulled the plug.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        games.set_len(whole as u64).map_err(io(&path, "writing"))?;
        std::io::Seek::seek(&mut games, std::io::SeekFrom::End(0)).map_err(io(&path, "writing"))?;
        let finished = text[..whole].lines().enumerate().map(|(number, line)| {
            read_game_line(game, line).map_err(|reason| ArenaError::GameLine {
                file: path.clone(),
                line: number + 1,
                reason,
            })
        });
        let finished = finished.collect::<Result<Vec<_>, _>>()?;
        Ok(Self { folder: folder.to_owned(), games, finished, _lock: lock })
    }

    /// Takes the games that were finished before, with their places.
    pub fn take_finished(&mut self) -> Vec<(usize, Course<G>)> {
        std::mem::take(&mut self.finished)
    }

    /// Keeps a finished game; it is on the disk afterwards.
    ///
    /// # Errors
    /// The disk is full, or whatever else the file system says.
    pub fn keep(&mut self, game: &G, index: usize, course: &Course<G>) -> Result<(), ArenaError> {
        let line = game_line(game, index, course) + "\n";
        let written = self.games.write_all(line.as_bytes()).and_then(|()| self.games.sync_data());
        written.map_err(|error| ArenaError::Io {
            file: self.folder.join(GAMES_FILE),
            action: "writing",
            error,
        })
    }
}

/// Whether the settings of a directory are those of the match.
fn compare(folder: &Path, text: &str, identity: &Identity) -> Result<(), ArenaError> {
    let refused = |reason: String| ArenaError::Directory { folder: folder.to_owned(), reason };
    let kept: Identity =
        toml::from_str(text).map_err(|error| refused(format!("{SETTINGS_FILE}: {}", error.message())))?;
    let names: std::collections::BTreeSet<&String> = kept.keys().chain(identity.keys()).collect();
    let other = names.into_iter().find(|name| kept.get(*name) != identity.get(*name));
    let Some(name) = other else { return Ok(()) };
    let told = |identity: &Identity| identity.get(name).cloned().unwrap_or_else(|| "nothing".to_owned());
    Err(refused(format!(
        "its match has {name} = {}, and this one {}; go on with the same command, or give another directory",
        told(&kept),
        told(identity)
    )))
}
