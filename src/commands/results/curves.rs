//! Strength for computing: the curves of runs, as text and as Markdown.

use std::fmt::Write as _;

use damier_arena::tournament::{Bounds, CurveOpponent, CurvePoint, CurveSummary};

use super::page::{Played, UNKNOWN, cells, code, elo_text, push_table, score_text, words};
use crate::terminal::numbers::{grouped, three_digits};

const INTRODUCTION: &str = "\
## Strength for computing

Nets of one run, from random weights to the last, meet each other and the first opponent under the same conditions. Elo
comes from all these games; the first opponent has 0. Core-minutes are the processor time of games and training, of all
threads together, on the machine of the run. The first table has the Elo of the last net within each number of core-minutes;
– stands before the first trained net and beyond the end of the run.

";
/// How the columns of a point begin.
const COLUMNS: [&str; 4] = ["core-minutes", "generation", "positions", "Elo (95 %)"];

/// Returns the cells of a point.
fn row(point: &CurvePoint) -> [String; 5] {
    let CurvePoint { generation, core_minutes, selfplay_positions, games, elo, score, .. } = point;
    let generation = match generation {
        0 => "0 (random weights)".to_owned(),
        number => number.to_string(),
    };
    let elo = if *games > 0 { elo_text(elo) } else { UNKNOWN.to_owned() };
    let score = score.as_ref().map_or_else(|| UNKNOWN.to_owned(), score_text);
    [minutes_text(*core_minutes), generation, grouped(*selfplay_positions), elo, score]
}

/// Returns core-minutes; what is less than a second has four decimals.
fn minutes_text(minutes: f64) -> String {
    const SECOND: f64 = 1.0 / 60.0;
    match minutes {
        0.0 => "0".to_owned(),
        minutes if minutes < SECOND => format!("{minutes:.4}"),
        minutes => three_digits(minutes),
    }
}

/// Returns what a column says: the score against the first opponent.
fn against(curve: &CurveSummary) -> String {
    let first = curve.opponents.first().map_or("", |first| &first.name);
    format!("score against {first}")
}

/// Returns the rating of an opponent by its number.
fn opponent_elo(number: usize, elo: &Bounds) -> String {
    if number == 0 { "Elo 0 by definition".to_owned() } else { format!("Elo {}", elo_text(elo)) }
}

/// Returns a curve for the terminal.
#[cfg(feature = "train")]
pub(crate) fn plain_table(curve: &CurveSummary) -> String {
    let CurveSummary { game, run, limits, games, games_due, openings, .. } = curve;
    let mut text = format!("{game}: strength for computing of {run}\n");
    // Writing into a text never fails.
    let _ = writeln!(text, "  {games} of {games_due} games, {limits}; openings: {openings}\n");
    let head = COLUMNS.map(str::to_owned).into_iter().chain([against(curve)]).collect();
    let rows: Vec<Vec<String>> =
        std::iter::once(head).chain(curve.points.iter().map(|point| row(point).to_vec())).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=COLUMNS.len()).map(width).collect();
    for row in &rows {
        let padded = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        let _ = writeln!(text, "  {}", padded.collect::<Vec<_>>().join("   "));
    }
    text.push('\n');
    for (number, CurveOpponent { name, games, elo, .. }) in curve.opponents.iter().enumerate() {
        let _ = writeln!(text, "  {name}: {}, {games} games", opponent_elo(number, elo));
    }
    text
}

/// Adds the section of curves to a page; nothing where there are none.
pub(super) fn push_curves(out: &mut String, curves: &[CurveSummary]) {
    if curves.is_empty() {
        return;
    }
    out.push_str(INTRODUCTION);
    push_overview(out, curves);
    for curve in curves {
        // Writing into a text never fails.
        let _ = write!(out, "### {} by {}\n\n", words(&curve.game), words(&curve.run));
        push_table(out, &["condition", "value"], &cells(conditions(curve)));
        let against = words(&against(curve));
        let head: Vec<&str> = COLUMNS.into_iter().chain([against.as_str()]).collect();
        push_table(out, &head, &curve.points.iter().map(|point| row(point).to_vec()).collect::<Vec<_>>());
    }
}

/// Adds the table of all games by core-minutes.
fn push_overview(out: &mut String, curves: &[CurveSummary]) {
    let budgets = budgets(curves);
    let named: Vec<String> = budgets.iter().map(|budget| format!("{budget} min")).collect();
    let head: Vec<&str> = ["game", "run"].into_iter().chain(named.iter().map(String::as_str)).collect();
    let row = |curve: &CurveSummary| {
        let elo = budgets.iter().map(|budget| within(&curve.points, *budget));
        let elo = elo.map(|point| match point {
            Some(CurvePoint { elo, .. }) => format!("{:+.0}", elo.value.round() + 0.0),
            None => UNKNOWN.to_owned(),
        });
        [words(&curve.game), words(&curve.run)].into_iter().chain(elo).collect()
    };
    push_table(out, &head, &curves.iter().map(row).collect::<Vec<_>>());
}

/// Returns the powers of two, in core-minutes, from the first to the last at which there is a net.
fn budgets(curves: &[CurveSummary]) -> Vec<u64> {
    let powers = || (0..u64::BITS - 1).map(|power| 1 << power);
    let has_net = |budget: &u64| curves.iter().any(|curve| within(&curve.points, *budget).is_some());
    let last = powers().rfind(has_net).unwrap_or(0);
    powers().skip_while(|budget| !has_net(budget)).take_while(|budget| *budget <= last).collect()
}

/// Returns the last trained net within a number of core-minutes; `None` where half of them reach the end of the run.
fn within(points: &[CurvePoint], budget: u64) -> Option<&CurvePoint> {
    let budget = budget as f64;
    let last = points.last()?;
    // The least number of all shows runs that were shorter.
    let is_over = budget > 1.0 && last.core_minutes <= budget / 2.0;
    let trained = |point: &&CurvePoint| point.core_minutes > 0.0 && point.games > 0;
    points.iter().filter(trained).rfind(|point| !is_over && point.core_minutes <= budget)
}

/// Returns the conditions of a curve, by name.
fn conditions(curve: &CurveSummary) -> Vec<(&'static str, String)> {
    let CurveSummary { openings, seed, games_each, games, games_due, .. } = curve;
    let played = Played {
        days: [&curve.first_game, &curve.last_game],
        games: [*games as u64, *games_due as u64],
        command: &curve.command,
        places: &curve.played_on,
        limits: &curve.limits,
        memory_mib: curve.memory_mib,
        openings: &format!("{openings}, the same for all encounters; seed {seed}"),
    };
    let mut rows = played.rows();
    rows.push(("encounters", format!("everybody meets everybody, {games_each} games each time")));
    for (number, CurveOpponent { name, competitor, games, elo }) in curve.opponents.iter().enumerate() {
        let described = if name == competitor { String::new() } else { format!(" ({})", code(competitor)) };
        let elo = opponent_elo(number, elo);
        rows.push(("opponent", format!("{}{described}: {elo}, {games} games", words(name))));
    }
    rows
}
