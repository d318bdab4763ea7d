//! Programs of known rating, from a file.

use std::{collections::HashSet, fs, path::Path};

use anyhow::{Context as _, ensure};
use serde::Deserialize;

/// The standard deviation of a published rating in Elo, where its entry has none.
const DEVIATION: f64 = 100.0;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The entries.
    program: Vec<Program>,
}

/// A program at one strength.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Program {
    /// The name in the tables; of its own.
    pub(crate) name: String,
    /// The competitor as `damier match` describes it, without a name.
    competitor: String,
    /// The published rating in Elo.
    pub(crate) rating: f64,
    /// The standard deviation of that rating in Elo.
    #[serde(default = "deviation")]
    pub(crate) deviation: f64,
    /// The levels that it plays, by their ratings.
    pub(crate) against: Vec<u32>,
    /// Pairs of games against each of them.
    pub(crate) pairs: usize,
}

fn deviation() -> f64 {
    DEVIATION
}

impl Program {
    /// Describes it as a competitor with its name.
    pub(crate) fn text(&self) -> String {
        format!("{},name={}", self.competitor, self.name)
    }
}

/// Reads the file of programs.
///
/// # Errors
/// It cannot be read, is no such file, or names a program twice.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<Program>> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let File { program } = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
    let mut names = HashSet::new();
    for Program { name, deviation, .. } in &program {
        ensure!(names.insert(name), "{}: two programs have the name {name}", path.display());
        ensure!(*deviation > 0.0, "{}: the deviation of {name} is not above 0", path.display());
    }
    Ok(program)
}
