//! The directory of a match: what it is played by, and the games that are finished, so that the same command goes
//! on after an interruption.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{BufRead as _, BufReader, Seek as _, SeekFrom, Write as _},
    marker::PhantomData,
    path::{Path, PathBuf},
};

use damier_files::{FolderLock, atomic_file};
use damier_rules::AnyGame;

use super::{PlayedGame, game_line, read_game_line};
use crate::{
    error::ArenaError,
    seeds::{OTHER_RULE, SEED_RULE_NAME},
    work_folder,
};

/// The settings, a table of texts in TOML.
pub const SETTINGS_FILE: &str = "match.toml";
/// The finished games, one line of JSON each ([`game_line`]).
pub const GAMES_FILE: &str = "games.jsonl";

/// What a match is played by, as texts by name: whatever changes its games.
pub type Identity = BTreeMap<String, String>;

/// The directory of a match under way; no other process has it.
#[derive(Debug)]
pub struct MatchDirectory {
    folder: PathBuf,
    games: File,
    _game: PhantomData<fn(&AnyGame)>,
    _lock: FolderLock,
}

impl MatchDirectory {
    /// Opens the directory of a match, or makes it.
    ///
    /// # Errors
    /// It belongs to another match, another process has it, or it cannot be read or written.
    pub fn open(folder: &Path, identity: &Identity) -> Result<Self, ArenaError> {
        let lock = work_folder::enter(folder)?;
        let path = folder.join(SETTINGS_FILE);
        let games = folder.join(GAMES_FILE);
        if path.exists() {
            let text = fs::read_to_string(&path).map_err(io(&path, "reading"))?;
            compare(folder, &text, identity)?;
        } else if games.metadata().is_ok_and(|games| games.len() > 0) {
            return Err(ArenaError::Directory {
                folder: folder.to_owned(),
                reason: format!(
                    "has a {GAMES_FILE}, but no {SETTINGS_FILE} that says of which match; give another directory"
                ),
            });
        } else {
            let text = toml::to_string(identity)
                .unwrap_or_else(|error| unreachable!("texts can be written: {error}"));
            atomic_file::write(&path, text.as_bytes()).map_err(io(&path, "writing"))?;
        }
        let open = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&games);
        let games = open.map_err(io(&games, "opening"))?;
        Ok(Self { folder: folder.to_owned(), games, _game: PhantomData, _lock: lock })
    }

    /// Reads the games that were finished before, one after the other, with their places. What follows the last line
    /// end was being written when the power failed, and is dropped.
    ///
    /// # Errors
    /// A line is no game, the file cannot be read, or `each` fails.
    pub fn read_finished(
        &mut self,
        game: &AnyGame,
        each: &mut dyn FnMut(usize, PlayedGame) -> Result<(), ArenaError>,
    ) -> Result<(), ArenaError> {
        let path = self.folder.join(GAMES_FILE);
        self.games.rewind().map_err(io(&path, "reading"))?;
        let mut reader = BufReader::new(&self.games);
        let (mut line, mut whole) = (String::new(), 0);
        for number in 1.. {
            line.clear();
            let bytes = reader.read_line(&mut line).map_err(io(&path, "reading"))?;
            let Some(text) = line.strip_suffix('\n') else { break };
            let wrong = |reason| ArenaError::GameLine { file: path.clone(), line: number, reason };
            let (index, played) = read_game_line(game, text).map_err(wrong)?;
            each(index, played)?;
            whole += bytes as u64;
        }
        self.games.set_len(whole).map_err(io(&path, "writing"))?;
        self.games.seek(SeekFrom::Start(whole)).map_err(io(&path, "writing"))?;
        Ok(())
    }

    /// Keeps a finished game; it is on the disk afterwards.
    ///
    /// # Errors
    /// The disk is full, or whatever else the file system says.
    pub fn keep(&mut self, game: &AnyGame, index: usize, played: &PlayedGame) -> Result<(), ArenaError> {
        let line = game_line(game, index, played) + "\n";
        let written = self.games.write_all(line.as_bytes()).and_then(|()| self.games.sync_data());
        written.map_err(io(&self.folder.join(GAMES_FILE), "writing"))
    }
}

/// For [`Result::map_err`]: what was tried with a file failed.
fn io(file: &Path, action: &'static str) -> impl FnOnce(std::io::Error) -> ArenaError {
    let file = file.to_owned();
    move |error| ArenaError::Io { file, action, error }
}

/// Whether the settings of a directory are those of the match.
fn compare(folder: &Path, text: &str, identity: &Identity) -> Result<(), ArenaError> {
    let refused = |reason: String| ArenaError::Directory { folder: folder.to_owned(), reason };
    let kept: Identity =
        toml::from_str(text).map_err(|error| refused(format!("{SETTINGS_FILE}: {}", error.message())))?;
    let names: std::collections::BTreeSet<&String> = kept.keys().chain(identity.keys()).collect();
    let other = names.into_iter().find(|name| kept.get(*name) != identity.get(*name));
    let Some(name) = other else { return Ok(()) };
    if name == SEED_RULE_NAME {
        return Err(refused(OTHER_RULE.to_owned()));
    }
    let told = |identity: &Identity| identity.get(name).cloned().unwrap_or_else(|| "nothing".to_owned());
    Err(refused(format!(
        "its match has {name} = {}, and this one {}; go on with the same command, or give another directory",
        told(&kept),
        told(identity)
    )))
}
