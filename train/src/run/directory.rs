//! The directory of a run.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use damier_engine::atomic_file;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::config::RunConfig;

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
    _lock: File,
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
    #[error("{path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
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
        let io_error = |path: &Path| {
            let path = path.to_owned();
            move |source| DirectoryError::Io { path, source }
        };
        for folder in ["games", "nets", "checkpoints", "tensorboard"] {
            let folder = root.join(folder);
            fs::create_dir_all(&folder).map_err(io_error(&folder))?;
        }
        let lock_path = root.join("lock");
        let lock = File::create(&lock_path).map_err(io_error(&lock_path))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => DirectoryError::Busy(root.into()),
            TryLockError::Error(source) => DirectoryError::Io { path: lock_path.clone(), source },
        })?;
        let directory = Self { root: root.into(), _lock: lock };
        if !directory.identity_path().exists() {
            let path = directory.config_path();
            atomic_file::write(&path, config.to_toml().as_bytes()).map_err(io_error(&path))?;
            let identity = Identity {
                layout: LAYOUT_VERSION,
                program: env!("CARGO_PKG_VERSION").into(),
                game: config.game.clone(),
            };
            let path = directory.identity_path();
            let text = serde_json::to_string_pretty(&identity).expect("plain data");
            atomic_file::write(&path, text.as_bytes()).map_err(io_error(&path))?;
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
                let ours = ["games", "nets", "checkpoints", "tensorboard", "lock", "config.toml"];
                let entries =
                    fs::read_dir(root).map_err(|source| DirectoryError::Io { path: root.into(), source })?;
                for entry in entries.flatten() {
                    let name = entry.file_name();
                    let temporary = name.to_string_lossy().starts_with(".damier-");
                    if !temporary && !ours.iter().any(|own| name == **own) {
                        return Err(foreign(format!("holds {}, which no run made", name.display())));
                    }
                }
                return Ok(());
            }
            Err(source) => return Err(DirectoryError::Io { path, source }),
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
        let old = fs::read_to_string(&path).map_err(|source| DirectoryError::Io { path, source })?;
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

/// The first line in which two resolved configurations differ, with its table's name.
fn difference(old: &str, new: &str) -> Option<String> {
    if old == new {
        return None;
    }
    let mut table = String::new();
    let (mut old_lines, mut new_lines) = (old.lines(), new.lines());
    loop {
        let (old_line, new_line) = (old_lines.next(), new_lines.next());
        if old_line == new_line {
            match old_line {
                Some(line) if line.starts_with('[') => table = format!("{line} "),
                Some(_) => {}
                None => return None,
            }
            continue;
        }
        let was = old_line.unwrap_or("nothing");
        let is = new_line.unwrap_or("nothing");
        return Some(format!("{table}was `{was}`, is `{is}`"));
    }
}
