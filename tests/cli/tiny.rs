//! A run of a few seconds, for the commands that need a configuration.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// It learns nothing, but everything happens.
pub(crate) const TINY: &str = r#"
game = "russian"
generations = 2
steps = 6
threads = 1

[net]
width = 32
hidden = 16
policy = 16
value_hidden = 16

[selfplay]
games = 8
games_per_chunk = 3
simulations = 4

[train]
batch_size = 16
window_min = 100
warm_up_steps = 2
report_every = 2

[measure]
opponents = ["random"]
every = 0
games = 2
final_games = 2
move_time_ms = 1
opening_plies = 2
"#;

/// The files of a folder with their content.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder");
    let read = |path: PathBuf| (path.file_name().expect("a name").into(), fs::read(path).expect("read"));
    entries.map(|entry| read(entry.expect("an entry").path())).collect()
}

/// A folder for a test, with paths as texts.
pub(crate) struct Scratch(tempfile::TempDir);

impl Scratch {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    /// Writes a file and returns its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("written");
        path
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }
}
