//! A file of test positions.

use std::{io::Write as _, path::Path};

use damier_engine::analysis::{self, Suite, json, table};

use super::{AnalysisContext, Format, read_text};
use crate::terminal::{self, progress::positions};

pub(super) fn solve(context: &mut AnalysisContext<'_>, path: &Path) -> anyhow::Result<()> {
    let AnalysisContext { game, engine, limits, control, format, judge, options, .. } = context;
    let suite = analysis::parse_suite(game, &read_text(path)?);
    check(&suite, path, options.strict)?;
    let bar = positions::counting(suite.positions.len());
    let mut good = 0;
    let solved = analysis::solve(engine, &suite.positions, limits, control, &mut |done| {
        good += usize::from(done.solved == Some(true));
        bar.set_message(format!("{good} solved"));
        bar.inc(1);
    });
    bar.finish();
    let mut out = terminal::escaped();
    match format {
        Format::Text => {
            write!(terminal::report(), "{}", table::suite_table(game, &suite.positions, &solved))?;
            writeln!(out, "judged by {judge}")?;
            if let left_out @ 1.. = suite.left_out.len() {
                let all = suite.positions.len() + left_out;
                writeln!(out, "left out {left_out} of {all} lines, which hold no test position")?;
            }
        }
        Format::Json => {
            for error in &suite.left_out {
                writeln!(out, "{}", json::left_out(error))?;
            }
            for done in &solved {
                writeln!(out, "{}", json::solved(game, &suite.positions[done.index], done))?;
            }
            writeln!(out, "{}", json::score(&suite, &solved))?;
        }
    }
    Ok(())
}

/// Tells the lines that hold no test position.
///
/// # Errors
/// There are such lines and all are wanted (`strict`), or there is no test position at all.
fn check(suite: &Suite, path: &Path, strict: bool) -> anyhow::Result<()> {
    let file = path.display();
    match suite.left_out.first() {
        Some(error) if strict => anyhow::bail!("{file}, {error}"),
        Some(error) if suite.positions.is_empty() => {
            let all = suite.left_out.len();
            anyhow::bail!("{file}: none of {all} lines holds a test position: {error}")
        }
        None if suite.positions.is_empty() => {
            anyhow::bail!("{file}: there is no position in this file; it takes one on each line")
        }
        _ => {}
    }
    let mut told = std::io::stderr().lock();
    for error in &suite.left_out {
        writeln!(told, "left out: {file}, {error}")?;
    }
    Ok(())
}
