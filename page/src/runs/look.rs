//! What the files of one run say now, and whether they have changed since.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use damier_files::FolderLock;
use damier_selfplay::journal;
use damier_train::run::{RunConfig, RunDirectory, RunState, Underway};

use super::store::RunFolder;

/// Files whose content is shown; they are replaced as a whole.
const SHOWN: [&str; 3] = ["config.toml", "run.json", "state.json"];
/// Files and folders that change between two states.
const MOVING: [&str; 3] = ["games", "nets", "checkpoints/latest.dmc"];
/// Time after the last change for which a run counts as running, where its lock is not seen to be held: the process may be
/// in another container.
const RECENT: Duration = Duration::from_secs(30);
/// The same where locks cannot be seen at all; matches change no file for minutes.
const RECENT_UNSEEN: Duration = Duration::from_secs(300);

/// Configuration, state, and the generation under way.
pub(crate) struct Look {
    pub(crate) config: RunConfig,
    pub(crate) state: RunState,
}

/// What a run is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Activity {
    Running,
    Finished,
    Stopped,
}

/// When and how large a file or folder was last.
type Mark = Option<(SystemTime, u64)>;

/// Dates and lengths of the files of a run, which tell changes without reading them.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Stamp {
    shown: [Mark; SHOWN.len()],
    moving: [Mark; MOVING.len()],
    /// The journals, which grow by a game at a time.
    journals: Vec<(PathBuf, Mark)>,
}

impl Look {
    /// Reads a run.
    ///
    /// # Errors
    /// Why it cannot be shown, in one line.
    pub(crate) fn at(run: &RunFolder) -> Result<Self, String> {
        if !run.path.is_dir() {
            return Err(format!("{}: the folder is gone", run.path.display()));
        }
        for name in SHOWN.into_iter().chain(MOVING) {
            run.within(run.path.join(name)).map_err(|error| error.message)?;
        }
        let (config, state) = RunDirectory::look_at(&run.path).map_err(|error| error.to_string())?;
        Ok(Self { config, state })
    }

    /// Returns the generation under way; `None` where all are finished.
    ///
    /// # Errors
    /// Why its games cannot be listed, in one line.
    pub(crate) fn underway(&self, run: &RunFolder) -> Result<Option<Underway>, String> {
        Underway::look(&run.path, &self.config, &self.state).map_err(|error| error.to_string())
    }

    /// Says what the run is at.
    pub(crate) fn activity(&self, run: &RunFolder, stamp: &Stamp) -> Activity {
        let held = FolderLock::is_held(&run.path);
        let recent = if held.is_some() { RECENT } else { RECENT_UNSEEN };
        let since = stamp.changed().and_then(|changed| changed.elapsed().ok());
        let finished = self.state.generations.len() as u32 >= self.config.generations;
        if held == Some(true) {
            Activity::Running
        } else if finished {
            Activity::Finished
        } else if since.is_some_and(|since| since < recent) {
            Activity::Running
        } else {
            Activity::Stopped
        }
    }
}

impl Stamp {
    /// Looks at the files of a run. `before` is the stamp before, whose list of journals still holds where no file came or
    /// went.
    pub(crate) fn of(run: &RunFolder, before: &Self) -> Self {
        let at = |name: &str| mark(&run.path.join(name));
        let moving = MOVING.map(at);
        let known = before.journals.iter().map(|(path, _)| path.clone());
        let journals: Vec<PathBuf> = match moving[0] == before.moving[0] {
            true => known.collect(),
            false => {
                journal::list(&RunDirectory::games_of(&run.path)).unwrap_or_default().into_values().collect()
            }
        };
        let journals = journals.into_iter().map(|path| (mark(&path), path)).map(|(mark, path)| (path, mark));
        Self { shown: SHOWN.map(at), moving, journals: journals.collect() }
    }

    /// Whether what a run shows once a generation is the same.
    pub(crate) fn shows_the_same(&self, other: &Self) -> bool {
        self.shown == other.shown
    }

    /// Returns when something changed last.
    pub(crate) fn changed(&self) -> Option<SystemTime> {
        let journals = self.journals.iter().map(|(_, mark)| mark);
        self.shown.iter().chain(&self.moving).chain(journals).flatten().map(|(changed, _)| *changed).max()
    }
}

fn mark(path: &Path) -> Mark {
    let found = fs::metadata(path).ok()?;
    Some((found.modified().ok()?, found.len()))
}
