//! How strong the players are.

use std::cmp::Ordering;

use super::standings::begun;
use crate::{
    pairing::{Cell, Event, Meeting, Table},
    rating::{GamePoint, Interval, Ranking, RatingModel, Ratings, Tally},
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
    /// Its rating in Elo; the mean of all players, or the anchor, is 0.
    pub(crate) elo: Interval,
}

/// Returns the ratings of all players, the strongest first. Their mean is 0; with `anchor` that player has 0.
pub(crate) fn ratings(event: &Event, meetings: &[Meeting], anchor: Option<usize>) -> Vec<PlayerRating> {
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
    let elo = Ratings::of(event.names().len(), &groups, &RatingModel::default(), anchor).elo;
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

/// Returns the games between two players, seen by the first. At a table of more than two that one wins who got more.
pub(crate) fn tally_between(meetings: &[Meeting], [one, other]: [usize; 2]) -> Tally {
    let mut tally = Tally::default();
    for meeting in meetings {
        let players = &meeting.encounter.players;
        let seat = |player| players.iter().position(|seated| *seated == player);
        let (Some(own), Some(theirs)) = (seat(one), seat(other)) else { continue };
        let point = |shares: &Vec<f64>| match shares[own].total_cmp(&shares[theirs]) {
            Ordering::Less => GamePoint::Loss,
            Ordering::Equal => GamePoint::Draw,
            Ordering::Greater => GamePoint::Win,
        };
        // Two games between two begin with the same opening.
        for games in meeting.games.chunks(2) {
            match games {
                [one, other] if players.len() == 2 => tally.add_pair([point(one), point(other)]),
                games => games.iter().for_each(|game| tally.add(point(game), None)),
            }
        }
    }
    tally
}

/// Elo with its interval, the strongest first.
pub(super) fn rating_table(event: &Event, meetings: &[Meeting]) -> Table {
    let ratings = ratings(event, meetings, None);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::{Aim, Encounter};

    #[test]
    fn two_players_are_compared_at_every_table_where_both_sit() {
        let meeting = |players: &[usize], games: &[&[f64]]| Meeting {
            encounter: Encounter { round: 1, board: 1, players: players.to_vec(), aim: Aim::Points },
            games: games.iter().map(|shares| shares.to_vec()).collect(),
        };
        let meetings = [
            meeting(&[2, 0, 1], &[&[0.5, 0.5, 0.0], &[0.0, 0.25, 0.75], &[0.6, 0.4, 0.0]]),
            meeting(&[2, 0, 3], &[&[0.0, 0.0, 1.0]]),
            meeting(&[0, 2], &[&[1.0, 0.0], &[0.5, 0.5]]),
        ];
        let tally = tally_between(&meetings, [0, 2]);
        assert_eq!((tally.games, tally.pairs), ([1, 3, 2], [0, 0, 0, 1, 0]));
        assert_eq!(tally_between(&meetings, [2, 0]), tally.reversed());
        assert_eq!(tally_between(&meetings, [1, 3]).played(), 0);
    }
}
