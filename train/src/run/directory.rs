//! The directory of a run.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use damier_engine::{
    atomic_file,
    folder_lock::{FolderLock, LOCK_FILE},
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{config::RunConfig, difference::difference};
use crate::error::WRITING_REMEDY;

/// Version of the layout of a run directory.
const LAYOUT_VERSION: u32 = 1;

/// A run's directory, locked for this process.
///
/// | path | content |
/// |---|---|
/// | `config.toml` | the resolved configuration |
/// | `run.json` | version of the layout and of the program, the game |
/// | `state.json` | the finished generations and their figures |
/// | `games/` | chunks of records, `gen-0001-chunk-0000.dmr` |
/// | `nets/` | exported nets, `gen-0001.dmn`, and `final.dmn` |
/// | `checkpoints/` | `latest.dmc`: float weights and the optimiser's state |
/// | `tensorboard/` | event files |
/// | `lock` | held while a process works here |
#[derive(Debug)]
pub struct RunDirectory {
    root: PathBuf,
    _lock: FolderLock,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Identity {
    layout: u32,
    program: String,
    game: String,
}

/// Why a directory cannot be used for a run.
#[derive(Debug, Error)]
pub enum DirectoryError {
    /// The file system refused.
    #[error("{path}: cannot be {action}: {source}; {remedy}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// `read` or `written`.
        action: &'static str,
        /// What to do about it.
        remedy: &'static str,
        /// The system's reason.
        source: io::Error,
    },
    /// The state file is not one.
    #[error("{path}: not a state file ({reason}); remove it, and the run derives it again")]
    State {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Another process works in it.
    #[error("{0}: another damier process works in this run; wait for it, or choose another --dir")]
    Busy(PathBuf),
    /// It holds something else.
    #[error("{path}: {reason}; choose another --dir, or remove this one")]
    Foreign {
        /// The directory.
        path: PathBuf,
        /// What it holds.
        reason: String,
    },
    /// It belongs to another configuration.
    #[error(
        "{path}: this run was started with another configuration ({reason}); choose another --dir, or go \
         on with `damier run {path}/config.toml --dir {path}`"
    )]
    OtherConfig {
        /// The directory.
        path: PathBuf,
        /// The first key that differs.
        reason: String,
    },
}

impl DirectoryError {
    /// For [`Result::map_err`]: `path` cannot be read.
    pub(super) fn reading(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let (path, remedy) = (path.to_owned(), "check that it exists and may be read");
        move |source| Self::Io { path, action: "read", remedy, source }
    }

    /// For [`Result::map_err`]: `path` cannot be written.
    pub(super) fn writing(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let (path, remedy) = (path.to_owned(), WRITING_REMEDY);
        move |source| Self::Io { path, action: "written", remedy, source }
    }
}

impl RunDirectory {
    /// Opens the directory of a run, or makes it. What is there must belong to the same game and the
    /// same configuration.
    ///
    /// # Errors
    /// A directory of something else, of another configuration, or in use by another process.
    pub fn open(root: &Path, config: &RunConfig) -> Result<Self, DirectoryError> {
        if root.is_dir() {
            Self::check(root, config)?;
        }
        for folder in ["games", "nets", "checkpoints", "tensorboard"] {
            let folder = root.join(folder);
            fs::create_dir_all(&folder).map_err(DirectoryError::writing(&folder))?;
        }
        let lock = FolderLock::take(root).map_err(DirectoryError::writing(&root.join(LOCK_FILE)))?;
        let lock = lock.ok_or_else(|| DirectoryError::Busy(root.into()))?;
        let directory = Self { root: root.into(), _lock: lock };
        if !directory.identity_path().exists() {
            let path = directory.config_path();
            atomic_file::write(&path, config.to_toml().as_bytes()).map_err(DirectoryError::writing(&path))?;
            let identity = Identity {
                layout: LAYOUT_VERSION,
                program: env!("CARGO_PKG_VERSION").into(),
                game: config.game.clone(),
            };
            let path = directory.identity_path();
            let text = serde_json::to_string_pretty(&identity).expect("plain data");
            atomic_file::write(&path, text.as_bytes()).map_err(DirectoryError::writing(&path))?;
        }
        Ok(directory)
    }

    fn check(root: &Path, config: &RunConfig) -> Result<(), DirectoryError> {
        let foreign = |reason: String| DirectoryError::Foreign { path: root.into(), reason };
        let path = root.join("run.json");
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Killed before the first file was in place, or not ours.
                let ours = ["games", "nets", "checkpoints", "tensorboard", LOCK_FILE, "config.toml"];
                let entries = fs::read_dir(root).map_err(DirectoryError::reading(root))?;
                for entry in entries.flatten() {
                    let name = entry.file_name();
                    let temporary = name.to_string_lossy().starts_with(".damier-");
                    if !temporary && !ours.iter().any(|own| name == **own) {
                        return Err(foreign(format!("holds {}, which no run made", name.display())));
                    }
                }
                return Ok(());
            }
            Err(source) => return Err(DirectoryError::reading(&path)(source)),
        };
        let identity: Identity = serde_json::from_str(&text)
            .map_err(|error| foreign(format!("run.json is not readable ({error})")))?;
        if identity.layout != LAYOUT_VERSION {
            return Err(foreign(format!(
                "is of layout {}, this program reads {LAYOUT_VERSION}",
                identity.layout
            )));
        }
        if identity.game != config.game {
            return Err(foreign(format!("is a run of {}, not of {}", identity.game, config.game)));
        }
        let path = root.join("config.toml");
        let old = fs::read_to_string(&path).map_err(DirectoryError::reading(&path))?;
        match difference(&old, &config.to_toml()) {
            Some(reason) => Err(DirectoryError::OtherConfig { path: root.into(), reason }),
            None => Ok(()),
        }
    }

    /// The directory itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where the chunks of records are.
    pub fn games(&self) -> PathBuf {
        self.root.join("games")
    }

    /// The exported net of a generation; 0 is the random one that the run starts from.
    pub fn net(&self, generation: u32) -> PathBuf {
        self.root.join("nets").join(format!("gen-{generation:04}.dmn"))
    }

    /// The net of the last generation, once the run is complete.
    pub fn final_net(&self) -> PathBuf {
        self.root.join("nets/final.dmn")
    }

    /// The newest checkpoint.
    pub fn checkpoint(&self) -> PathBuf {
        self.root.join("checkpoints/latest.dmc")
    }

    /// TensorBoard's event files.
    pub fn tensorboard(&self) -> PathBuf {
        self.root.join("tensorboard")
    }

    /// The state file.
    pub fn state_path(&self) -> PathBuf {
        self.root.join("state.json")
    }

    /// The resolved configuration.
    pub fn config_path(&self) -> PathBuf {
        self.root.join("config.toml")
    }

    fn identity_path(&self) -> PathBuf {
        self.root.join("run.json")
    }
}
