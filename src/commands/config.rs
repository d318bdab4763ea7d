//! `damier config`: what the keys of a configuration mean.

use std::{fmt::Write as _, io::Write};

use anyhow::bail;
use clap::Args;
use damier_rules::spelling;
use damier_train::run::reference::{self, KeyDefault};

use crate::terminal;

/// Columns of explanations.
const WIDTH: usize = 100;

/// Explain the keys of a configuration
#[derive(Args, Debug)]
#[command(after_help = "\
A configuration is what `damier run`, `selfplay` and `train` read; configs/ has one or more for each game. Without an
option all keys are listed, each with its default.

An editor that knows JSON schemas completes and checks a configuration by the file that --schema writes.

Examples:
  damier config
  damier config --explain full_share
  damier config --explain selfplay.opening
  damier config --schema > configuration.schema.json")]
pub(crate) struct Options {
    /// Say what a key or the keys of a table mean, with default and range
    #[arg(long, value_name = "KEY", conflicts_with_all = ["schema", "markdown"])]
    explain: Option<String>,
    /// Print the JSON schema
    #[arg(long, conflicts_with = "markdown")]
    schema: bool,
    /// Print the reference as a page: docs/reference/configuration.md
    #[arg(long)]
    markdown: bool,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let text = match &options.explain {
        Some(name) => explanation(name)?,
        None if options.schema => format!("{:#}\n", reference::schema()),
        None if options.markdown => reference::page(),
        None => list(),
    };
    write!(terminal::escaped(), "{text}")?;
    Ok(())
}

/// Returns all keys, a line each.
fn list() -> String {
    let keys = reference::reference().into_iter().flat_map(|table| table.keys);
    let lines = keys.map(|key| match &key.default {
        KeyDefault::Value(value) => format!("{} = {value}\n", key.path),
        KeyDefault::Needed => format!("{} (needed)\n", key.path),
        KeyDefault::Absent => format!("{} (absent)\n", key.path),
    });
    lines.collect::<String>() + "`damier config --explain KEY` says what a key means.\n"
}

/// Returns what is to be said of a key, or of all keys of a table.
///
/// # Errors
/// There is no such key.
fn explanation(name: &str) -> anyhow::Result<String> {
    let keys = reference::find(name);
    if keys.is_empty() {
        let paths = reference::paths();
        let last = |path: &'_ String| path.rsplit('.').next().unwrap_or_default().to_owned();
        let names: Vec<String> = paths.iter().map(last).chain(paths.iter().cloned()).collect();
        match spelling::closest(name, names.iter().map(String::as_str)).as_slice() {
            [] => bail!("no key `{name}`; `damier config` lists all"),
            alike => bail!("no key `{name}`; did you mean {}?", alike.join(" or ")),
        }
    }
    let texts = keys.iter().map(|key| {
        let mut text = format!("{}\n", key.path);
        for line in reference::wrapped(&key.meaning, WIDTH - 4) {
            let _ = writeln!(text, "    {line}");
        }
        let _ = writeln!(text, "    {}; {}", key.range, key.default.words(""));
        for (word, meaning) in &key.choices {
            let _ = writeln!(text, "    \"{word}\": {meaning}");
        }
        text
    });
    Ok(texts.collect::<Vec<_>>().join("\n"))
}
