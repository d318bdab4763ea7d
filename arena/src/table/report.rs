//! The summary of a table.

use std::{collections::BTreeMap, fmt};

use damier_rules::{Game, Outcome};

use super::TableGame;
use crate::{
    contest::{Effort, EffortText},
    statistics::{
        Interval,
        rating::{Ranking, RatingModel, Ratings},
    },
};

/// What one competitor achieved.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
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
pub struct TableReport {
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
    /// How often each way of ending occurred.
    pub endings: BTreeMap<String, usize>,
}

impl TableReport {
    /// Sums a table up.
    pub(super) fn of<G: Game>(
        game: &str,
        players: usize,
        names: Vec<String>,
        games: &[TableGame<G>],
    ) -> Self {
        let rounds: Vec<&[TableGame<G>]> =
            games.chunk_by(|one, other| one.index / players == other.index / players).collect();
        let rankings: Vec<Vec<Ranking>> =
            rounds.iter().map(|round| round.iter().map(ranking).collect()).collect();
        let ratings = Ratings::of(names.len(), &rankings, &RatingModel::default(), None);
        let mut endings = BTreeMap::new();
        for played in games {
            *endings.entry(played.course.ending.kind()).or_default() += 1;
        }
        let rows = names.into_iter().enumerate().map(|(competitor, name)| {
            let places = seats_of(games, competitor);
            let mean_of = |value: &dyn Fn(&TableGame<G>, usize) -> f64| {
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
            places.iter().for_each(|(game, seat)| effort += game.course.effort[*seat]);
            Row {
                name,
                seats: places.len(),
                first_places: mean_of(&first_place),
                share: mean_of(&|game, seat| game.share(seat)),
                elo: ratings.elo[competitor],
                effort,
            }
        });
        Self {
            game: game.to_owned(),
            players,
            games: games.len(),
            plies: games.iter().map(|played| played.course.moves.len()).sum(),
            rows: rows.collect(),
            endings,
        }
    }
}

/// The games and seats of a competitor.
fn seats_of<G: Game>(games: &[TableGame<G>], competitor: usize) -> Vec<(&TableGame<G>, usize)> {
    let seats = |game: &TableGame<G>| {
        game.seats
            .iter()
            .enumerate()
            .filter(|(_, other)| **other == competitor)
            .map(|(seat, _)| seat)
            .collect()
    };
    games
        .iter()
        .flat_map(|game| {
            let seats: Vec<usize> = seats(game);
            seats.into_iter().map(move |seat| (game, seat))
        })
        .collect()
}

/// Of the first place, the part that `seat` has.
fn first_place<G: Game>(game: &TableGame<G>, seat: usize) -> f64 {
    let players = game.seats.len();
    match game.course.outcome {
        Outcome::Win(winner) => f64::from(u8::from(winner.index() == seat)),
        Outcome::Draw => 1.0 / players as f64,
        Outcome::Places(places) => {
            let best = places[..players].iter().min().expect("players");
            let sharing = places[..players].iter().filter(|place| *place == best).count();
            if places[seat] == *best { 1.0 / sharing as f64 } else { 0.0 }
        }
    }
}

/// The same for competitor 0, which has one seat.
pub(super) fn first_place_of_first<G: Game>(game: &TableGame<G>) -> f64 {
    game.seats.iter().position(|competitor| *competitor == 0).map_or(0.0, |seat| first_place(game, seat))
}

/// The places of a game.
fn ranking<G: Game>(game: &TableGame<G>) -> Ranking {
    let shares: Vec<f64> = (0..game.seats.len()).map(|seat| game.share(seat)).collect();
    Ranking::of_shares(&game.seats, &shares)
}

impl fmt::Display for TableReport {
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
            writeln!(out, "  {}: {}", row.name, EffortText(row.effort))?;
        }
        writeln!(out, "  length     {:.1} plies on average", self.plies as f64 / self.games as f64)?;
        write!(out, "  endings    ")?;
        for (place, (ending, count)) in self.endings.iter().enumerate() {
            write!(out, "{}{count} × {ending}", if place == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
