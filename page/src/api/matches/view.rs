//! A match, a tournament or a league as JSON.

use std::collections::BTreeMap;

use damier_arena::{
    MatchReport, MultiplayerReport,
    league::LeagueRow,
    matches::{MatchProgress, MatchSummary, OpeningScore},
    pairing::{Cell, Report, Table},
    rating::{Interval, SprtState, Tally, Verdict},
    watch::{Progress, Summary, Watched},
};
use damier_rules::{AnyGame, GameDisplay as _, GameSoFar};
use serde::Serialize;

use crate::api::games::seats;

/// Openings of a match that an answer lists.
const MOST_OPENINGS: usize = 200;

/// What a list says of a folder.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SummaryView {
    /// The identity of the game, and what people call it.
    game: String,
    game_name: String,
    title: String,
    players: Vec<String>,
    /// Games that are finished.
    finished: usize,
    /// Games in all, or due by now where that follows from the results; `None` where it is not told.
    total: Option<usize>,
    /// Whether no game will follow.
    over: bool,
}

/// A match, a tournament or a league.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MatchView {
    name: String,
    /// `match`, `tournament` or `league`.
    kind: &'static str,
    /// Another one after every change.
    version: u64,
    summary: SummaryView,
    /// The names of the seats of the game.
    seats: Vec<&'static str>,
    /// A match of two; the other ones are `None`.
    two: Option<TwoView>,
    /// A match of more.
    more: Option<MoreView>,
    tournament: Option<TournamentView>,
    league: Option<Vec<RatedView>>,
}

/// A match of two, seen by the first competitor.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct TwoView {
    names: [String; 2],
    results: ResultsView,
    /// Pairs of games from one opening by the half points of the first competitor, 0 to 4.
    pairs: [u64; 5],
    /// Expected share of the point, 0 to 1; `None` before the first game.
    score: Option<IntervalView>,
    /// The difference in logistic Elo.
    elo: Option<IntervalView>,
    /// The likelihood that the first is the stronger one, 0 to 1.
    superiority: Option<f64>,
    sprt: Option<SprtView>,
    /// Games that a competitor forfeited.
    forfeits: usize,
    /// Plies of a game on average.
    plies: f64,
    endings: Vec<EndingView>,
    /// By the seat of the first competitor.
    by_seat: Vec<ResultsView>,
    by_opening: Vec<OpeningView>,
    /// Openings that differ from all others.
    openings: usize,
    /// What it is played by.
    settings: BTreeMap<String, String>,
}

/// Results of the first competitor.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ResultsView {
    won: u64,
    drawn: u64,
    lost: u64,
    /// The share of the points; `None` without games.
    score: Option<f64>,
}

/// A value and its 95 % interval; a bound that is infinite is `None`.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct IntervalView {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// A sequential test.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SprtView {
    /// The hypotheses, in words.
    test: String,
    /// The log-likelihood ratio, and its bounds.
    ratio: f64,
    lower: f64,
    upper: f64,
    /// `open`, `accepted` or `rejected`.
    verdict: &'static str,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct EndingView {
    text: String,
    games: usize,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OpeningView {
    /// The moves of one game that led there.
    moves: String,
    results: ResultsView,
}

/// A match of more than two.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct MoreView {
    rows: Vec<CompetitorView>,
    /// The share of the first places, and of the point, of equal strength.
    fair: f64,
    plies: f64,
    endings: Vec<EndingView>,
    settings: BTreeMap<String, String>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CompetitorView {
    name: String,
    /// Games times the seats it had in them.
    seats: usize,
    first_places: IntervalView,
    share: IntervalView,
    elo: IntervalView,
}

/// A tournament.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct TournamentView {
    /// What it is, in a few lines.
    facts: Vec<String>,
    /// Standings, crosstables and ratings, the most important one first.
    tables: Vec<TableView>,
    rounds: Vec<RoundView>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TableView {
    title: String,
    columns: Vec<ColumnView>,
    rows: Vec<Vec<String>>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ColumnView {
    name: String,
    /// `text`, `number`, or `cross` for results against one opponent or of one round.
    kind: &'static str,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RoundView {
    title: String,
    /// An encounter each.
    lines: Vec<String>,
}

/// Who is rated in a league; the last yardstick has Elo 0.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RatedView {
    name: String,
    /// That of a net of the run; `None` for a yardstick.
    generation: Option<u32>,
    games: usize,
    /// The share of the points, 0 to 1.
    score: f64,
    elo: IntervalView,
}

impl SummaryView {
    pub(super) fn of(summary: Summary) -> Self {
        let Summary { game, title, players, finished, total, over } = summary;
        let game_name = AnyGame::of_id(&game).map_or_else(|_| game.clone(), |game| game.title().to_owned());
        Self { game, game_name, title, players, finished, total, over }
    }
}

impl MatchView {
    /// Returns what a folder holds now.
    pub(super) fn of(name: &str, watched: &Watched) -> Self {
        let summary = watched.summary();
        let game = AnyGame::of_id(&summary.game).ok();
        let mut view = Self {
            name: name.to_owned(),
            kind: watched.kind().name(),
            version: watched.version(),
            seats: game.map_or_else(Vec::new, |game| seats(&GameSoFar::at_start(game))),
            summary: SummaryView::of(summary),
            two: None,
            more: None,
            tournament: None,
            league: None,
        };
        match watched.progress() {
            Progress::Match(progress) => {
                let MatchProgress { standing, report, settings, by_seat, by_opening } = *progress;
                match report {
                    MatchSummary::Two(report) => {
                        let sprt = standing.sprt.as_ref().map(SprtView::of);
                        view.two =
                            Some(TwoView { sprt, ..TwoView::of(*report, settings, &by_seat, by_opening) });
                    }
                    MatchSummary::More(report) => view.more = Some(MoreView::of(report, settings)),
                }
            }
            Progress::Tournament(report) => view.tournament = Some(TournamentView::of(report)),
            Progress::League(rows) => view.league = Some(rows.into_iter().map(RatedView::of).collect()),
        }
        view
    }

    pub(super) fn version(&self) -> u64 {
        self.version
    }
}

impl TwoView {
    fn of(
        report: MatchReport,
        settings: BTreeMap<String, String>,
        by_seat: &[Tally],
        by_opening: Vec<OpeningScore>,
    ) -> Self {
        let MatchReport { names, tally, estimate, sprt, plies, endings, forfeits, .. } = report;
        Self {
            names,
            results: ResultsView::of(&tally),
            pairs: tally.pairs,
            score: estimate.map(|estimate| IntervalView::of(estimate.score)),
            elo: estimate.map(|estimate| IntervalView::of(estimate.elo)),
            superiority: estimate.map(|estimate| estimate.superiority),
            sprt: sprt.as_ref().map(SprtView::of),
            forfeits,
            plies: mean(plies, tally.played() as usize),
            endings: endings_of(endings),
            by_seat: by_seat.iter().map(ResultsView::of).collect(),
            by_opening: by_opening
                .into_iter()
                .take(MOST_OPENINGS)
                .map(|score| OpeningView { results: ResultsView::of(&score.tally), moves: score.moves })
                .collect(),
            openings: report.different_openings,
            settings,
        }
    }
}

impl MoreView {
    fn of(report: MultiplayerReport, settings: BTreeMap<String, String>) -> Self {
        let rows = report.rows.into_iter().map(|row| CompetitorView {
            name: row.name,
            seats: row.seats,
            first_places: IntervalView::of(row.first_places),
            share: IntervalView::of(row.share),
            elo: IntervalView::of(row.elo),
        });
        Self {
            rows: rows.collect(),
            fair: 1.0 / report.players as f64,
            plies: mean(report.plies, report.games),
            endings: endings_of(report.endings),
            settings,
        }
    }
}

impl TournamentView {
    fn of(report: Report) -> Self {
        let Report { facts, tables, rounds, .. } = report;
        let tables = tables.into_iter().map(TableView::of);
        let rounds = rounds.into_iter().map(|(title, lines)| RoundView { title, lines });
        Self { facts, tables: tables.collect(), rounds: rounds.collect() }
    }
}

impl TableView {
    fn of(table: Table) -> Self {
        let Table { title, columns, rows } = table;
        let columns = columns.into_iter().map(|column| ColumnView {
            name: column.name,
            kind: match column.cell {
                Cell::Text => "text",
                Cell::Number => "number",
                Cell::Cross => "cross",
            },
        });
        Self { title, columns: columns.collect(), rows }
    }
}

impl RatedView {
    fn of(row: LeagueRow) -> Self {
        let LeagueRow { name, generation, games, score, elo } = row;
        Self { name, generation, games, score, elo: IntervalView::of(elo) }
    }
}

impl ResultsView {
    fn of(tally: &Tally) -> Self {
        let [lost, drawn, won] = tally.games;
        Self { won, drawn, lost, score: tally.score() }
    }
}

impl IntervalView {
    fn of(interval: Interval) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        Self { value: finite(interval.value), low: finite(interval.low), high: finite(interval.high) }
    }
}

impl SprtView {
    fn of(state: &SprtState) -> Self {
        let (lower, upper) = state.test.bounds();
        let verdict = match state.verdict {
            Verdict::Open => "open",
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
        };
        Self { test: state.test.to_string(), ratio: state.ratio, lower, upper, verdict }
    }
}

fn endings_of(endings: BTreeMap<String, usize>) -> Vec<EndingView> {
    let mut endings: Vec<EndingView> =
        endings.into_iter().map(|(text, games)| EndingView { text, games }).collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
    endings
}

fn mean(sum: usize, count: usize) -> f64 {
    sum as f64 / count.max(1) as f64
}
