//! Files that a command will write when its work is done.

use std::{fs, path::Path};

use anyhow::Context as _;

/// Finds out now rather than after the work that `path` exists already, or has no folder to be in.
pub(crate) fn check(path: &Path) -> anyhow::Result<()> {
    if path.exists() {
        anyhow::bail!(
            "{}: exists already and is never overwritten; remove it or give another name",
            path.display()
        );
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::read_dir(folder).map(drop).with_context(|| format!("{}: its folder cannot be opened", path.display()))
}
