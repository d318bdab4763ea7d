//! What an engine says, kept on request.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

/// The longest transcript; an engine that says more is not kept to the end.
const MOST_BYTES: u64 = 256 << 20;
/// Files of one engine that can lie side by side.
const MOST_FILES: usize = 1_000_000;

/// Who said something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// The arena, to the engine.
    Arena,
    /// The engine, in its protocol.
    Engine,
    /// The engine, on its standard error or on an output that is not the protocol's.
    Other,
}

/// A file of lines with their times, or nothing at all.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript(Option<Arc<Mutex<TranscriptFile>>>);

#[derive(Debug)]
struct TranscriptFile {
    file: File,
    begun: Instant,
    bytes: u64,
}

impl Transcript {
    /// A new file in `folder`, `NAME-N.log` with the first free number.
    pub(super) fn begin(folder: &Path, name: &str) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let plain =
            |letter: char| if letter.is_alphanumeric() || "-_.".contains(letter) { letter } else { '-' };
        let name: String = name.chars().map(plain).collect();
        for number in 1..=MOST_FILES {
            match File::create_new(folder.join(format!("{name}-{number}.log"))) {
                Ok(file) => {
                    let file = TranscriptFile { file, begun: Instant::now(), bytes: 0 };
                    return Ok(Self(Some(Arc::new(Mutex::new(file)))));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("too many transcripts of one engine"))
    }

    /// Adds a line: seconds since the beginning, `>` for the arena, `<` for the engine, `!` for what it says
    /// aside.
    pub(super) fn note(&self, origin: Origin, line: &str) {
        let Some(file) = &self.0 else { return };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.bytes > MOST_BYTES {
            return;
        }
        let sign = match origin {
            Origin::Arena => '>',
            Origin::Engine => '<',
            Origin::Other => '!',
        };
        let text = format!("{:.4} {sign} {line}\n", file.begun.elapsed().as_secs_f64());
        file.bytes += text.len() as u64;
        // A transcript that cannot be written ends no match.
        let _ = file.file.write_all(text.as_bytes());
    }
}
