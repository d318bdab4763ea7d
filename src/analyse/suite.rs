//! A file of test positions.

use std::{io::Write as _, path::Path};

use damier_engine::analysis::{self, json, table};
use damier_rules::Game;

use super::{Desk, Format, progress, read_text};
use crate::terminal;

pub(super) fn solve<G: Game>(desk: &mut Desk<'_, G>, path: &Path) -> anyhow::Result<()> {
    let Desk { game, engine, limits, control, format, .. } = desk;
    let suite = analysis::parse_suite(game, &read_text(path)?)
        .map_err(|error| anyhow::anyhow!("{}, {error}", path.display()))?;
    if suite.is_empty() {
        anyhow::bail!("{}: there is no position in this file; it takes one on each line", path.display());
    }
    let bar = progress::counting(suite.len());
    let mut good = 0;
    let solved = analysis::solve(engine, &suite, limits, control, &mut |done| {
        good += usize::from(done.solved == Some(true));
        bar.set_message(format!("{good} solved"));
        bar.inc(1);
    });
    bar.finish();
    let mut out = terminal::report();
    match format {
        Format::Text => write!(terminal::report(), "{}", table::suite_table(game, &suite, &solved))?,
        Format::Json => {
            for done in &solved {
                writeln!(out, "{}", json::solved(game, &suite[done.index], done))?;
            }
            writeln!(out, "{}", json::score(suite.len(), &solved))?;
        }
    }
    Ok(())
}
