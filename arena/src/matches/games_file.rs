//! The file that the games of a match are written to as they are finished.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufReader, Read as _, Take, Write as _},
    path::{Path, PathBuf},
};

use super::game_sink::GameSink;
use crate::error::ArenaError;

/// What the head of a game says about the event.
pub(super) const EVENT: &str = "damier match";

/// A file of games as text, reserved at the start of the match. One that is there already is never overwritten; where a
/// match goes on in its directory, the file has to hold what the directory's games say, and grows on.
pub(super) struct GamesFile {
    path: PathBuf,
    file: File,
    /// What was there when a match went on, as far as it was not compared.
    before: Option<Take<BufReader<File>>>,
    /// Whether the match goes on in its directory after an interruption.
    goes_on: bool,
    written: u64,
    /// Why games are missing: the match is played to its end without the file.
    failure: Option<ArenaError>,
}

impl GamesFile {
    /// Makes the file; `directory` is the match's, which may have made it before.
    ///
    /// # Errors
    /// It is there already, and not the match's, or it cannot be made.
    pub(super) fn reserve(path: &Path, directory: Option<&Path>) -> Result<Self, ArenaError> {
        let before = match OpenOptions::new().append(true).create_new(true).open(path) {
            Ok(file) => return Ok(Self::new(path, file, None, directory)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                directory.ok_or_else(|| exists(path, ""))?;
                before(path).map_err(failed(path, "reading"))?
            }
            Err(error) => return Err(failed(path, "making the file for the games")(error)),
        };
        let file = OpenOptions::new().append(true).open(path).map_err(failed(path, "opening"))?;
        Ok(Self::new(path, file, Some(before), directory))
    }

    fn new(path: &Path, file: File, before: Option<Take<BufReader<File>>>, directory: Option<&Path>) -> Self {
        let goes_on = directory.is_some();
        Self { path: path.to_owned(), file, before, goes_on, written: 0, failure: None }
    }

    /// Adds a game, or finds it where the file had it before.
    fn add(&mut self, text: &str) -> Result<(), ArenaError> {
        let mut rest = text.as_bytes();
        if let Some(before) = &mut self.before {
            let mut there = Vec::new();
            let read = before.take(rest.len() as u64).read_to_end(&mut there);
            read.map_err(failed(&self.path, "reading"))?;
            rest = rest.strip_prefix(there.as_slice()).ok_or_else(|| exists(&self.path, OTHER_GAMES))?;
        }
        if self.failure.is_none()
            && let Err(error) = self.file.write_all(rest)
        {
            self.failure = Some(failed(&self.path, "writing")(error));
        }
        self.written += rest.len() as u64;
        Ok(())
    }

    /// The games from now on are new: nothing else may be there.
    fn resumed(&mut self) -> Result<(), ArenaError> {
        let Some(mut before) = self.before.take() else { return Ok(()) };
        let left = before.read(&mut [0]).map_err(failed(&self.path, "reading"))?;
        if left > 0 { Err(exists(&self.path, OTHER_GAMES)) } else { Ok(()) }
    }

    /// Ends the file; gives why it does not hold all games.
    pub(super) fn finish(mut self) -> Option<String> {
        if let Err(error) = self.file.sync_all() {
            self.failure.get_or_insert_with(|| failed(&self.path, "writing")(error));
        }
        self.remove_if_empty();
        self.failure.take().map(|failure| failure.to_string())
    }

    /// Gives the place up where the match ended before a game did.
    pub(super) fn remove_if_empty(&self) {
        if self.written == 0 && fs::metadata(&self.path).is_ok_and(|file| file.len() == 0) {
            // An empty file that stays does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// What a file of games holds that is not the match's.
const OTHER_GAMES: &str = " with other games than those of the directory";

/// Returns what a file holds now, whatever is added to it.
fn before(path: &Path) -> io::Result<Take<BufReader<File>>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    Ok(BufReader::new(file).take(length))
}

fn exists(path: &Path, and: &'static str) -> ArenaError {
    ArenaError::GamesFile { file: path.to_owned(), and }
}

fn failed(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> ArenaError {
    let file = path.to_owned();
    move |error| ArenaError::Io { file, action, error }
}

/// Writes games as the text that `text` makes of them, if there is a file.
pub(super) struct TextSink<F> {
    /// The file.
    pub(super) file: Option<GamesFile>,
    /// Makes the text of a game.
    pub(super) text: F,
}

impl<T, F: FnMut(&T) -> String + Send> GameSink<T> for TextSink<F> {
    fn take(&mut self, game: T) -> Result<(), ArenaError> {
        let Self { file, text } = self;
        file.as_mut().map_or(Ok(()), |file| file.add(&text(&game)))
    }

    fn resumed(&mut self) -> Result<(), ArenaError> {
        self.file.as_mut().map_or(Ok(()), GamesFile::resumed)
    }

    /// Returns where the match goes on later, the games come in their order then.
    fn takes_gaps(&self) -> bool {
        self.file.as_ref().is_some_and(|file| !file.goes_on)
    }
}

impl<F> TextSink<F> {
    /// Ends the file: gives what was played with what is missing in the file.
    pub(super) fn finish<R>(self, played: Result<R, ArenaError>) -> Result<(R, Option<String>), ArenaError> {
        match (self.file, played) {
            (None, played) => Ok((played?, None)),
            (Some(file), Ok(played)) => Ok((played, file.finish())),
            (Some(file), Err(error)) => {
                file.remove_if_empty();
                Err(error)
            }
        }
    }
}
