//! `damier results`: a page from the summaries of gauntlets.

mod page;

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use clap::Args;
use damier_arena::tournament::{GauntletSummary, SUMMARY_FILE};
use damier_files::atomic_file;
use damier_rules::{Game as _, options::name_of, registry};

use self::page::{GENERATED, page};
use crate::{arguments::game_choice, terminal};

/// Make a page of results from the summaries of gauntlets
#[derive(Args, Debug)]
#[command(after_help = "\
A tournament with format = \"gauntlet\" keeps a summary.json in its folder. The page has a section for each game, with the
conditions, the score against every opponent and one rating list. It depends on the summaries alone, in any order.

A page that is there is replaced; a file that is no such page is not.

Examples:
  damier tournament gauntlets/russian.toml --dir russian
  damier results russian
  damier results docs/results/*.json -o docs/results.md")]
pub(crate) struct Options {
    /// Folders of gauntlets, or summaries
    #[arg(value_name = "SUMMARY", required = true)]
    summaries: Vec<PathBuf>,
    /// The page; without it, standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A summary, and where it lies.
struct Found {
    path: PathBuf,
    summary: GauntletSummary,
    /// The place of its game in the list of games.
    game: usize,
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    if let Some(output) = &options.output {
        check_replaceable(output)?;
    }
    let mut found = options.summaries.iter().map(|path| read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let key = |one: &Found| (one.game, one.summary.game.clone(), one.summary.name.clone());
    found.sort_by_key(key);
    if let Some([one, other]) = found.array_windows().find(|[one, other]| key(one) == key(other)) {
        bail!(
            "{} and {} are both of {:?} in {}; give one of them, or name one of the gauntlets otherwise",
            one.path.display(),
            other.path.display(),
            one.summary.name,
            one.summary.game
        );
    }
    let summaries: Vec<GauntletSummary> = found.into_iter().map(|found| found.summary).collect();
    let text = page(&summaries);
    let mut out = terminal::escaped();
    let Some(output) = &options.output else {
        write!(out, "{text}")?;
        return Ok(());
    };
    let failed = || format!("{}: writing failed", output.display());
    atomic_file::write(output, text.as_bytes()).with_context(failed)?;
    writeln!(out, "{}: {} gauntlets", output.display(), summaries.len())?;
    Ok(())
}

/// Refuses to replace a file that this command has not written.
fn check_replaceable(output: &Path) -> anyhow::Result<()> {
    match fs::read_to_string(output) {
        Ok(text) if text.starts_with(GENERATED) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() != io::ErrorKind::InvalidData => {
            Err(error).with_context(|| format!("{}: reading failed", output.display()))
        }
        _ => bail!(
            "{}: is no page of `damier results` and is not overwritten; remove it or give another name",
            output.display()
        ),
    }
}

/// Reads the summary of a folder, or a file.
fn read(path: &Path) -> anyhow::Result<Found> {
    let path = if path.is_dir() { path.join(SUMMARY_FILE) } else { path.to_owned() };
    if !path.exists() {
        bail!("{}: is not there; give a summary, or the folder of a gauntlet that has begun", path.display());
    }
    let summary = GauntletSummary::read(&path)?;
    let game = game_choice::open(&summary.game).with_context(|| path.display().to_string())?;
    let game =
        registry::NAMES.iter().position(|name| *name == name_of(game.id())).unwrap_or(registry::NAMES.len());
    Ok(Found { path, summary, game })
}
