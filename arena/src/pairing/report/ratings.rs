//! How strong the players are.

use super::standings::begun;
use crate::{
    pairing::{Cell, Event, Meeting, Table},
    rating::{Interval, Ranking, RatingModel, Ratings},
};

/// How strong a player is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PlayerRating {
    /// The number of the player.
    pub(crate) player: usize,
    /// The games that it has finished.
    pub(crate) games: usize,
    /// Its share of their points, 0..=1; `None` without games.
    pub(crate) share: Option<f64>,
    /// Its rating in Elo; the mean of all players is 0.
    pub(crate) elo: Interval,
}

/// Returns the ratings of all players, the strongest first.
pub(crate) fn ratings(event: &Event, meetings: &[Meeting]) -> Vec<PlayerRating> {
    let groups: Vec<Vec<Ranking>> = meetings
        .iter()
        .flat_map(|meeting| {
            let players = &meeting.encounter.players;
            let ranked = meeting.games.iter().map(|shares| Ranking::of_shares(players, shares));
            // Games that begin with the same opening depend on each other.
            let ranked: Vec<Ranking> = ranked.collect();
            ranked.chunks(players.len()).map(<[_]>::to_vec).collect::<Vec<_>>()
        })
        .collect();
    let elo = Ratings::of(event.names().len(), &groups, &RatingModel::default(), None).elo;
    let rating = |(player, elo): (usize, Interval)| {
        let with = meetings.iter().filter(|meeting| meeting.encounter.players.contains(&player));
        let games = with.map(|meeting| meeting.games.len()).sum();
        let points: f64 = meetings.iter().map(|meeting| meeting.points(player)).sum();
        PlayerRating { player, games, share: (games > 0).then(|| points / games as f64), elo }
    };
    let mut ratings: Vec<PlayerRating> = elo.into_iter().enumerate().map(rating).collect();
    ratings.sort_by(|one, other| other.elo.value.total_cmp(&one.elo.value));
    ratings
}

/// Elo with its interval, the strongest first.
pub(super) fn rating_table(event: &Event, meetings: &[Meeting]) -> Table {
    let ratings = ratings(event, meetings);
    let order: Vec<usize> = ratings.iter().map(|rating| rating.player).collect();
    let mut table = begun(event, "Ratings (Elo by the scores of all games; their mean is 0)", &order);
    let mut column = |name: &str, cell: &dyn Fn(&PlayerRating) -> String| {
        table.push_column(name, Cell::Number, ratings.iter().map(cell).collect());
    };
    column("games", &|rating| rating.games.to_string());
    column("score", &|rating| {
        rating.share.map_or_else(String::new, |share| format!("{:.1} %", 100.0 * share))
    });
    // Adding 0 makes 0 of −0.
    column("Elo", &|rating| format!("{:+.0}", rating.elo.value.round() + 0.0));
    column("95 %", &|rating| format!("{:+.0} to {:+.0}", rating.elo.low, rating.elo.high));
    table
}
