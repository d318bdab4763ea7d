//! How strong the players are.

use super::standings::begun;
use crate::{
    pairing::{Cell, Event, Meeting, Table},
    rating::{Interval, Ranking, RatingModel, Ratings},
};

/// Elo with its interval, the strongest first.
pub(super) fn rating_table(event: &Event, meetings: &[Meeting]) -> Table {
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
    let ratings = Ratings::of(event.names().len(), &groups, &RatingModel::default(), None);
    let mut order: Vec<usize> = (0..event.names().len()).collect();
    order.sort_by(|one, other| ratings.elo[*other].value.total_cmp(&ratings.elo[*one].value));
    let mut table = begun(event, "Ratings (Elo by the scores of all games; their mean is 0)", &order);
    let games = |player: usize| -> usize {
        let with = meetings.iter().filter(|meeting| meeting.encounter.players.contains(&player));
        with.map(|meeting| meeting.games.len()).sum()
    };
    let share = |player: usize| {
        let points: f64 = meetings.iter().map(|meeting| meeting.points(player)).sum();
        if games(player) == 0 {
            String::new()
        } else {
            format!("{:.1} %", 100.0 * points / games(player) as f64)
        }
    };
    table.push_column("games", Cell::Number, order.iter().map(|player| games(*player).to_string()).collect());
    table.push_column("score", Cell::Number, order.iter().map(|player| share(*player)).collect());
    let elo = |player: &usize| format!("{:+.0}", ratings.elo[*player].value);
    table.push_column("Elo", Cell::Number, order.iter().map(elo).collect());
    let bounds = |player: &usize| {
        let Interval { low, high, .. } = ratings.elo[*player];
        format!("{low:+.0} to {high:+.0}")
    };
    table.push_column("95 %", Cell::Number, order.iter().map(bounds).collect());
    table
}
