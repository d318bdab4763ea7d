//! Logs of finished games: text files of one line for each game.
//!
//! The first line says what the file belongs to. Every line is JSON, a tab, and the CRC-32 of the JSON in hexadecimal. Lines
//! are only ever added; a last one that was cut off is dropped with the game it held.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
};

use damier_files::atomic_file;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use thiserror::Error;

use crate::seeds::OTHER_RULE;

/// What a log belongs to: its first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogHead {
    /// The kind of log.
    pub(crate) format: String,
    /// The version of the kind.
    pub(crate) version: u32,
    /// What exactly it belongs to.
    pub(crate) identity: String,
}

/// Whether logs of older versions lack the first line and the checksums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OldLogs {
    /// They have both.
    Sealed,
    /// They have neither, and are read all the same.
    Bare,
}

impl OldLogs {
    /// Returns whether a log is there. A bare one without a whole line holds nothing, and begins anew.
    fn has_begun(self, path: &Path) -> io::Result<bool> {
        match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
            Ok(file) if self == Self::Sealed => Ok(file.len() > 0),
            Ok(_) => Ok(Lines::open(path)?.next()?.is_some()),
        }
    }
}

/// Why a log cannot be used.
#[derive(Debug, Error)]
pub enum LogError {
    /// The file system refused.
    #[error("{path}: {action} failed: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// `reading` or `writing`.
        action: &'static str,
        /// Why.
        source: io::Error,
    },
    /// A line that is damaged, and not the last one.
    #[error("{path}, line {line}: {reason}; restore the file from a copy, or remove the line", path = path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// Its games have seeds by another rule.
    #[error("{path}: {OTHER_RULE}", path = path.display())]
    OtherSeeds {
        /// The file.
        path: PathBuf,
    },
    /// It belongs to something else.
    #[error("{path}: holds the games of another tournament or league ({found}); choose another folder", path = path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it belongs to.
        found: String,
    },
}

/// Takes a game of a log, with what makes an error of a reason why it is damaged.
pub(crate) type TakeLine<'t, T, E> = dyn FnMut(T, &dyn Fn(String) -> LogError) -> Result<(), E> + 't;

/// A log that games are added to.
#[derive(Debug)]
pub(crate) struct GameLog {
    path: PathBuf,
    file: File,
}

impl GameLog {
    /// Opens the log with this head, or begins it. `each` gets its games in their order.
    ///
    /// # Errors
    /// A file that cannot be read or written, is damaged, or belongs to something else, or `each` fails.
    pub(crate) fn open<T: DeserializeOwned, E: From<LogError>>(
        path: &Path,
        head: &LogHead,
        old: OldLogs,
        each: &mut TakeLine<'_, T, E>,
    ) -> Result<Self, E> {
        let io = |action| move |source| LogError::Io { path: path.to_owned(), action, source };
        if !old.has_begun(path).map_err(io("reading"))? {
            atomic_file::write(path, sealed(head).as_bytes()).map_err(io("writing"))?;
        }
        let mut lines = Lines::open(path).map_err(io("reading"))?;
        let mut bare = false;
        while let Some(bytes) = lines.next().map_err(io("reading"))? {
            let line = lines.number;
            let damaged = |reason| LogError::Line { path: path.to_owned(), line, reason };
            let text = std::str::from_utf8(&bytes).map_err(|error| damaged(error.to_string()))?;
            if line == 1 {
                bare = old == OldLogs::Bare && opened::<LogHead>(text, false).is_err();
                if !bare {
                    head.check(path, &opened(text, false).map_err(damaged)?)?;
                    continue;
                }
            }
            each(opened(text, bare).map_err(damaged)?, &damaged)?;
        }
        if lines.number == 0 {
            let reason = "there is no first line".to_owned();
            return Err(LogError::Line { path: path.to_owned(), line: 1, reason }.into());
        }
        let file = OpenOptions::new().append(true).open(path).map_err(io("writing"))?;
        file.set_len(lines.whole).map_err(io("writing"))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Adds a game; it is on the disk afterwards.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn add(&mut self, game: &impl Serialize) -> Result<(), LogError> {
        let written = self.file.write_all(sealed(game).as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|source| LogError::Io { path: self.path.clone(), action: "writing", source })
    }

    /// Returns the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl LogHead {
    /// Compares the head of a file with the one that it has to have.
    fn check(&self, path: &Path, found: &Self) -> Result<(), LogError> {
        if found == self {
            return Ok(());
        }
        if found.format == self.format && found.identity == self.identity && found.version < self.version {
            return Err(LogError::OtherSeeds { path: path.to_owned() });
        }
        let found = format!("{} version {}: {}", found.format, found.version, found.identity);
        Err(LogError::Foreign { path: path.to_owned(), found })
    }
}

/// Whole lines of a file.
struct Lines {
    reader: BufReader<File>,
    /// Lines so far.
    number: usize,
    /// Their bytes.
    whole: u64,
}

impl Lines {
    fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { reader: BufReader::new(File::open(path)?), number: 0, whole: 0 })
    }

    /// Returns the next line without its end; `None` after the last whole one.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let read = self.reader.read_until(b'\n', &mut bytes)?;
        if bytes.pop() != Some(b'\n') {
            return Ok(None);
        }
        self.number += 1;
        self.whole += read as u64;
        Ok(Some(bytes))
    }
}

/// A line with its checksum.
fn sealed(content: &impl Serialize) -> String {
    let json = serde_json::to_string(content).expect("plain data");
    let checksum = crc32fast::hash(json.as_bytes());
    format!("{json}\t{checksum:08x}\n")
}

/// Returns the content of a line whose checksum is right; a `bare` log may have lines without one.
fn opened<T: DeserializeOwned>(line: &str, bare: bool) -> Result<T, String> {
    let json = match line.rsplit_once('\t') {
        Some((json, checksum))
            if u32::from_str_radix(checksum, 16).ok() == Some(crc32fast::hash(json.as_bytes())) =>
        {
            json
        }
        Some(_) => return Err("the checksum is wrong".to_owned()),
        None if bare => line,
        None => return Err("the checksum is missing".to_owned()),
    };
    serde_json::from_str(json).map_err(|error| error.to_string())
}
