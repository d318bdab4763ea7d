//! What an engine can do wrong.

use std::{
    io::{self, Write},
    process::{Command, exit},
    str::FromStr,
    thread,
    time::Duration,
};

/// Longer than any test.
const FOR_EVER: Duration = Duration::from_secs(3600);
/// How long a slow move takes.
const SLOW: Duration = Duration::from_millis(1500);
/// Lines of a flood that are written at once.
const FLOODED_LINES: usize = 1000;
/// The exit status of a crash.
const CRASHED: i32 = 3;
/// The number of the standard output.
#[cfg(unix)]
const STDOUT: i32 = 1;
/// The file that tells the process that an orphan-maker leaves behind.
const ORPHAN_FILE: &str = "ROGUE_ORPHAN";

/// What it does wrong, and from which move on.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    kind: String,
    from: u32,
}

const KINDS: [&str; 17] = [
    "none",
    "crash-start",
    "hang-start",
    "stranger",
    "liar",
    "crash",
    "hang",
    "illegal",
    "slow",
    "mute",
    "flood",
    "endless",
    "noise",
    "close",
    "orphan",
    "resign",
    "unfinished",
];

impl FromStr for Trouble {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, from) = text.split_once('@').unwrap_or((text, "1"));
        if !KINDS.contains(&kind) {
            return Err(format!("{kind:?} is no trouble; there are {}", KINDS.join(", ")));
        }
        let from = from.parse().map_err(|_| format!("{text:?}: which move?"))?;
        Ok(Self { kind: kind.to_owned(), from })
    }
}

impl Trouble {
    /// What happens before the first word.
    pub(crate) fn at_start(&self) {
        match self.kind.as_str() {
            "crash-start" => {
                let _ = writeln!(io::stderr(), "no data files here");
                exit(CRASHED);
            }
            // It reads nothing, either.
            "hang-start" => thread::sleep(FOR_EVER),
            "stranger" => {
                let _ = writeln!(io::stdout(), "Welcome to another game!");
                thread::sleep(FOR_EVER);
            }
            _ => {}
        }
    }
}

/// An output that passes lines on, and spoils some of them.
pub(crate) struct Mischief<W> {
    out: W,
    trouble: Trouble,
    end: u8,
    line: Vec<u8>,
    moves: u32,
}

impl<W: Write> Mischief<W> {
    pub(crate) fn new(out: W, trouble: Trouble, end: u8) -> Self {
        Self { out, trouble, end, line: Vec::new(), moves: 0 }
    }

    fn finish_line(&mut self) -> io::Result<()> {
        let mut line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
        if let Some(spoilt) = illegal(&line) {
            self.moves += 1;
            if self.moves >= self.trouble.from {
                self.misbehave(&mut line, spoilt)?;
            }
        } else if self.trouble.kind == "liar" && (line.starts_with("id ") || line.contains("name=\"")) {
            line = line.replace("damier", "Deep Thought");
        }
        if self.trouble.kind == "unfinished" && line == "feature done=1" {
            return Ok(());
        }
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(&[self.end])?;
        self.out.flush()
    }

    fn misbehave(&mut self, line: &mut String, illegal: String) -> io::Result<()> {
        match self.trouble.kind.as_str() {
            "crash" => exit(CRASHED),
            "hang" => thread::sleep(FOR_EVER),
            "illegal" => *line = illegal,
            "slow" => thread::sleep(SLOW),
            "resign" => *line = "resign".to_owned(),
            "mute" => *line = "nothing to say".to_owned(),
            "flood" => {
                let mut lines = b"info string here is some more to read for you".to_vec();
                lines.push(self.end);
                let lines = lines.repeat(FLOODED_LINES);
                loop {
                    self.out.write_all(&lines)?;
                }
            }
            "endless" => loop {
                self.out.write_all(&[b'x'; 4096])?;
            },
            "noise" => {
                // Every byte but the ends of lines, again and again.
                let noise: Vec<u8> = (0..=255).filter(|byte| ![0, b'\n', b'\r'].contains(byte)).collect();
                (0..20).try_for_each(|_| {
                    self.out.write_all(&noise)?;
                    self.out.write_all(&[self.end])
                })?;
                self.out.flush()?;
                thread::sleep(FOR_EVER);
            }
            "close" => {
                #[cfg(unix)]
                nix::unistd::close(STDOUT).map_err(io::Error::from)?;
                thread::sleep(FOR_EVER);
            }
            "orphan" => {
                // A child of its own keeps the output open.
                let child = Command::new("sleep").arg(FOR_EVER.as_secs().to_string()).spawn()?;
                if let Ok(file) = std::env::var(ORPHAN_FILE) {
                    std::fs::write(file, child.id().to_string())?;
                }
                exit(CRASHED);
            }
            _ => {}
        }
        Ok(())
    }
}

/// The same line with a move that is none; `None` for a line that tells no move.
fn illegal(line: &str) -> Option<String> {
    let starts = |start: &str| line.starts_with(start);
    if starts("bestmove ") {
        Some("bestmove a1a1".to_owned())
    } else if starts("done") {
        Some("done move=1-1".to_owned())
    } else if starts("move ") {
        Some("move a1a1".to_owned())
    } else if starts("best ") {
        Some("best move=nonsense".to_owned())
    } else if starts("M0") {
        Some("M0000010100".to_owned())
    } else if line.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok()) {
        Some("77,77".to_owned())
    } else {
        None
    }
}

impl<W: Write> Write for Mischief<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            if *byte == self.end {
                self.finish_line()?;
            } else {
                self.line.push(*byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
