//! Runs.

use std::{io::Write, path::Path};

use super::{Reading, chunks};

/// The file that makes a folder a run.
const CONFIG: &str = "config.toml";
/// The folder of a run's chunks.
const GAMES: &str = "games";

/// Whether a folder is a run.
pub(super) fn is_run(path: &Path) -> bool {
    path.join(CONFIG).is_file()
}

/// A run.
pub(super) fn show(path: &Path, reading: Reading, out: &mut impl Write) -> anyhow::Result<()> {
    chunks::show_folder(&path.join(GAMES), reading, out)
}
