//! How the teams stand, and their members.

use super::standings::plain_table;
use crate::pairing::{
    Cell, Event, Format, Meeting, Table,
    encounter::{points_text, same},
    standing::{self, Standing},
};

/// Returns the teams: matches and boards in team events and ladders of two teams, otherwise the sums of their members.
pub(super) fn team_tables(event: &Event, meetings: &[Meeting]) -> Option<Table> {
    let teams = &event.competitors.teams;
    if teams.is_empty() {
        return None;
    }
    let points = standing::points(event, meetings);
    let mut rows: Vec<(f64, f64, &str)> = teams
        .iter()
        .enumerate()
        .map(|(number, (name, members))| {
            let sum = members.iter().map(|member| points[*member]).sum();
            (match_points(event, number, meetings), sum, name.as_str())
        })
        .collect();
    let matches = matches!(event.format, Format::Teams { .. });
    rows.sort_by(|one, other| other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1)));
    let columns: &[(&str, Cell)] = if matches {
        &[("", Cell::Number), ("team", Cell::Text), ("matches", Cell::Number), ("boards", Cell::Number)]
    } else {
        &[("", Cell::Number), ("team", Cell::Text), ("sum of its members", Cell::Number)]
    };
    let mut table = Table::new("Teams", columns);
    for (number, (won, sum, name)) in rows.iter().enumerate() {
        let ahead = rows[..number].iter().filter(|row| row.0 > *won || row.1 > *sum).count();
        let mut row = vec![format!("{}", ahead + 1), (*name).to_owned()];
        row.extend(matches.then(|| points_text(*won)));
        row.push(points_text(*sum));
        table.rows.push(row);
    }
    Some(table)
}

/// Returns the points of a team's matches that are over: 1 for each that is won, ½ for a level one. 0 where teams do
/// not meet.
fn match_points(event: &Event, team: usize, meetings: &[Meeting]) -> f64 {
    if !matches!(event.format, Format::Teams { .. }) {
        return 0.0;
    }
    let teams = &event.competitors.teams;
    let team_of = |player: usize| teams.iter().position(|(_, members)| members.contains(&player));
    let mut won = 0.0;
    for round in meetings.chunk_by(|one, other| one.encounter.round == other.encounter.round) {
        let boards: Vec<&Meeting> = round
            .iter()
            .filter(|meeting| meeting.encounter.players.iter().any(|player| team_of(*player) == Some(team)))
            .collect();
        let over = |meeting: &&Meeting| meeting.games.len() >= event.games_due(meeting);
        if boards.is_empty() || !boards.iter().all(over) {
            continue;
        }
        let of = |own: bool| -> f64 {
            let players = boards
                .iter()
                .flat_map(|meeting| meeting.encounter.players.iter().map(move |player| (*meeting, *player)));
            players
                .filter(|(_, player)| (team_of(*player) == Some(team)) == own)
                .map(|(meeting, player)| standing::counted(event, meeting, player))
                .sum()
        };
        let (own, others) = (of(true), of(false));
        won += if same(own, others) { 0.5 } else { f64::from(u8::from(own > others)) };
    }
    won
}

/// Returns the players of a team event by their points.
pub(super) fn member_table(event: &Event, meetings: &[Meeting]) -> Table {
    let criterion =
        standing::Criterion { name: "points".to_owned(), values: standing::points(event, meetings) };
    let players: Vec<usize> = (0..event.names().len()).collect();
    let mut standing = Standing::of(event, &players, vec![criterion]);
    // Nothing hangs on the order of equal members.
    standing.by_lot.clear();
    plain_table(event, "Players", &standing)
}
