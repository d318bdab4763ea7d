//! A file of games, annotated.

use std::{io::Write as _, path::Path};

use anyhow::Context as _;
use damier_engine::{
    analysis::{self, json, table},
    engine::Judge,
};
use damier_files::atomic_file;
use damier_rules::{
    GameText, Position as _,
    game_text::{self, GameTextError},
};

use super::{AnalysisContext, Format, read_text};
use crate::terminal::{self, progress::positions};

/// Games that could not be read whose reasons are told.
const REASONS_SHOWN: usize = 3;
/// The tag that says who wrote the comments.
const ANNOTATOR: &str = "Annotator";

pub(super) fn annotate(context: &mut AnalysisContext<'_>, path: &Path) -> anyhow::Result<()> {
    let text = read_text(path)?;
    let (games, errors): (Vec<_>, Vec<_>) =
        game_text::read(&context.game, &text).partition(|read| read.is_ok());
    let mut games: Vec<GameText> = games.into_iter().filter_map(Result::ok).collect();
    let errors: Vec<GameTextError> = errors.into_iter().filter_map(Result::err).collect();
    if let Some(error) = errors.first().filter(|_| context.options.strict) {
        anyhow::bail!("{}, {error}", path.display());
    }
    if games.is_empty() && errors.is_empty() {
        anyhow::bail!("{}: there is no game in this file", path.display());
    }
    let written = annotate_all(context, &mut games)?;
    if let Some(out) = &context.options.out {
        atomic_file::write(out, written.as_bytes()).with_context(|| out.display().to_string())?;
    }
    unread(path, &errors, games.len())
}

/// Reviews the games one after the other and prints what is found; the annotated games as text.
fn annotate_all(context: &mut AnalysisContext<'_>, games: &mut [GameText]) -> anyhow::Result<String> {
    let AnalysisContext { game, engine, limits, control, format, judge, options, .. } = context;
    let all = games.len();
    let bar = positions::counting(games.iter().map(|text| text.line.moves.len() + 1).sum());
    let mut written = String::new();
    for (index, text) in games.iter_mut().enumerate() {
        if control.is_stopped() {
            break;
        }
        bar.set_message(format!("game {} of {all}", index + 1));
        let reviews = analysis::review(engine, text, limits, control, &mut |_, _| bar.inc(1));
        if *format == Format::Json {
            let mut position = text.start.clone();
            for review in &reviews {
                let line = json::review(game, index + 1, &position, review);
                bar.suspend(|| writeln!(terminal::output(), "{line}"))?;
                position.play(review.mv);
            }
        }
        analysis::annotate(game, text, &reviews);
        let annotator = annotator(text.tags.get(ANNOTATOR), judge);
        text.tags.set(ANNOTATOR, &annotator);
        let annotated = game_text::write(game, text);
        match (*format, &options.out) {
            (Format::Text, None) => bar.suspend(|| terminal::write_file_text(&annotated))?,
            (Format::Text, Some(_)) => {
                let summary = table::review_table(game, text, &reviews);
                bar.suspend(|| writeln!(terminal::escaped(), "game {} of {all}\n{summary}", index + 1))?;
            }
            (Format::Json, _) => {}
        }
        written.push_str(&annotated);
    }
    bar.finish();
    Ok(written)
}

/// Who wrote the comments: those who did before, and the program with what it judged by.
fn annotator(before: Option<&str>, judge: &Judge) -> String {
    let judge = match judge {
        Judge::Net(net) => net.origin().file_name(),
        Judge::BuiltIn => "built-in judgement",
    };
    let own = format!("damier, {judge}");
    match before {
        Some(before) if !before.ends_with(&own) => format!("{before}; {own}"),
        _ => own,
    }
}

/// Fails where games could not be read; `read` could.
fn unread(path: &Path, errors: &[GameTextError], read: usize) -> anyhow::Result<()> {
    if errors.is_empty() {
        return Ok(());
    }
    let reasons: Vec<String> = errors.iter().take(REASONS_SHOWN).map(ToString::to_string).collect();
    let more = errors.len().saturating_sub(REASONS_SHOWN);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let all = errors.len() + read;
    let file = path.display();
    anyhow::bail!("{file}: {} of {all} games could not be read: {}{more}", errors.len(), reasons.join("; "))
}
