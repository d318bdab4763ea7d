//! `damier results`: a page from the summaries of gauntlets and the curves of runs.

pub(crate) mod curves;
mod page;

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use clap::Args;
use damier_arena::tournament::{CURVE_FILE, CurveSummary, GauntletSummary, SUMMARY_FILE, SummaryFile};
use damier_files::atomic_file;
use damier_rules::{Game as _, options::name_of, registry};

use self::page::{GENERATED, page};
use crate::{arguments::game_choice, terminal};

/// Make a page of results from the summaries of gauntlets and the curves of runs
#[derive(Args, Debug)]
#[command(after_help = "\
A tournament with format = \"gauntlet\" keeps a summary.json in its folder. The page has a section for each game, with the
conditions, the score against every opponent and one rating list. `damier curve` keeps a curve.json in its folder; all
curves together are the last section, strength for computing. The page depends on these files alone, in any order.

A page that is there is replaced; a file that is no such page is not.

Examples:
  damier tournament gauntlets/russian.toml --dir russian
  damier results russian
  damier results russian curves/russian
  damier results docs/results/*.json -o docs/results.md")]
pub(crate) struct Options {
    /// Folders of gauntlets and curves, or their files
    #[arg(value_name = "SUMMARY", required = true)]
    summaries: Vec<PathBuf>,
    /// The page; without it, standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A file, and where it lies.
struct Found {
    path: PathBuf,
    file: SummaryFile,
    /// The place of its game in the list of games.
    game: usize,
}

/// What a file is of: whether it is a curve, the place of its game, the game, and its name. No two files have the same.
type Key = (bool, usize, String, String);

impl Found {
    fn key(&self) -> Key {
        let (is_curve, game, name) = match &self.file {
            SummaryFile::Gauntlet(summary) => (false, &summary.game, summary.name.clone()),
            SummaryFile::Curve(curve) => (true, &curve.game, format!("{}, {}", curve.run, curve.limits)),
        };
        (is_curve, self.game, game.clone(), name)
    }
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    if let Some(output) = &options.output {
        check_replaceable(output)?;
    }
    let mut found = options.summaries.iter().map(|path| read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    found.sort_by_key(Found::key);
    if let Some([one, other]) = found.array_windows().find(|[one, other]| one.key() == other.key()) {
        let (is_curve, _, game, name) = one.key();
        let remedy = if is_curve { "" } else { ", or name one of the gauntlets otherwise" };
        bail!(
            "{} and {} are both of {name:?} in {game}; give one of them{remedy}",
            one.path.display(),
            other.path.display(),
        );
    }
    let (mut summaries, mut curves): (Vec<GauntletSummary>, Vec<CurveSummary>) = Default::default();
    for one in found {
        match one.file {
            SummaryFile::Gauntlet(summary) => summaries.push(summary),
            SummaryFile::Curve(curve) => curves.push(curve),
        }
    }
    let text = page(&summaries, &curves);
    let mut out = terminal::escaped();
    let Some(output) = &options.output else {
        write!(out, "{text}")?;
        return Ok(());
    };
    let failed = || format!("{}: writing failed", output.display());
    atomic_file::write(output, text.as_bytes()).with_context(failed)?;
    let counted = match curves.len() {
        0 => String::new(),
        1 => ", 1 curve".to_owned(),
        count => format!(", {count} curves"),
    };
    writeln!(out, "{}: {} gauntlets{counted}", output.display(), summaries.len())?;
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

/// Reads the summary or the curve of a folder, or a file.
fn read(path: &Path) -> anyhow::Result<Found> {
    let within = |name: &str| Some(path.join(name)).filter(|file| file.exists());
    let path = match path.is_dir() {
        true => {
            within(SUMMARY_FILE).or_else(|| within(CURVE_FILE)).unwrap_or_else(|| path.join(SUMMARY_FILE))
        }
        false => path.to_owned(),
    };
    if !path.exists() {
        bail!(
            "{}: is not there; give a summary or a curve, or the folder of a gauntlet or a curve that has begun",
            path.display()
        );
    }
    let file = SummaryFile::read(&path)?;
    let game = match &file {
        SummaryFile::Gauntlet(summary) => &summary.game,
        SummaryFile::Curve(curve) => &curve.game,
    };
    let game = game_choice::open(game).with_context(|| path.display().to_string())?;
    let game =
        registry::NAMES.iter().position(|name| *name == name_of(game.id())).unwrap_or(registry::NAMES.len());
    Ok(Found { path, file, game })
}
