//! The summary of a match of more than two players.

use std::{collections::BTreeMap, fmt};

use damier_rules::{AnyGame, Game, Position};

use super::{
    contender::Contender,
    report::{EffortText, ThreadsText},
    runner::Played,
    scoreboard::{GameSummary, Summaries},
};
use crate::{
    play::Effort,
    rating::{
        Interval,
        ratings::{Ranking, RatingModel, Ratings},
    },
    remote::WorkerShares,
};

/// What one competitor achieved.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The threads that it searches with; `None` where it was given no number, or it does not search.
    pub threads: Option<usize>,
    /// Games times the seats it had in them.
    pub seats: usize,
    /// First places per seat; a shared one counts its part. Equal strength gives 1 / players.
    pub first_places: Interval,
    /// The mean share of the point per seat. Equal strength gives 1 / players.
    pub share: Interval,
    /// Elo by the places of the games ([`Ratings`]); the mean of all competitors is 0.
    pub elo: Interval,
    /// What searching has cost.
    pub effort: Effort,
}

/// The summary; its `Display` is a table of a few lines.
#[derive(Clone, PartialEq, Debug)]
pub struct MultiplayerReport {
    /// The game's identity.
    pub game: String,
    /// The number of players.
    pub players: usize,
    /// Games that were finished.
    pub games: usize,
    /// Plies of all games.
    pub plies: usize,
    /// The competitors, in the order they were given.
    pub rows: Vec<Row>,
    /// Where the openings come from, in words.
    pub opening_source: String,
    /// How often each way of ending occurred.
    pub endings: BTreeMap<String, usize>,
    /// What each of the other machines played, where time bounds moves; otherwise none.
    pub workers: WorkerShares,
    /// Why the file of games does not hold all of them; `None` where it does, or there is none.
    pub unwritten: Option<String>,
}

impl MultiplayerReport {
    /// Sums a match up.
    pub(super) fn of(game: &AnyGame, competitors: &[Contender], played: Played) -> Self {
        let Played { games: Summaries { games, endings: kinds }, opening_source, workers, .. } = played;
        let (players, games) = (game.start().players(), games.as_slice());
        let rounds: Vec<&[GameSummary]> =
            games.chunk_by(|one, other| one.index / players == other.index / players).collect();
        let rankings: Vec<Vec<Ranking>> =
            rounds.iter().map(|round| round.iter().map(GameSummary::ranking).collect()).collect();
        let ratings = Ratings::of(competitors.len(), &rankings, &RatingModel::default(), None);
        let mut endings = BTreeMap::new();
        for played in games {
            *endings.entry(kinds[played.ending].clone()).or_default() += 1;
        }
        let rows = competitors.iter().enumerate().map(|(competitor, contender)| {
            let places = seats_of(games, competitor);
            let mean_of = |value: &dyn Fn(&GameSummary, usize) -> f64| {
                let per_round: Vec<(f64, f64)> = rounds
                    .iter()
                    .map(|round| {
                        let seats = seats_of(round, competitor);
                        (seats.iter().map(|(game, seat)| value(game, *seat)).sum(), seats.len() as f64)
                    })
                    .collect();
                Interval::of_mean(&per_round)
            };
            let mut effort = Effort::default();
            places.iter().for_each(|(game, seat)| effort += game.effort[*seat]);
            Row {
                name: contender.name.clone(),
                threads: contender.threads,
                seats: places.len(),
                first_places: mean_of(&GameSummary::first_place),
                share: mean_of(&GameSummary::share),
                elo: ratings.elo[competitor],
                effort,
            }
        });
        Self {
            game: game.id().to_owned(),
            players,
            games: games.len(),
            plies: games.iter().map(|played| played.plies).sum(),
            rows: rows.collect(),
            opening_source,
            endings,
            workers,
            unwritten: None,
        }
    }
}

/// Returns the games and seats of a competitor.
fn seats_of(games: &[GameSummary], competitor: usize) -> Vec<(&GameSummary, usize)> {
    games.iter().flat_map(|game| game.seats_of(competitor).map(move |seat| (game, seat))).collect()
}

impl fmt::Display for MultiplayerReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}: {} games of {} players", self.game, self.games, self.players)?;
        if self.games == 0 {
            return write!(out, "no game was finished");
        }
        let width = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        writeln!(
            out,
            "  {:width$}  seats  first places (95 %)     share of the point     Elo",
            "competitor"
        )?;
        let percent = |interval: &Interval| {
            format!(
                "{:5.1} % ({:.1} to {:.1})",
                100.0 * interval.value,
                100.0 * interval.low.max(0.0),
                100.0 * interval.high.min(1.0)
            )
        };
        for row in &self.rows {
            writeln!(
                out,
                "  {:width$}  {:5}  {:22} {:22} {:+.0} ({:+.0} to {:+.0})",
                row.name,
                row.seats,
                percent(&row.first_places),
                percent(&row.share),
                row.elo.value,
                row.elo.low,
                row.elo.high
            )?;
        }
        let fair = 100.0 / self.players as f64;
        writeln!(out, "  equal strength has {fair:.1} % of the first places and of the point")?;
        for row in &self.rows {
            writeln!(out, "  {}: {}{}", row.name, ThreadsText(row.threads), EffortText(row.effort))?;
        }
        writeln!(out, "  openings   {}", self.opening_source)?;
        writeln!(out, "  length     {:.1} plies on average", self.plies as f64 / self.games as f64)?;
        write!(out, "  endings    ")?;
        for (place, (ending, count)) in self.endings.iter().enumerate() {
            write!(out, "{}{count} × {ending}", if place == 0 { "" } else { ", " })?;
        }
        write!(out, "{}", self.workers)
    }
}
