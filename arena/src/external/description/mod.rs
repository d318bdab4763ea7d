//! What is known about an engine before it is started.

mod dxp;
mod error;
mod option_value;
mod protocol;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use damier_engine::{time::parse_duration, toml_message::in_plain_words};
use serde::{Deserialize, Deserializer, de::Error as _};

pub use self::{
    dxp::{Dxp, DxpRole},
    error::DescriptionError,
    option_value::OptionValue,
    protocol::EngineProtocol,
};

use crate::competitor::{DEFAULT_MEMORY_MIB, ODDS_UNIT};

/// In an argument, stands for the port of DamExchange.
pub(super) const PORT: &str = "{port}";
/// In a chat of DamExchange, stands for the time of a move.
pub(super) const MILLISECONDS: &str = "{milliseconds}";

/// An engine of others: one TOML file. Unknown keys are refused.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// What it is called here; without one, the name of the file.
    #[serde(default)]
    pub name: String,
    /// What it speaks.
    pub protocol: EngineProtocol,
    /// The program: a name that is looked up in `PATH`, or a path, which counts from `directory` where it is
    /// relative.
    pub command: String,
    /// What it is started with; `{port}` stands for the port of DamExchange.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Where it runs, counted from the file's folder; without one, where this program runs.
    #[serde(default)]
    pub directory: Option<PathBuf>,
    /// Variables of its environment, beside those of this program.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// Threads that it has to search with; without a number no option is set.
    #[serde(default)]
    pub threads: Option<u32>,
    /// Memory for its table in MiB, set where its protocol can; without a number it is what all competitors
    /// have ([`DEFAULT_MEMORY_MIB`](crate::competitor::DEFAULT_MEMORY_MIB)), unless `options` say otherwise.
    #[serde(default)]
    pub memory: Option<u32>,
    /// Memory in MiB where neither `memory` nor `options` says how much; no key of the file.
    #[serde(skip, default = "default_memory")]
    pub default_memory: u32,
    /// Hundredths of a pawn or a man, as it counts them, that multiply the odds by *e*.
    #[serde(default = "score_scale")]
    pub score_scale: f64,
    /// Gomocup only: whether stones of `SWAP2BOARD` say whose they are, as those of `BOARD` do. The protocol sends them
    /// without.
    #[serde(default)]
    pub swap2_owners: bool,
    /// Files that it needs, counted from the folder of its program; without them it is not started.
    #[serde(default)]
    pub requires: Vec<PathBuf>,
    /// Where the program and its files come from: told where one of them is missing.
    #[serde(default)]
    pub hint: Option<String>,
    /// What its own program name has to contain, so that results belong to the program and version meant.
    #[serde(default)]
    pub introduces: Option<String>,
    /// Whether it is started once or for every game.
    #[serde(default)]
    pub process: Lifetime,
    /// Until then it has to be ready after its start.
    #[serde(default = "start_timeout", deserialize_with = "duration")]
    pub start_timeout: Duration,
    /// So long it may take to answer a question, and for a move beyond the time it has.
    #[serde(default = "reply_timeout", deserialize_with = "duration")]
    pub reply_timeout: Duration,
    /// So long a move without a limit of time may take.
    #[serde(default = "move_timeout", deserialize_with = "duration")]
    pub move_timeout: Duration,
    /// Options in the words of its protocol.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// How it is met over DamExchange.
    #[serde(default)]
    pub dxp: Dxp,
}

/// When an engine is started.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lifetime {
    /// Once for all games of a thread, and again after a failure.
    #[default]
    Match,
    /// For every game.
    Game,
}

fn default_memory() -> u32 {
    DEFAULT_MEMORY_MIB
}

fn score_scale() -> f64 {
    ODDS_UNIT
}

fn start_timeout() -> Duration {
    Duration::from_secs(20)
}

fn reply_timeout() -> Duration {
    Duration::from_secs(5)
}

fn move_timeout() -> Duration {
    Duration::from_secs(600)
}

fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    parse_duration(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

impl Description {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or says something that makes no sense.
    pub fn read(file: &Path) -> Result<Self, DescriptionError> {
        let error = |line, reason| DescriptionError { file: file.to_owned(), line, reason };
        let text = fs::read_to_string(file).map_err(|cause| {
            error(None, format!("{cause}; an engine is described by a TOML file, see engines/"))
        })?;
        let mut read: Self = toml::from_str(&text).map_err(|wrong| {
            let line = wrong.span().map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            error(line, in_plain_words(wrong.message()))
        })?;
        if read.name.is_empty() {
            read.name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        }
        let folder = file.parent().unwrap_or(Path::new(""));
        read.directory = read.directory.map(|directory| folder.join(directory));
        read.check().map_err(|(key, reason)| {
            let line = text.lines().position(|line| line.trim_start().starts_with(key)).map(|line| line + 1);
            error(line, reason)
        })?;
        Ok(read)
    }

    /// Adds `options`, which take the place of those of the same names.
    ///
    /// # Errors
    /// Its protocol has none.
    pub fn set_options(&mut self, options: &BTreeMap<String, OptionValue>) -> Result<(), String> {
        self.options.extend(options.iter().map(|(name, value)| (name.clone(), value.clone())));
        self.check().map_err(|(_, reason)| reason)
    }

    /// A key that makes no sense, and why.
    fn check(&self) -> Result<(), (&'static str, String)> {
        let takes_port = self.arguments.iter().any(|argument| argument.contains(PORT));
        if self.command.trim().is_empty() {
            return Err(("command", "command is empty; it is the program's name or path".to_owned()));
        }
        if self.threads == Some(0) {
            return Err(("threads", "threads = 0; an engine searches with one or more".to_owned()));
        }
        if self.memory == Some(0) {
            return Err(("memory", "memory = 0; an engine needs one MiB or more".to_owned()));
        }
        if self.memory.is_some() && !self.protocol.tells_memory() {
            let reason = format!("{} has no word for it; use options or arguments", self.protocol);
            return Err(("memory", reason));
        }
        if !(self.score_scale.is_finite() && self.score_scale > 0.0) {
            return Err(("score_scale", format!("score_scale = {}; it is above 0", self.score_scale)));
        }
        if self.swap2_owners && self.protocol != EngineProtocol::Gomocup {
            let reason = "swap2_owners is for protocol = \"gomocup\" only; remove it".to_owned();
            return Err(("swap2_owners", reason));
        }
        let asks = !self.options.is_empty() || self.threads.is_some_and(|threads| threads > 1);
        if self.protocol == EngineProtocol::Xboard1 && asks {
            let key = if self.options.is_empty() { "threads" } else { "[options]" };
            return Err((key, "CECP 1 has no options; use the program's arguments or files".to_owned()));
        }
        if self.protocol != EngineProtocol::Dxp {
            if self.dxp != Dxp::default() {
                return Err(("[dxp]", "[dxp] is for protocol = \"dxp\" only; remove it".to_owned()));
            }
            if takes_port {
                return Err(("arguments", format!("{PORT} is for protocol = \"dxp\" only")));
            }
            return Ok(());
        }
        if !self.options.is_empty() || self.threads.is_some() {
            let key = if self.options.is_empty() { "threads" } else { "[options]" };
            return Err((key, "DamExchange has no options; use the program's arguments or files".to_owned()));
        }
        match (self.dxp.port, takes_port) {
            (None, false) => Err((
                "protocol",
                format!("the port is missing: {PORT} in arguments, or port = 27531 under [dxp]"),
            )),
            (Some(_), true) => {
                Err(("port", format!("the port is fixed, and {PORT} in arguments too: one of them")))
            }
            _ => match &self.dxp.move_time_chat {
                Some(chat) if !chat.contains(MILLISECONDS) => {
                    Err(("move_time_chat", format!("the chat has to contain {MILLISECONDS}")))
                }
                _ => Ok(()),
            },
        }
    }

    /// Returns the only game that its protocol knows; `None` where there are several.
    pub fn only_game(&self) -> Option<&'static str> {
        self.protocol.only_game()
    }

    /// Returns the memory that it is given, in MiB.
    pub fn memory_mib(&self) -> u32 {
        self.memory.unwrap_or(self.default_memory)
    }

    /// Returns the path of its program, beside which the files are that it requires.
    ///
    /// # Errors
    /// There is no program, or a file is missing, and how they are found.
    pub fn program(&self) -> Result<PathBuf, String> {
        let hinted = |reason: String| match &self.hint {
            Some(hint) => format!("{reason}; {}", hint.trim()),
            None => reason,
        };
        let program = self.find_program().map_err(hinted)?;
        // A link in PATH is not where the files are.
        let whole = program.canonicalize().unwrap_or_else(|_| program.clone());
        let folders = [&whole, &program].map(|path| path.parent().unwrap_or(Path::new("")));
        let missing = |file: &&PathBuf| !folders.iter().any(|folder| folder.join(file.as_path()).is_file());
        match self.requires.iter().find(missing) {
            None => Ok(program),
            Some(file) => {
                Err(hinted(format!("it needs the file {} in {}", file.display(), folders[0].display())))
            }
        }
    }

    fn find_program(&self) -> Result<PathBuf, String> {
        let command = Path::new(&self.command);
        let directory = self.directory.as_deref().unwrap_or(Path::new(""));
        if !directory.as_os_str().is_empty() && !directory.is_dir() {
            return Err(format!("directory {} does not exist", directory.display()));
        }
        if command.components().count() > 1 {
            let path = directory.join(command);
            // The process is started in its directory, from which a relative path would be another one.
            let whole = path.canonicalize().map_err(|error| {
                format!(
                    "command {}: {error}; where is it? directory=DIR or command=PATH says so",
                    path.display()
                )
            })?;
            return if whole.is_file() { Ok(whole) } else { Err(format!("{}: no program", path.display())) };
        }
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let mut found = std::env::split_paths(&folders).map(|folder| folder.join(command));
        found.find(|path| path.is_file()).ok_or_else(|| {
            format!(
                "command {:?} is in no folder of PATH; install it, or give its path by command=PATH",
                self.command
            )
        })
    }
}
