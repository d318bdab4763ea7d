//! The directory of a run.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use damier_files::{FolderLock, atomic_file, folder_lock::LOCK_FILE};
use damier_records::folder;
use damier_selfplay::journal;
use serde::{Deserialize, Serialize};

use super::{
    config::{ConfigError, RunConfig},
    directory_error::DirectoryError,
    kinship,
    state::RunState,
};
/// Version of the layout of a run directory.
const LAYOUT_VERSION: u32 = 1;

/// The folders of a run.
const FOLDERS: [&str; 4] = ["games", "nets", "checkpoints", "tensorboard"];
/// The resolved configuration.
const CONFIG: &str = "config.toml";
/// Version and game.
const IDENTITY: &str = "run.json";
/// See [`RunState`].
const STATE: &str = "state.json";
/// What happened in the fleet that plays the games.
const FLEET_LOG: &str = "fleet.jsonl";
/// What `damier league` makes.
const LEAGUE: &str = "league";

/// A run's directory, locked for this process.
///
/// | path | content |
/// |---|---|
/// | `config.toml` | the resolved configuration |
/// | `run.json` | version of the layout and of the program, the game |
/// | `state.json` | the finished generations with their figures, and the checksums of the files |
/// | `games/` | chunks of records, `gen-0001-chunk-0000.dmr` |
/// | `nets/` | exported nets, `gen-0001.dmn`, and `final.dmn` |
/// | `checkpoints/` | `latest.dmc`: float weights and the optimiser's state |
/// | `tensorboard/` | event files, in a folder of the run's name |
/// | `fleet.jsonl` | what happened in the fleet that played the games, where there was one |
/// | `lock` | held while a process works here |
#[derive(Debug)]
pub struct RunDirectory {
    root: PathBuf,
    /// The configuration by which the run was made so far, where it was begun before.
    before: Option<RunConfig>,
    notes: Vec<String>,
    _lock: FolderLock,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Identity {
    layout: u32,
    program: String,
    game: String,
}

impl RunDirectory {
    /// Opens the directory of a run, or makes it. What is there must belong to the same game, and the configuration may
    /// differ only in what changes nothing that is made already: `threads`, matches, and generations to come. A
    /// `config.toml` or `run.json` that was lost is written again where the rest agrees.
    ///
    /// # Errors
    /// A directory of something else, of another configuration, or in use by another process.
    pub fn open(root: &Path, config: &RunConfig) -> Result<Self, DirectoryError> {
        if root.is_dir() {
            Self::refuse_foreign(root)?;
            let identity = Self::identity(root)?;
            if let Some(Identity { game, .. }) = identity.filter(|identity| identity.game != config.game) {
                let reason = format!("is a run of {game}, not of {}", config.game);
                return Err(DirectoryError::Foreign { path: root.into(), reason });
            }
        }
        for folder in FOLDERS {
            let folder = root.join(folder);
            fs::create_dir_all(&folder).map_err(DirectoryError::writing(&folder))?;
        }
        let lock = FolderLock::take(root).map_err(DirectoryError::writing(&root.join(LOCK_FILE)))?;
        let lock = lock.ok_or_else(|| DirectoryError::Busy(root.into()))?;
        for folder in FOLDERS {
            atomic_file::clear_left_behind(&root.join(folder));
        }
        let mut directory = Self { root: root.into(), before: None, notes: Vec::new(), _lock: lock };
        directory.go_on_with(config)?;
        Ok(directory)
    }

    /// Refuses a directory that no run made.
    fn refuse_foreign(root: &Path) -> Result<(), DirectoryError> {
        if root.join(IDENTITY).exists() {
            return Ok(());
        }
        // Killed before that file was in place, or it was lost, or the directory is not ours.
        let entries = fs::read_dir(root).map_err(DirectoryError::reading(root))?;
        for entry in entries.flatten() {
            let name = entry.file_name();
            let temporary = name.to_string_lossy().starts_with(".damier-");
            let ours = FOLDERS
                .into_iter()
                .chain([CONFIG, STATE, FLEET_LOG, LEAGUE, LOCK_FILE])
                .any(|own| name == *own);
            if !temporary && !ours {
                let reason = format!("holds {}, which no run made", name.display());
                return Err(DirectoryError::Foreign { path: root.into(), reason });
            }
        }
        Ok(())
    }

    /// What `run.json` says; `None` where it is lost or says nothing. Refuses another layout.
    fn identity(root: &Path) -> Result<Option<Identity>, DirectoryError> {
        let path = root.join(IDENTITY);
        let identity: Option<Identity> = match fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text).ok(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(source) => return Err(DirectoryError::reading(&path)(source)),
        };
        match identity {
            Some(Identity { layout, .. }) if layout != LAYOUT_VERSION => {
                let reason = format!("is of layout {layout}, this program reads {LAYOUT_VERSION}");
                Err(DirectoryError::Foreign { path: root.into(), reason })
            }
            identity => Ok(identity),
        }
    }

    /// Compares the configuration with the one that the run was made by, and writes what is missing or new.
    fn go_on_with(&mut self, config: &RunConfig) -> Result<(), DirectoryError> {
        let (config_path, identity_path) = (self.config_path(), self.root.join(IDENTITY));
        let written = match config_path.exists() {
            true => Some(RunConfig::read(&config_path).map_err(DirectoryError::Config)?),
            false => None,
        };
        let state = RunState::read(&self.state_path())?;
        self.before = state.config(&self.state_path())?.or_else(|| written.clone());
        let made =
            self.generations_made(state.generations.len() as u32, self.before.as_ref().unwrap_or(config))?;
        let lost = written.is_none() && (made > 0 || self.net(0).exists());
        let other = |reason| DirectoryError::OtherConfig { path: self.root.clone(), reason };
        let mut notes = Vec::new();
        match &self.before {
            Some(before) => {
                let changes = kinship::changes(before, config, made).map_err(other)?;
                if !changes.is_empty() {
                    notes.push(format!("goes on with another configuration: {}", changes.join(", ")));
                }
            }
            None if lost => kinship::check_files(self, &state, config).map_err(other)?,
            None => {}
        }
        if lost {
            let seen =
                if self.before.is_some() { "" } else { "; the settings under [train] could not be compared" };
            notes.push(format!(
                "{}: was lost, and is written again from the configuration that was given, which agrees with the \
                 files of the run{seen}",
                config_path.display()
            ));
        }
        let same = |written: &RunConfig| RunConfig { threads: config.threads, ..written.clone() } == *config;
        if !written.as_ref().is_some_and(same) {
            write(&config_path, config.to_toml().as_bytes())?;
        }
        if Self::identity(&self.root)?.is_none() {
            if written.is_some() || lost {
                let path = identity_path.display();
                notes.push(format!("{path}: was lost or damaged, and is written again; the rest agrees"));
            }
            let identity = Identity {
                layout: LAYOUT_VERSION,
                program: env!("CARGO_PKG_VERSION").into(),
                game: config.game.clone(),
            };
            write(&identity_path, serde_json::to_string_pretty(&identity).expect("plain data").as_bytes())?;
        }
        self.notes = notes;
        Ok(())
    }

    /// Returns the number of generations that have games, where `finished` are complete: the next, and those that run ahead
    /// of it, may be begun.
    fn generations_made(&self, finished: u32, config: &RunConfig) -> Result<u32, DirectoryError> {
        let games = self.games();
        let (chunks, journals) = (folder::list(&games)?, journal::list(&games)?);
        let begun = chunks.keys().chain(journals.keys()).map(|name| name.generation);
        let begun = begun.filter(|number| (finished..=finished + config.lag).contains(number)).max();
        Ok(begun.map_or(finished, |number| number + 1))
    }

    /// The configuration that the run in a directory goes on with: that of `config.toml`, or, where that was lost, the
    /// one that the state remembers.
    ///
    /// # Errors
    /// There is neither, or a file cannot be read.
    pub fn config_of(root: &Path) -> Result<RunConfig, DirectoryError> {
        let path = root.join(CONFIG);
        if path.exists() {
            return RunConfig::read(&path).map_err(DirectoryError::Config);
        }
        let known = [IDENTITY, STATE].iter().any(|name| root.join(name).exists());
        let state = root.join(STATE);
        let kept = RunState::read(&state)?.config(&state)?;
        kept.ok_or_else(|| match known {
            true => {
                DirectoryError::Config(ConfigError::Read { path, source: io::ErrorKind::NotFound.into() })
            }
            false => DirectoryError::NoRun(root.into()),
        })
    }

    /// Reads the configuration and the state of the run in a directory, without its lock and without a change to it, while
    /// another process may work there.
    ///
    /// # Errors
    /// As [`config_of`](Self::config_of); or the run is of another layout, or its state is damaged.
    pub fn look_at(root: &Path) -> Result<(RunConfig, RunState), DirectoryError> {
        Self::identity(root)?;
        Ok((Self::config_of(root)?, RunState::read(&root.join(STATE))?))
    }

    /// Whether a folder is a run, as far as its names tell.
    pub fn is_run(root: &Path) -> bool {
        [CONFIG, IDENTITY, STATE].iter().any(|name| root.join(name).is_file())
    }

    /// What the user should know about how the directory was found.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The configuration by which the run was made so far; `None` where it begins.
    pub(super) fn before(&self) -> Option<&RunConfig> {
        self.before.as_ref()
    }

    /// The directory itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where the chunks of records are.
    pub fn games(&self) -> PathBuf {
        Self::games_of(&self.root)
    }

    /// Returns where the chunks of records of the run in a directory are.
    pub fn games_of(root: &Path) -> PathBuf {
        root.join("games")
    }

    /// The exported net of a generation; 0 is the random one that the run starts from.
    pub fn net(&self, generation: u32) -> PathBuf {
        Self::net_of(&self.root, generation)
    }

    /// Returns the exported net of a generation of the run in a directory.
    pub fn net_of(root: &Path, generation: u32) -> PathBuf {
        root.join("nets").join(format!("gen-{generation:04}.dmn"))
    }

    /// The net of the last generation, once the run is complete.
    pub fn final_net(&self) -> PathBuf {
        self.root.join("nets/final.dmn")
    }

    /// The newest checkpoint.
    pub fn checkpoint(&self) -> PathBuf {
        self.root.join("checkpoints/latest.dmc")
    }

    /// The checkpoint of a training that is done again because its result was lost.
    pub(super) fn repeated_checkpoint(&self) -> PathBuf {
        self.root.join("checkpoints/again.dmc")
    }

    /// TensorBoard's event files.
    pub fn tensorboard(&self) -> PathBuf {
        self.root.join("tensorboard")
    }

    /// Returns where the run in a directory keeps what happened in its fleet.
    pub fn fleet_log_of(root: &Path) -> PathBuf {
        root.join(FLEET_LOG)
    }

    /// The state file.
    pub fn state_path(&self) -> PathBuf {
        self.root.join(STATE)
    }

    /// The resolved configuration.
    pub fn config_path(&self) -> PathBuf {
        self.root.join(CONFIG)
    }

    /// What the state calls a file of the run: its path within the directory, with slashes.
    pub(super) fn name_of(&self, path: &Path) -> String {
        let within = path.strip_prefix(&self.root).unwrap_or(path);
        within.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
    }
}

fn write(path: &Path, content: &[u8]) -> Result<(), DirectoryError> {
    atomic_file::write(path, content).map_err(DirectoryError::writing(path))
}
