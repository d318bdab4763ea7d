//! Competitors in one line of text.
//!
//! - `random`, `greedy`: no search, and a search of one ply.
//! - `ab:material`, `ab:net=PATH`: alpha-beta. With more than two players `ab:material` is the paranoid search.
//! - `mcts:net=PATH`, `mcts:material`: tree search; `threads=N` search in it, and `level=1` to `level=20` (full strength)
//!   or `elo=600` to `elo=2800` weaken it. Weakened it has the simulations or nodes of its level in place of the match's
//!   pace.
//! - `suited:net=PATH`, `suited:material`, with the same items: the search that suits the game, as `damier engine` plays,
//!   alpha-beta or tree search ([`SearchHeuristics::suited_search`](damier_rules::SearchHeuristics::suited_search)).
//! - `ab`, `mcts` and `suited` without `material` or `net=PATH` have the net of the game that comes with damier.
//! - `contempt=N`, -100 to 100 percent, makes draws worth less than half a point to any of them, or more below zero.
//! - `endgames=DIR` lets all of them ask the endgame tables of a folder.
//! - `book=FILE` has the engine's searches, `mcts:` and `suited:`, play by an opening book as long as that answers.
//! - `engine:FILE.toml`: an engine of others, described by a file ([`Description`]); `command=PATH` and
//!   `directory=PATH` say where it is on this machine, `threads=N` how many threads it has to search with,
//!   `option.NAME=VALUE` sets an option of it, `log=DIR` keeps what it says.
//! - `memory=MIB` bounds the table or tree of all that search, by default [`DEFAULT_MEMORY_MIB`]; `hash=MIB` is its older
//!   name for alpha-beta.
//!
//! Material is the handcrafted evaluation ([`static_eval`](damier_rules::SearchHeuristics::static_eval)): pieces, lines
//! of stones, distances.
//!
//! All take `time=200ms`, `nodes=800`, `depth=6` and `clock=5m+3s` as a pace of their own in place of the match's,
//! and `name=TEXT`. Items are separated by commas, so paths and names have none.

mod items;
mod parse;
mod participant;
mod portable;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};

use damier_engine::engine::{Level, Searcher};
use thiserror::Error;

pub(crate) use self::{parse::MAX_MEMORY_MIB, participant::shipped_net};
use super::Pace;
use crate::external::{Description, DescriptionError, OptionValue};

/// Memory for the table or tree of a competitor, in MiB, by default: the same for all.
pub const DEFAULT_MEMORY_MIB: u32 = 256;

/// A competitor as text describes it.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    text: String,
    /// The name, if it has one of its own.
    pub name: Option<String>,
    /// What it is.
    pub kind: CompetitorKind,
    /// Its own pace; infinite where it takes the match's.
    pub pace: Pace,
    /// Memory for its table or tree in MiB where the text says nothing.
    default_memory_mib: u32,
}

/// What a competitor is.
#[derive(Clone, PartialEq, Debug)]
pub enum CompetitorKind {
    /// It plays random moves.
    Random,
    /// It looks one ply ahead.
    Greedy,
    /// Alpha-beta.
    AlphaBeta {
        /// What it judges by.
        evaluation: EvaluationSpec,
        /// Size of the transposition table in MiB, where the text says one.
        memory_mib: Option<usize>,
        /// Contempt in percent.
        contempt: i32,
        /// The folder of endgame tables that it asks.
        endgames: Option<PathBuf>,
    },
    /// Damier's engine.
    Own {
        /// Which search it plays by.
        searcher: Searcher,
        /// What it judges by.
        evaluation: EvaluationSpec,
        /// Bound on the tree or table in MiB, where the text says one.
        memory_mib: Option<usize>,
        /// Threads that search.
        threads: usize,
        /// How strong it plays.
        level: Level,
        /// Contempt in percent.
        contempt: i32,
        /// The folder of endgame tables that it asks.
        endgames: Option<PathBuf>,
        /// The file of the opening book that it plays by.
        book: Option<PathBuf>,
    },
    /// An engine of others.
    Engine {
        /// Its description.
        file: PathBuf,
        /// Its program, where the description's is not meant.
        command: Option<String>,
        /// Where it runs, where the description's directory is not meant.
        directory: Option<PathBuf>,
        /// Threads that it has to search with, where the description's number is not meant.
        threads: Option<u32>,
        /// Memory for its table in MiB, where the description's is not meant.
        memory_mib: Option<u32>,
        /// Options beside those of the description, or in place of them.
        options: BTreeMap<String, OptionValue>,
        /// The folder that keeps what it says.
        log: Option<PathBuf>,
    },
}

/// What a search judges by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvaluationSpec {
    /// What the game's beginners count.
    Material,
    /// The net in a file.
    Net(PathBuf),
    /// The net of the game that comes with damier.
    Shipped,
}

impl EvaluationSpec {
    /// Returns the file that it is in.
    fn file(&self) -> Option<&Path> {
        match self {
            Self::Net(path) => Some(path),
            Self::Material | Self::Shipped => None,
        }
    }
}

/// Why a text is no competitor.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("competitor {spec:?}: {reason}")]
pub struct SpecError {
    /// The text.
    pub spec: String,
    /// What is wrong and what would be right.
    pub reason: String,
}

impl fmt::Display for Spec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name.as_deref().unwrap_or(&self.text))
    }
}

impl Spec {
    /// Returns the search that suits the game with the net in a file: `suited:net=PATH` for any path, also one with
    /// commas or one that is no text.
    pub fn net(path: &Path) -> Self {
        Self {
            text: format!("suited:net={}", path.display()),
            name: None,
            kind: CompetitorKind::Own {
                searcher: Searcher::Suited,
                evaluation: EvaluationSpec::Net(path.to_owned()),
                memory_mib: None,
                threads: 1,
                level: Level::FULL,
                contempt: 0,
                endgames: None,
                book: None,
            },
            pace: Pace::default(),
            default_memory_mib: DEFAULT_MEMORY_MIB,
        }
    }

    /// Returns the same under another name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }

    /// Returns the same, with `mib` MiB for its table or tree where its text says nothing.
    #[must_use]
    pub fn with_default_memory(self, mib: u32) -> Self {
        Self { default_memory_mib: mib, ..self }
    }

    /// Returns the MiB for its table or tree, of which its text may have said `own`.
    fn memory_mib(&self, own: Option<usize>) -> usize {
        own.unwrap_or(self.default_memory_mib as usize)
    }

    /// Returns the description of an engine, with what this text says otherwise.
    fn description(&self) -> Result<Description, DescriptionError> {
        let CompetitorKind::Engine { file, command, directory, threads, memory_mib, options, .. } =
            &self.kind
        else {
            let reason = "it is no engine of others".to_owned();
            return Err(DescriptionError { file: PathBuf::new(), line: None, reason });
        };
        let mut description = Description::read(file)?;
        if let Some(command) = command {
            description.command.clone_from(command);
        }
        if let Some(directory) = directory {
            description.directory = Some(directory.clone());
        }
        description.threads = threads.or(description.threads);
        description.memory = memory_mib.or(description.memory);
        description.default_memory = self.default_memory_mib;
        description.set_options(options).map_err(|reason| DescriptionError {
            file: file.clone(),
            line: None,
            reason,
        })?;
        Ok(description)
    }

    /// Returns the only game that an engine of others plays by its protocol; `None` where it may be any, or it is none.
    ///
    /// # Errors
    /// Its description cannot be read.
    pub fn only_game(&self) -> Result<Option<&'static str>, DescriptionError> {
        if !matches!(self.kind, CompetitorKind::Engine { .. }) {
            return Ok(None);
        }
        Ok(self.description()?.only_game())
    }

    /// Returns the same, keeping what an engine of others says in a folder, where it has none of its own.
    #[must_use]
    pub fn logging_to(mut self, folder: &Path) -> Self {
        if let CompetitorKind::Engine { log, .. } = &mut self.kind {
            log.get_or_insert_with(|| folder.to_owned());
        }
        self
    }

    /// Returns what it is called in reports: by its own name, that of an engine's description, or else its text.
    ///
    /// # Errors
    /// The description of an engine of others cannot be read.
    pub fn player_name(&self) -> Result<String, DescriptionError> {
        match self.known_name() {
            Some(name) => Ok(name),
            None => Ok(self.description()?.name),
        }
    }

    /// Returns what it is called, without reading a file; `None` where only the description of an engine says it.
    pub(crate) fn known_name(&self) -> Option<String> {
        let is_told = self.name.is_some() || !matches!(self.kind, CompetitorKind::Engine { .. });
        is_told.then(|| self.to_string())
    }

    /// Returns whether time bounds its moves in a match with `pace`.
    pub fn counts_time(&self, pace: &Pace) -> bool {
        let searches = !matches!(self.kind, CompetitorKind::Random | CompetitorKind::Greedy);
        searches && self.pace_in(pace).counts_time()
    }

    /// Returns its own pace, or `pace` of the match where it has none.
    pub(crate) fn pace_in<'p>(&'p self, pace: &'p Pace) -> &'p Pace {
        if self.pace.is_infinite() { pace } else { &self.pace }
    }

    /// Returns the text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the files that say how it plays.
    pub fn files(&self) -> Vec<&Path> {
        match &self.kind {
            CompetitorKind::AlphaBeta { evaluation, .. } => evaluation.file().into_iter().collect(),
            CompetitorKind::Own { evaluation, book, .. } => {
                evaluation.file().into_iter().chain(book.as_deref()).collect()
            }
            CompetitorKind::Engine { file, .. } => vec![file],
            CompetitorKind::Random | CompetitorKind::Greedy => Vec::new(),
        }
    }

    /// Returns whether it is judged by the net of the game that comes with damier.
    pub fn has_shipped_net(&self) -> bool {
        matches!(
            &self.kind,
            CompetitorKind::AlphaBeta { evaluation: EvaluationSpec::Shipped, .. }
                | CompetitorKind::Own { evaluation: EvaluationSpec::Shipped, .. }
        )
    }

    /// Returns the folder of endgame tables that it asks.
    pub fn endgames(&self) -> Option<&Path> {
        match &self.kind {
            CompetitorKind::AlphaBeta { endgames, .. } | CompetitorKind::Own { endgames, .. } => {
                endgames.as_deref()
            }
            _ => None,
        }
    }
}
