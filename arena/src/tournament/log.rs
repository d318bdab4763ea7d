//! The log of finished games, one line each.
//!
//! The file is text (`docs/reference/tournaments.md`): a first line that says what it belongs to, then a line for each game.
//! Every line is JSON, a tab, and the CRC-32 of the JSON in hexadecimal. Lines are only ever added; one that was
//! cut off by the end of the process is dropped with the game it held.

use std::{
    collections::{BTreeMap, HashMap},
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use damier_files::atomic_file;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    competitor::Cause,
    seeds::{OTHER_RULE, SEED_RULE},
};

/// Version of the format; 1 had the same lines, with games of other seeds.
const VERSION: u32 = SEED_RULE;
/// What the first line begins with.
const MAGIC: &str = "damier results";

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// The round of its encounter, from 1.
    pub round: u32,
    /// The place of its encounter in the round, from 1.
    pub board: u32,
    /// Its number in the encounter, from 0.
    pub game: usize,
    /// The player of each seat.
    pub seats: Vec<String>,
    /// What each seat got, 0..=1.
    pub shares: Vec<f64>,
    /// How it ended.
    pub ending: String,
    /// Its plies, those of the opening included.
    pub plies: usize,
    /// The game as text.
    pub text: String,
}

impl GameLine {
    /// Returns who forfeited the game, and by what kind of failure.
    pub fn forfeit(&self) -> Option<(&str, Cause)> {
        let by = |seat: &String| {
            let what = self.ending.strip_prefix(seat.as_str())?.strip_prefix(" forfeits: ")?;
            Cause::named(what.split(": ").next()?)
        };
        self.seats.iter().find_map(|seat| Some((seat.as_str(), by(seat)?)))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    format: String,
    version: u32,
    identity: String,
}

/// Why a file of finished games cannot be used.
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

/// Finished games, in memory and in a file.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    lines: Vec<GameLine>,
    places: HashMap<(u32, u32, usize), usize>,
}

impl Log {
    /// Opens the file of something with this identity, or begins it. A last line that was cut off is dropped.
    ///
    /// # Errors
    /// A file that cannot be read or written, is damaged, or belongs to something else.
    pub fn open(path: &Path, identity: &str) -> Result<Self, LogError> {
        let io = |action| {
            let path = path.to_owned();
            move |source| LogError::Io { path, action, source }
        };
        if !path.exists() {
            let head = Head { format: MAGIC.to_owned(), version: VERSION, identity: identity.to_owned() };
            atomic_file::write(path, sealed(&head).as_bytes()).map_err(io("writing"))?;
        }
        let bytes = std::fs::read(path).map_err(io("reading"))?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let damaged = |line: usize, reason: String| LogError::Line { path: path.to_owned(), line, reason };
        let text = std::str::from_utf8(&bytes[..whole]).map_err(|error| damaged(1, error.to_string()))?;
        let mut numbered = text.lines().zip(1..);
        let head: Head = match numbered.next() {
            Some((line, number)) => opened(line).map_err(|reason| damaged(number, reason))?,
            None => return Err(damaged(1, "there is no first line".to_owned())),
        };
        if head.format == MAGIC && head.version < VERSION && head.identity == identity {
            return Err(LogError::OtherSeeds { path: path.to_owned() });
        }
        if head.format != MAGIC || head.version != VERSION || head.identity != identity {
            let found = format!("{} version {}: {}", head.format, head.version, head.identity);
            return Err(LogError::Foreign { path: path.to_owned(), found });
        }
        let lines: Vec<GameLine> = numbered
            .map(|(line, number)| opened(line).map_err(|reason| damaged(number, reason)))
            .collect::<Result<_, _>>()?;
        let file = OpenOptions::new().append(true).open(path).map_err(io("writing"))?;
        file.set_len(whole as u64).map_err(io("writing"))?;
        let mut log = Self { path: path.to_owned(), file, lines: Vec::new(), places: HashMap::new() };
        lines.into_iter().for_each(|line| log.enter(line));
        Ok(log)
    }

    fn enter(&mut self, line: GameLine) {
        self.places.insert((line.round, line.board, line.game), self.lines.len());
        self.lines.push(line);
    }

    /// Adds a game, and hands it to the operating system.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, line: GameLine) -> Result<(), LogError> {
        let written = self.file.write_all(sealed(&line).as_bytes());
        written.map_err(|source| LogError::Io { path: self.path.clone(), action: "writing", source })?;
        self.enter(line);
        Ok(())
    }

    /// The games, in the order in which they ended.
    pub fn games(&self) -> &[GameLine] {
        &self.lines
    }

    /// The forfeits, in a line for people; `None` where there are none.
    pub fn forfeits(&self) -> Option<String> {
        let mut counts: BTreeMap<(&str, Cause), usize> = BTreeMap::new();
        self.lines.iter().filter_map(GameLine::forfeit).for_each(|one| *counts.entry(one).or_default() += 1);
        let told: Vec<String> =
            counts.iter().map(|((player, cause), count)| format!("{player} {count} × {cause}")).collect();
        (!told.is_empty()).then(|| format!("forfeits: {}", told.join(", ")))
    }

    /// A game by its place.
    pub fn game(&self, round: u32, board: u32, game: usize) -> Option<&GameLine> {
        self.places.get(&(round, board, game)).map(|at| &self.lines[*at])
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A line with its checksum.
fn sealed(content: &impl Serialize) -> String {
    let json = serde_json::to_string(content).expect("plain data");
    let checksum = crc32fast::hash(json.as_bytes());
    format!("{json}\t{checksum:08x}\n")
}

/// The content of a line whose checksum is right.
fn opened<T: for<'de> Deserialize<'de>>(line: &str) -> Result<T, String> {
    let (json, checksum) = line.rsplit_once('\t').ok_or("the checksum is missing")?;
    if u32::from_str_radix(checksum, 16).ok() != Some(crc32fast::hash(json.as_bytes())) {
        return Err("the checksum is wrong".to_owned());
    }
    serde_json::from_str(json).map_err(|error| error.to_string())
}
