//! What happened in a fleet, in the folder of a run: `fleet.jsonl`, a line for each event.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use damier_arena::utc;
use damier_selfplay::RemoteFigures;
use serde::Serialize;

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event<'a> {
    /// The first result of a worker was taken.
    Joined {
        /// Its name.
        worker: &'a str,
    },
    /// A result was not taken.
    ResultRefused {
        /// The name of the worker that sent it.
        worker: &'a str,
        /// The first of its games, and the last.
        games: [u64; 2],
        /// What is wrong with it.
        reason: &'a str,
    },
    /// Nothing of a worker is taken any more.
    Banned {
        /// Its name.
        worker: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// Games that a banned worker had sent before were played again: those of self-play by others, those of a match here.
    Undone {
        /// Its name.
        worker: &'a str,
        /// Their number.
        games: u64,
    },
    /// Items were issued again, because nothing came for a while.
    IssuedAgain {
        /// Their number.
        items: u64,
    },
    /// Copies of items that are out for long were issued to other workers.
    Copied {
        /// Their number.
        items: u64,
    },
    /// The broker had lost its files, and got them again.
    BrokerAnew {
        /// Their number: nets and openings.
        files: u64,
    },
    /// The games cannot be had, and the run ends.
    Alarm {
        /// Why.
        reason: &'a str,
    },
    /// All games of an order are there.
    Played(&'a RemoteFigures),
}

/// A line: when it happened, in which games, and what.
#[derive(Serialize)]
struct Line<'a> {
    time: String,
    of: &'a str,
    #[serde(flatten)]
    event: &'a Event<'a>,
}

/// A file of events. It has one writer: the process that works in the folder of the run.
#[derive(Debug)]
pub struct EventLog {
    path: PathBuf,
    /// Opened by the first event.
    file: Mutex<Option<File>>,
}

impl EventLog {
    /// Returns the log in a file, to which its first event makes the file where there is none.
    pub fn at(path: PathBuf) -> Self {
        Self { path, file: Mutex::new(None) }
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds an event with the present time; `of` says of which games it is.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&self, of: &str, event: &Event<'_>) -> io::Result<()> {
        let line = Line { time: utc::rfc_3339(utc::seconds_now()), of, event };
        let mut line = serde_json::to_string(&line).expect("plain data");
        line.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let file = match &mut *file {
            Some(file) => file,
            none => none.insert(open(&self.path)?),
        };
        file.write_all(line.as_bytes())
    }
}

/// Opens a file for more lines, and ends one that a kill cut off.
fn open(path: &Path) -> io::Result<File> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            file.write_all(b"\n")?;
        }
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_line_that_was_cut_off_costs_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("fleet.jsonl");
        EventLog::at(path.clone()).add("a run", &Event::Joined { worker: "anna" }).expect("written");
        let whole = fs::read_to_string(&path).expect("read");
        assert!(whole.ends_with("\"of\":\"a run\",\"event\":\"joined\",\"worker\":\"anna\"}\n"), "{whole}");
        fs::write(&path, format!("{whole}{}", &whole[..20])).expect("written");
        let log = EventLog::at(path.clone());
        let refused = Event::ResultRefused { worker: "eve", games: [4, 7], reason: "game 5\nis \"wrong\"" };
        let figures = RemoteFigures { workers: 2, waited: 0.5, ..RemoteFigures::default() };
        for event in [refused, Event::Alarm { reason: "no" }, Event::Played(&figures)] {
            log.add("a run", &event).expect("written");
        }
        let text = fs::read_to_string(&path).expect("read");
        let lines: Vec<_> = text.lines().map(serde_json::from_str::<serde_json::Value>).collect();
        assert_eq!(lines.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true, true, true]);
        let last = lines[4].as_ref().expect("an event");
        assert_eq!(
            (&last["event"], &last["workers"], &last["waited"]),
            (&"played".into(), &2.into(), &0.5.into())
        );
    }
}
