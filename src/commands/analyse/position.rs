//! The best lines of one position.

use std::io::Write as _;

use damier_engine::analysis::{json, line_text, look, table};
use damier_rules::History;

use super::{AnalysisContext, Format};
use crate::{
    arguments::game_choice,
    terminal::{self, progress::positions},
};

/// Plies of the best line that the bar shows.
const LINE_SHOWN: usize = 8;

pub(super) fn analyse(context: &mut AnalysisContext<'_>, text: Option<&str>) -> anyhow::Result<()> {
    let AnalysisContext { game, engine, limits, control, format, judge, .. } = context;
    let position = game_choice::position_or_start(game, text)?;
    let history = History::new(&position);
    let bar = positions::thinking();
    let finding = look(engine, &position, &history, limits, control, &mut |report| {
        let line = line_text(game, &position, &report.principal_line, LINE_SHOWN);
        let share = 100.0 * report.value.score();
        bar.set_message(format!("{} {}  {share:.1} %  {line}", report.simulations, report.unit()));
    });
    bar.finish_and_clear();
    let mut out = terminal::escaped();
    match format {
        Format::Text => {
            let text = table::finding_table(game, &position, &finding);
            // The position stays on one line, to be copied.
            let (position, rest) = text.split_once('\n').unwrap_or((&text, ""));
            writeln!(out, "{position}")?;
            writeln!(terminal::report(), "{rest}judged by {judge}")?;
        }
        Format::Json => writeln!(out, "{}", json::finding(game, &position, &finding))?,
    }
    Ok(())
}
