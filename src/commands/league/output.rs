//! A league as text, as a page, and as a curve for TensorBoard.

use std::{fs, path::Path};

use anyhow::Context as _;
use damier_arena::league::{LeagueEnd, LeagueRow};
use damier_files::atomic_file;
use damier_train::tensorboard::Board;

use super::{
    costs::{Costs, SECONDS_PER_HOUR},
    plots::NamedPlot,
};

/// The ratings as text.
pub(super) fn table(end: &LeagueEnd, game: &str) -> String {
    let width = end.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{game}: league of {} players\n", end.rows.len());
    text.push_str(&format!("  {:width$}  games   score    Elo  95 %\n", "player"));
    for row in &end.rows {
        let LeagueRow { name, games, score, elo, .. } = row;
        text.push_str(&format!(
            "  {name:width$}  {games:5}  {:5.1} %  {:+5.0}  {:+.0} to {:+.0}\n",
            100.0 * score,
            elo.value,
            elo.low,
            elo.high
        ));
    }
    if !end.workers.0.is_empty() {
        text.push_str(&format!("{}\n", end.workers.to_string().trim_start_matches('\n')));
    }
    text
}

pub(super) fn write_files(
    folder: &Path,
    end: &LeagueEnd,
    plots: &[NamedPlot],
    game: &str,
) -> anyhow::Result<()> {
    let mut page = String::from(PAGE_HEAD);
    page.push_str(&format!("<h1>{game}: league</h1>\n"));
    for (name, plot) in plots {
        let svg = plot.svg();
        write_file(&folder.join(name), &svg)?;
        page.push_str(&svg);
    }
    page.push_str("<table>\n<tr><th>player</th><th>games</th><th>score</th><th>Elo</th><th>95 %</th></tr>\n");
    for row in &end.rows {
        page.push_str(&format!(
            "<tr><td>{}</td><td>{}</td><td>{:.1} %</td><td>{:+.0}</td><td>{:+.0} to {:+.0}</td></tr>\n",
            row.name.replace('&', "&amp;").replace('<', "&lt;"),
            row.games,
            100.0 * row.score,
            row.elo.value,
            row.elo.low,
            row.elo.high
        ));
    }
    page.push_str("</table>\n<p>Elo by the scores of all games together; the last yardstick has 0.</p>\n</body>\n</html>\n");
    write_file(&folder.join("index.html"), &page)
}

const PAGE_HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
    <title>damier league</title>\n<style>body{font:16px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:50rem;\
    padding:0 1rem}svg{width:100%;height:auto;margin:1rem 0;border:1px solid #8884}table{border-collapse:collapse}\
    th,td{border:1px solid #8884;padding:.25rem .6rem;text-align:right}td:first-child,th:first-child{text-align:left}\
    </style>\n</head>\n<body>\n";

fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    atomic_file::write(path, text.as_bytes())
        .with_context(|| format!("{}: cannot be written", path.display()))
}

/// The curve for TensorBoard; its steps are those of the optimiser, as in the curves of the run.
pub(super) fn write_curve(folder: &Path, end: &LeagueEnd, costs: &Costs) -> anyhow::Result<()> {
    // What earlier files say is out of date: all ratings have changed. The new file begins at step 0, which makes
    // TensorBoard forget them.
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    let mut board = Board::open(folder, 0)?;
    for row in end.rows.iter().filter(|row| row.games > 0) {
        let Some(cost) = row.generation.and_then(|generation| costs.by_generation.get(&generation)) else {
            continue;
        };
        for (tag, value) in [
            ("league/elo", row.elo.value),
            ("league/elo_low", row.elo.low),
            ("league/elo_high", row.elo.high),
            ("league/simulations", cost.simulations),
            ("league/hours", cost.seconds / SECONDS_PER_HOUR),
        ] {
            board.scalar(tag, cost.steps, value)?;
        }
    }
    Ok(board.flush()?)
}
