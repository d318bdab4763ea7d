//! What the broker says: `broker.log`.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

/// A log beyond this size is put aside when the broker is started.
const PUT_ASIDE: u64 = 16 << 20;
/// The most that is read of what was said since a moment.
const MOST_READ: u64 = 1 << 16;
/// Lines of the end that a message shows.
const SHOWN: usize = 3;

/// The log from some moment on.
#[derive(Debug)]
pub(super) struct Log {
    path: PathBuf,
    from: u64,
}

impl Log {
    /// Returns the log from now on.
    pub(super) fn from_now(path: &Path) -> Self {
        Self { path: path.to_owned(), from: fs::metadata(path).map_or(0, |metadata| metadata.len()) }
    }

    /// Opens the log for a broker that is started, behind what is there already.
    pub(super) fn open(path: &Path) -> io::Result<File> {
        if fs::metadata(path).is_ok_and(|metadata| metadata.len() > PUT_ASIDE) {
            fs::rename(path, path.with_extension("log.old"))?;
        }
        OpenOptions::new().create(true).append(true).open(path)
    }

    /// Returns what was said since, the last 64 KiB of it.
    fn said(&self) -> io::Result<String> {
        let mut file = File::open(&self.path)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(self.from.max(length.saturating_sub(MOST_READ))))?;
        let mut bytes = Vec::new();
        file.take(MOST_READ).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns the last lines that were said since, in one line.
    pub(super) fn end(&self) -> String {
        let said = self.said().unwrap_or_else(|error| error.to_string());
        let lines: Vec<&str> = said.lines().map(message).filter(|line| !line.is_empty()).collect();
        match lines.len() {
            0 => "(it says nothing)".to_owned(),
            count => lines[count.saturating_sub(SHOWN)..].join("; "),
        }
    }

    /// Returns the message of the last line since that contains `part`.
    pub(super) fn line_with(&self, part: &str) -> Option<String> {
        let said = self.said().ok()?;
        said.lines().rfind(|line| line.contains(part)).map(|line| message(line).to_owned())
    }
}

/// Returns a line without process, time and level: `[7] 2026/11/29 18:23:00.116143 [ERR] message`.
fn message(line: &str) -> &str {
    let line = line.trim();
    let levels = ["[INF] ", "[WRN] ", "[ERR] ", "[FTL] "];
    levels.iter().find_map(|level| Some(line.split_once(level)?.1)).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_of_what_was_said_since() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("broker.log");
        let log = Log::from_now(&path);
        assert!(log.end().contains("No such file"), "{}", log.end());
        fs::write(&path, "[7] 2026/11/29 18:23:00.1 [INF] one\n").expect("written");
        assert_eq!(log.end(), "one");
        let log = Log::from_now(&path);
        assert_eq!(log.end(), "(it says nothing)");
        let mut file = Log::open(&path).expect("opened");
        io::Write::write_all(&mut file, b"a\n[7] x [ERR] Failed to b\n\nc\n[7] x [FTL] d\n")
            .expect("written");
        assert_eq!(log.end(), "Failed to b; c; d");
        assert_eq!(log.line_with("Failed"), Some("Failed to b".to_owned()));
        assert_eq!(log.line_with("one"), None);
    }

    #[test]
    fn a_large_log_is_put_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("broker.log");
        File::create(&path).expect("created").set_len(PUT_ASIDE + 1).expect("grown");
        let file = Log::open(&path).expect("opened");
        assert_eq!(file.metadata().expect("it is there").len(), 0);
        assert_eq!(fs::metadata(folder.path().join("broker.log.old")).expect("kept").len(), PUT_ASIDE + 1);
    }
}
