//! What is known about an engine before it is started.

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
    time::Duration,
};

use damier_engine::time::parse_duration;
use damier_protocol::{Protocol, server::games_of};
use damier_rules::Dialect;
use serde::{Deserialize, Deserializer, de::Error as _};
use thiserror::Error;

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
    pub protocol: Language,
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
    /// Threads that it is told to search with; without a number it is told nothing.
    #[serde(default)]
    pub threads: Option<u32>,
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

/// What an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// UCI.
    Uci,
    /// Hub, version 2.
    Hub,
    /// Hub, version 1.
    Hub1,
    /// Gomocup's protocol.
    Gomocup,
    /// DamExchange.
    Dxp,
    /// Our own protocol.
    Damier,
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

/// How an engine is met over DamExchange.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dxp {
    /// Who waits for the other.
    #[serde(default)]
    pub role: DxpRole,
    /// Its port where it cannot be told one; such an engine plays one game at a time.
    #[serde(default)]
    pub port: Option<u16>,
    /// A chat that tells it the time of a move, which the protocol cannot; `{milliseconds}` stands for it.
    #[serde(default)]
    pub move_time_chat: Option<String>,
}

/// Who waits for the other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DxpRole {
    /// The engine waits.
    #[default]
    Listens,
    /// The engine connects to us.
    Connects,
}

/// The value of an option.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// `true` or `false`.
    Switch(bool),
    /// A whole number.
    Whole(i64),
    /// A number.
    Real(f64),
    /// A text; empty presses a button.
    Text(String),
}

/// Why there is no engine: file, line, remedy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{}: {reason}", file.display(), line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct DescriptionError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: Option<usize>,
    /// What is wrong and what would be right.
    pub reason: String,
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
            error(line, wrong.message().replace('\n', " "))
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

    /// A key that makes no sense, and why.
    fn check(&self) -> Result<(), (&'static str, String)> {
        let takes_port = self.arguments.iter().any(|argument| argument.contains(PORT));
        if self.command.trim().is_empty() {
            return Err(("command", "command is empty; it is the program's name or path".to_owned()));
        }
        if self.threads == Some(0) {
            return Err(("threads", "threads = 0; an engine searches with one or more".to_owned()));
        }
        if self.protocol != Language::Dxp {
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

    /// The only game that its protocol knows; `None` where there are several.
    pub fn only_game(&self) -> Option<&'static str> {
        let protocol = match self.protocol {
            Language::Uci => Protocol::Uci,
            Language::Hub | Language::Dxp => Protocol::Hub,
            Language::Hub1 => return games_of(Protocol::Hub).first().copied(),
            Language::Gomocup => Protocol::Gomocup,
            Language::Damier => Protocol::Native,
        };
        let games = games_of(protocol);
        if let [game] = games[..] { Some(game) } else { None }
    }

    /// The path of its program.
    ///
    /// # Errors
    /// There is none, and how it is found.
    pub fn program(&self) -> Result<PathBuf, String> {
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

impl fmt::Display for OptionValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(value) => value.fmt(out),
            Self::Whole(value) => value.fmt(out),
            Self::Real(value) => value.fmt(out),
            Self::Text(value) => out.write_str(value),
        }
    }
}

impl Language {
    /// How games are written in it; `None` for every game's own way.
    pub fn dialect(self) -> Option<Dialect> {
        match self {
            Self::Uci => Some(Dialect::Uci),
            Self::Hub | Self::Hub1 | Self::Dxp => Some(Dialect::Hub),
            Self::Gomocup => Some(Dialect::Gomocup),
            Self::Damier => None,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Uci => "UCI",
            Self::Hub => "Hub 2",
            Self::Hub1 => "Hub 1",
            Self::Gomocup => "Gomocup's protocol",
            Self::Dxp => "DamExchange",
            Self::Damier => "damier's protocol",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Description, DescriptionError> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("some-engine.toml");
        fs::write(&file, text).expect("written");
        Description::read(&file)
    }

    #[test]
    fn little_is_enough_and_everything_can_be_said() {
        let least = read("protocol = \"uci\"\ncommand = \"engine\"").expect("enough");
        assert_eq!(
            (least.name.as_str(), least.process, least.threads),
            ("some-engine", Lifetime::Match, None)
        );
        let most = read(
            "name = \"x\"\nprotocol = \"dxp\"\ncommand = \"./x\"\narguments = [\"-p\", \"{port}\"]\ndirectory = \"d\"\n\
             introduces = \"X 1\"\nprocess = \"game\"\nstart_timeout = \"1m\"\nreply_timeout = \"500ms\"\n\
             move_timeout = \"1h\"\nenvironment = { A = \"b\" }\n[dxp]\nrole = \"connects\"\n\
             move_time_chat = \"time {milliseconds}\"",
        )
        .expect("all of it");
        assert_eq!((most.reply_timeout, most.dxp.role), (Duration::from_millis(500), DxpRole::Connects));
        let directory = most.directory.expect("a directory");
        assert!(directory.is_absolute() && directory.ends_with("d"), "{directory:?}");
        let options =
            read("protocol = \"uci\"\ncommand = \"e\"\n[options]\nHash = 64\nPonder = false\nBook = \"\"");
        let values = options.expect("options").options.values().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(values, ["", "64", "false"]);
    }

    #[test]
    fn errors_name_file_line_and_remedy() {
        for (text, line, part) in [
            ("protocol = \"uci\"\ncomand = \"x\"", Some(2), "unknown field `comand`"),
            ("protocol = \"cecp\"\ncommand = \"x\"", Some(1), "uci"),
            ("command = \"x\"", None, "protocol"),
            ("protocol = \"uci\"\ncommand = \"x\"\nreply_timeout = \"5\"", Some(3), "200ms"),
            ("protocol = \"uci\"\ncommand = \" \"", Some(2), "command is empty"),
            ("protocol = \"uci\"\ncommand = \"x\"\nthreads = 0", Some(3), "one or more"),
            ("protocol = \"uci\"\ncommand = \"x\"\n[dxp]\nport = 5", Some(3), "remove it"),
            ("protocol = \"dxp\"\ncommand = \"x\"", Some(1), "port = 27531"),
            (
                "protocol = \"dxp\"\ncommand = \"x\"\n[dxp]\nport = 1\nmove_time_chat = \"t\"",
                Some(5),
                "{milliseconds}",
            ),
            ("protocol = \"dxp\"\ncommand = \"x\"\n[options]\na = 1\n[dxp]\nport = 1", Some(3), "no options"),
            ("protocol = ", Some(1), ""),
        ] {
            let error = read(text).expect_err(text);
            assert!(line.is_none() || error.line == line, "{text:?}: {error}");
            let text = error.to_string();
            assert!(
                text.contains("some-engine.toml") && text.contains(part) && !text.contains('\n'),
                "{text}"
            );
        }
        let missing = Description::read(Path::new("/no/such.toml")).expect_err("missing").to_string();
        assert!(missing.contains("/no/such.toml") && missing.contains("engines/"), "{missing}");
    }

    #[test]
    fn programs_are_found_or_the_way_to_them_is_told() {
        let of = |command: &str| read(&format!("protocol = \"uci\"\ncommand = \"{command}\"")).expect("read");
        assert!(of("sh").program().expect("a shell").is_file());
        assert!(of("/bin/sh").program().is_ok());
        assert!(of("no-such-program-anywhere").program().is_err_and(|error| error.contains("command=PATH")));
        assert!(of("./no/such").program().is_err_and(|error| error.contains("no/such")));
    }
}
