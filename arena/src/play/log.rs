//! Logs of finished games: text files of one line for each game.
//!
//! The first line says what the file belongs to. Every line is JSON, a tab, and the CRC-32 of the JSON in hexadecimal. Lines
//! are only ever added; a last one that was cut off is dropped with the game it held.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use damier_files::atomic_file;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use thiserror::Error;

use crate::seeds::OTHER_RULE;

/// Most bytes of a line: a game of 100,000 moves has fewer.
const MOST_LINE_BYTES: u64 = 64 << 20;
/// Bytes at the end of a line that tell it from others: the checksum.
const TAIL_BYTES: usize = 8;

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
            Ok(_) => Ok(Lines::open(path, 0)?.next()?.is_some()),
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
    /// A game that was there is gone.
    #[error("{path}: the file was changed while it was read ({reason}); read it again", path = path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// What is there now.
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

/// Takes a game of a log, with its place.
pub(crate) type TakeLine<'t, T, E> = dyn FnMut(T, &LinePlace<'_>) -> Result<(), E> + 't;

/// Where a line of a log is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinePlace<'p> {
    path: &'p Path,
    /// The line, from 1.
    line: usize,
    /// Its bytes, without the end of the line.
    pub(crate) span: LineSpan,
}

/// The bytes of a line in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineSpan {
    offset: u64,
    bytes: usize,
}

impl LinePlace<'_> {
    /// Returns the error of a line that is no game, for a reason.
    pub(crate) fn damaged(&self, reason: String) -> LogError {
        LogError::Line { path: self.path.to_owned(), line: self.line, reason }
    }
}

/// Reads a log, to which others may be adding games.
#[derive(Clone, Debug)]
pub(crate) struct LogReader {
    path: PathBuf,
    head: LogHead,
    old: OldLogs,
    /// Whether it has no first line.
    bare: bool,
    /// Lines that were read.
    number: usize,
    /// Their bytes.
    whole: u64,
    /// The last bytes of the last one: its checksum.
    tail: Vec<u8>,
}

impl LogReader {
    /// Creates the reader of a log with this head, at its beginning.
    pub(crate) fn new(path: &Path, head: LogHead, old: OldLogs) -> Self {
        Self { path: path.to_owned(), head, old, bare: false, number: 0, whole: 0, tail: Vec::new() }
    }

    /// Reads the whole lines that follow; `each` gets their games. A last line that is cut off is left for later.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or belongs to something else, or `each` fails.
    pub(crate) fn read<T: DeserializeOwned, E: From<LogError>>(
        &mut self,
        each: &mut TakeLine<'_, T, E>,
    ) -> Result<(), E> {
        let io = |source| LogError::Io { path: self.path.clone(), action: "reading", source };
        let mut lines = Lines::open(&self.path, self.whole).map_err(io)?;
        while let Some(bytes) = lines.next().map_err(io)? {
            let span = LineSpan { offset: self.whole, bytes: bytes.len() };
            let place = LinePlace { path: &self.path, line: self.number + 1, span };
            let text = std::str::from_utf8(&bytes).map_err(|error| place.damaged(error.to_string()))?;
            if self.number == 0 {
                self.bare = self.old == OldLogs::Bare && opened::<LogHead>(text, false).is_err();
            }
            if self.number == 0 && !self.bare {
                let found = opened(text, false).map_err(|reason| place.damaged(reason))?;
                self.head.check(&self.path, &found)?;
            } else {
                each(opened(text, self.bare).map_err(|reason| place.damaged(reason))?, &place)?;
            }
            self.number += 1;
            self.whole += bytes.len() as u64 + 1;
            self.tail = bytes[bytes.len().saturating_sub(TAIL_BYTES)..].to_vec();
        }
        Ok(())
    }

    /// Reads the line at a place that `each` of [`read`](Self::read) got.
    ///
    /// # Errors
    /// The file cannot be read, or the line is not there any more.
    pub(crate) fn line<T: DeserializeOwned>(&self, span: LineSpan) -> Result<T, LogError> {
        let io = |source| LogError::Io { path: self.path.clone(), action: "reading", source };
        let bytes = read_at(&self.path, span.offset, span.bytes).map_err(io)?;
        let gone = |reason| LogError::Changed { path: self.path.clone(), reason };
        let text = std::str::from_utf8(&bytes).map_err(|error| gone(error.to_string()))?;
        opened(text, self.bare).map_err(gone)
    }

    /// Returns the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether nothing was read.
    pub(crate) fn is_at_start(&self) -> bool {
        self.number == 0
    }

    /// Returns whether the file goes on from what was read; otherwise it was replaced.
    pub(crate) fn is_continued(&self) -> bool {
        let tail = self.tail.len();
        let end = self.whole.saturating_sub(1);
        let found = read_at(&self.path, end.saturating_sub(tail as u64), tail);
        found.is_ok_and(|found| found == self.tail)
    }
}

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
        let mut reader = LogReader::new(path, head.clone(), old);
        reader.read(each)?;
        if reader.number == 0 {
            let reason = "there is no first line".to_owned();
            return Err(LogError::Line { path: path.to_owned(), line: 1, reason }.into());
        }
        let file = OpenOptions::new().append(true).open(path).map_err(io("writing"))?;
        file.set_len(reader.whole).map_err(io("writing"))?;
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

/// Returns the first line of a log.
///
/// # Errors
/// The file cannot be read, or has no such line.
pub(crate) fn read_head(path: &Path) -> Result<LogHead, LogError> {
    let io = |source| LogError::Io { path: path.to_owned(), action: "reading", source };
    let damaged = |reason| LogError::Line { path: path.to_owned(), line: 1, reason };
    let line = Lines::open(path, 0).and_then(|mut lines| lines.next()).map_err(io)?;
    let line = line.ok_or_else(|| damaged("there is no first line".to_owned()))?;
    let text = std::str::from_utf8(&line).map_err(|error| damaged(error.to_string()))?;
    opened(text, false).map_err(damaged)
}

/// Reads bytes of a file.
fn read_at(path: &Path, offset: u64, bytes: usize) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(offset))?;
    let mut found = vec![0; bytes];
    file.read_exact(&mut found)?;
    Ok(found)
}

/// Whole lines of a file.
struct Lines {
    reader: BufReader<File>,
}

impl Lines {
    /// Opens a file at an offset.
    fn open(path: &Path, offset: u64) -> io::Result<Self> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(offset))?;
        Ok(Self { reader: BufReader::new(file) })
    }

    /// Returns the next line without its end; `None` after the last whole one.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let mut line = (&mut self.reader).take(MOST_LINE_BYTES);
        line.read_until(b'\n', &mut bytes)?;
        if bytes.len() as u64 == MOST_LINE_BYTES && bytes.last() != Some(&b'\n') {
            let reason = format!("a line has more than {} MiB", MOST_LINE_BYTES >> 20);
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        Ok((bytes.pop() == Some(b'\n')).then_some(bytes))
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
