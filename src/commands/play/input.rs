//! Lines from a person: edited on a terminal, with history and completion, plain otherwise.

use std::io::{self, BufRead as _, IsTerminal as _};

use rustyline::{
    CompletionType, Config, Context, Editor, Helper,
    completion::{Completer, FilenameCompleter, Pair},
    config::BellStyle,
    error::ReadlineError,
    highlight::Highlighter,
    hint::Hinter,
    history::MemHistory,
    validate::Validator,
};

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Text(String),
    /// The end of the input: Ctrl-D, or the end of what is piped in.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// Where lines come from.
pub(super) enum Input {
    /// A terminal.
    Edited(Box<Editor<Words, MemHistory>>),
    /// Standard input as it comes; `echo` says whether the lines have to be written, for nothing shows them otherwise.
    Plain { echo: bool },
}

impl Input {
    /// Returns standard input: edited where it and the output are a terminal that can do that.
    pub(super) fn new(places_cursor: bool) -> Self {
        let is_terminal = io::stdin().is_terminal();
        if !(is_terminal && io::stdout().is_terminal() && places_cursor) {
            return Self::Plain { echo: !is_terminal };
        }
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .bell_style(BellStyle::None)
            .build();
        let history = MemHistory::with_config(&config);
        match Editor::with_history(config, history) {
            Ok(mut editor) => {
                editor.set_helper(Some(Words { words: Vec::new(), files: FilenameCompleter::new() }));
                Self::Edited(Box::new(editor))
            }
            Err(_) => Self::Plain { echo: false },
        }
    }

    /// Whether it writes the prompt itself, for it edits the line behind it.
    pub(super) fn edits_lines(&self) -> bool {
        matches!(self, Self::Edited(_))
    }

    /// Whether the lines read have to be written for people to see them.
    pub(super) fn echoes(&self) -> bool {
        matches!(self, Self::Plain { echo: true })
    }

    /// Sets the words that complete what is typed.
    pub(super) fn complete_by(&mut self, words: Vec<String>) {
        if let Self::Edited(editor) = self
            && let Some(helper) = editor.helper_mut()
        {
            helper.words = words;
        }
    }

    /// Reads the next line. Bytes that are not UTF-8 are replaced.
    pub(super) fn read(&mut self, prompt: &str) -> io::Result<Line> {
        match self {
            Self::Edited(editor) => match editor.readline(prompt) {
                Ok(text) => Ok(Line::Text(text)),
                Err(ReadlineError::Eof) => Ok(Line::End),
                Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
                Err(ReadlineError::Io(error)) => Err(error),
                Err(other) => Err(io::Error::other(other.to_string())),
            },
            Self::Plain { .. } => {
                let mut bytes = Vec::new();
                if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(Line::End);
                }
                Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
            }
        }
    }
}

/// Completes commands, moves, and the names of files.
pub(super) struct Words {
    words: Vec<String>,
    files: FilenameCompleter,
}

/// Commands that are followed by the name of a file.
const WITH_FILES: [&str; 2] = ["save ", "load "];

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line[..at].trim_start();
        if WITH_FILES.iter().any(|command| typed.to_ascii_lowercase().starts_with(command)) {
            return self.files.complete(line, at, context);
        }
        let typed_small = typed.to_lowercase();
        let alike = self.words.iter().filter(|word| word.to_lowercase().starts_with(&typed_small));
        let pair = |word: &String| Pair { display: word.clone(), replacement: word.clone() };
        Ok((at - typed.len(), alike.map(pair).collect()))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}

impl Hinter for Words {
    type Hint = String;
}
