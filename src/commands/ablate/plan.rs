//! The file that says which settings are compared.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};
use damier_engine::toml_message::in_plain_words;
use damier_train::run::RunConfig;
use serde::Deserialize;
use toml::{Table, Value};

use crate::arguments::duration_text;

/// The name of the run that all others are compared with.
pub(super) const BASE: &str = "base";
/// Seeds are added to the configuration's; far fewer than that has room for.
const MAX_SEEDS: u32 = 1_000;
/// Pairs of games of the longest match.
const MAX_PAIRS: usize = 100_000;
/// The key that is found by the cost, so that no change may give it.
const GENERATIONS: &str = "generations";

/// What all settings have alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Equal {
    /// Processor time, so that what costs less gets more generations.
    #[default]
    Computing,
    /// Generations, for changes that cost nothing and for machines with other work, where times are noisy.
    Generations,
}

impl fmt::Display for Equal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Computing => "computing",
            Self::Generations => GENERATIONS,
        })
    }
}

/// What is compared, checked.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// What all settings have alike.
    pub(super) equal: Equal,
    /// Runs of each setting, with seeds that follow one another.
    pub(super) seeds: u32,
    /// Pairs of games of each match.
    pub(super) pairs: usize,
    /// Time of each move in the matches.
    pub(super) time: Duration,
    /// Random plies before each pair.
    pub(super) opening_plies: usize,
    /// The base first, then the changes in the order of their names.
    pub(super) settings: Vec<Setting>,
}

/// A configuration and how it differs from the base.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// Its name, which is also that of its folder.
    pub(super) name: String,
    /// The keys that differ, as TOML on one line; empty for the base.
    pub(super) change: String,
    /// With as many generations as the base.
    pub(super) config: RunConfig,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    base: PathBuf,
    #[serde(default)]
    equal: Equal,
    #[serde(default = "default_seeds")]
    seeds: u32,
    #[serde(default = "default_pairs")]
    pairs: usize,
    #[serde(default = "default_time")]
    time: String,
    #[serde(default = "default_opening_plies")]
    opening_plies: usize,
    change: Table,
}

fn default_seeds() -> u32 {
    1
}

fn default_pairs() -> usize {
    100
}

fn default_time() -> String {
    "50ms".to_owned()
}

fn default_opening_plies() -> usize {
    4
}

impl Plan {
    /// Reads the file and the configuration that it names, and makes all the others.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("{}: cannot be read", path.display()))?;
        let file: PlanFile = toml::from_str(&text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = text.as_bytes()[..offset].iter().filter(|byte| **byte == b'\n').count() + 1;
            anyhow::anyhow!("{}, line {line}: {}", path.display(), in_plain_words(error.message()))
        })?;
        let here = path.parent().unwrap_or(Path::new(""));
        Self::of(file, here).with_context(|| path.display().to_string())
    }

    fn of(file: PlanFile, here: &Path) -> anyhow::Result<Self> {
        ensure!((1..=MAX_SEEDS).contains(&file.seeds), "seeds: must be within 1..={MAX_SEEDS}");
        ensure!((1..=MAX_PAIRS).contains(&file.pairs), "pairs: must be within 1..={MAX_PAIRS}");
        ensure!(!file.change.is_empty(), "change: name at least one, such as [change.wide] with net.width");
        let time = duration_text::parse(&file.time).map_err(|reason| anyhow::anyhow!("time: {reason}"))?;
        let base_path = here.join(&file.base);
        let base = RunConfig::read(&base_path)?;
        let base_text = fs::read_to_string(&base_path)?;
        let mut settings =
            vec![Setting { name: BASE.to_owned(), change: String::new(), config: base.clone() }];
        for (name, change) in &file.change {
            let setting = Setting::of(name, change, &base_text).with_context(|| format!("change.{name}"))?;
            ensure!(setting.config.game == base.game, "change.{name}: another game cannot be compared");
            settings.push(setting);
        }
        let PlanFile { equal, seeds, pairs, opening_plies, .. } = file;
        Ok(Self { equal, seeds, pairs, time, opening_plies, settings })
    }
}

impl Setting {
    /// The seed of its run with this place among all of its runs.
    pub(super) fn seed(&self, run: u32) -> u64 {
        self.config.seed + u64::from(run)
    }

    fn of(name: &str, change: &Value, base: &str) -> anyhow::Result<Self> {
        let allowed = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if name == BASE || name.is_empty() || name.starts_with('.') || !name.chars().all(allowed) {
            bail!("the name is a folder's: letters, digits, - _ . and not `{BASE}`");
        }
        let Value::Table(change) = change else { bail!("a table of a configuration's keys") };
        if change.contains_key(GENERATIONS) {
            bail!("{GENERATIONS}: follows from what is equal, computing or generations; leave it out");
        }
        let mut keys: Table = toml::from_str(base).context("the base was read before")?;
        lay_over(&mut keys, change);
        let text = toml::to_string(&keys).context("TOML that was read can be written")?;
        let config = RunConfig::parse(&text, Path::new("the changed configuration"))?;
        Ok(Self { name: name.to_owned(), change: on_one_line(change), config })
    }
}

/// Puts the keys of `change` in the place of those of `keys`, table by table; lists are replaced whole.
fn lay_over(keys: &mut Table, change: &Table) {
    for (key, value) in change {
        match (keys.get_mut(key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => lay_over(old, new),
            _ => {
                keys.insert(key.clone(), value.clone());
            }
        }
    }
}

/// `train.learning_rate = 0.001, selfplay.games = 500`.
fn on_one_line(change: &Table) -> String {
    fn walk(prefix: &str, table: &Table, lines: &mut Vec<String>) {
        for (key, value) in table {
            match value {
                Value::Table(inner) => walk(&format!("{prefix}{key}."), inner, lines),
                value => lines.push(format!("{prefix}{key} = {value}")),
            }
        }
    }
    let mut lines = Vec::new();
    walk("", change, &mut lines);
    lines.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(equal: &str) -> Result<Plan, String> {
        let text = format!("base = \"tic-tac-toe.toml\"\n{equal}\n[change.wide]\nnet.width = 64\n");
        let file: PlanFile = toml::from_str(&text).map_err(|error| error.message().to_owned())?;
        Plan::of(file, &Path::new(env!("CARGO_MANIFEST_DIR")).join("configs"))
            .map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn computing_is_equal_unless_the_file_says_generations() {
        assert_eq!(plan("").map(|plan| plan.equal), Ok(Equal::Computing));
        assert_eq!(plan("equal = \"generations\"").map(|plan| plan.equal), Ok(Equal::Generations));
        let refusal = plan("equal = \"games\"").expect_err("neither");
        assert!(refusal.contains("`computing` or `generations`"), "{refusal}");
    }

    fn table(text: &str) -> Table {
        toml::from_str(text).expect("TOML")
    }

    #[test]
    fn a_change_replaces_its_keys_and_nothing_else() {
        let mut keys = table("steps = 1\n[net]\nwidth = 64\nhidden = 16\n[[stage]]\nfrom_generation = 2\n");
        lay_over(&mut keys, &table("stage = []\n[net]\nwidth = 32\n[train]\nlearning_rate = 0.1\n"));
        let whole =
            table("steps = 1\nstage = []\n[net]\nwidth = 32\nhidden = 16\n[train]\nlearning_rate = 0.1\n");
        assert_eq!(keys, whole);
    }

    #[test]
    fn a_change_is_told_by_its_keys() {
        let change = table("steps = 2\n[selfplay]\ngames = 5\n[selfplay.opening]\nmin_plies = 3\n");
        assert_eq!(on_one_line(&change), "selfplay.games = 5, selfplay.opening.min_plies = 3, steps = 2");
    }
}
