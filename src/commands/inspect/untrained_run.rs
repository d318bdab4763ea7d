//! Runs, where the program was built without training: recognised, not read.

use std::{io::Write, path::Path};

use super::Reading;
use crate::commands::untrained;

/// A file that every run has.
const STATE: &str = "state.json";

/// Returns whether a folder is a run.
pub(super) fn is_run(path: &Path) -> bool {
    path.join(STATE).is_file()
}

/// Refuses the run: what reads its state is not there.
pub(super) fn show(path: &Path, _: Reading, _: &mut impl Write) -> anyhow::Result<()> {
    Err(untrained::refusal().context(format!("{}: is a run", path.display())))
}
