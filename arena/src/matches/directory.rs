//! The directory of a match: what it is played by, and the games that are finished, so that the same command goes
//! on after an interruption.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use damier_files::{FolderLock, atomic_file};
use damier_rules::{AnyGame, Game};

use crate::{
    error::ArenaError,
    play::{GameLine, GameLog, LogHead, OldLogs, PlayedGame},
    seeds::{OTHER_RULE, SEED_RULE_NAME},
    work_folder,
};

/// The settings, a table of texts in TOML.
pub const SETTINGS_FILE: &str = "match.toml";
/// The log of finished games.
pub const GAMES_FILE: &str = "games.jsonl";
/// The format of the log, and its version; the first had neither a head nor checksums.
const FORMAT: (&str, u32) = ("damier match", 2);

/// What a match is played by, as texts by name: whatever changes its games.
pub type Identity = BTreeMap<String, String>;

/// The directory of a match under way; no other process has it.
#[derive(Debug)]
pub struct MatchDirectory {
    games: PathBuf,
    _lock: FolderLock,
}

impl MatchDirectory {
    /// Opens the directory of a match, or makes it.
    ///
    /// # Errors
    /// It belongs to another match, another process has it, or it cannot be read or written.
    pub fn open(folder: &Path, identity: &Identity) -> Result<Self, ArenaError> {
        let lock = work_folder::lock(folder)?;
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
        Ok(Self { games, _lock: lock })
    }

    /// Opens the log; `each` gets the games that were finished before, one after the other, with their places.
    ///
    /// # Errors
    /// A line is no game, the file cannot be read or written, or `each` fails.
    pub(super) fn log(
        &self,
        game: &AnyGame,
        each: &mut dyn FnMut(usize, PlayedGame) -> Result<(), ArenaError>,
    ) -> Result<GameLog, ArenaError> {
        GameLog::open(&self.games, &head(game), OldLogs::Bare, &mut |line: GameLine, place| {
            let (index, played) = line.read(game).map_err(|reason| place.damaged(reason))?;
            each(index, played)
        })
    }
}

/// Returns the first line of the log of a match.
pub(super) fn head(game: &AnyGame) -> LogHead {
    let (format, version) = FORMAT;
    LogHead { format: format.to_owned(), version, identity: game.id().to_owned() }
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
