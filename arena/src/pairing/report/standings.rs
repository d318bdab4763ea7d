//! How the players stand: the tables of each format.

use crate::pairing::{
    Cell, Event, Last, Meeting, Table,
    encounter::points_text,
    format::{groups::Groups, knockout::Bracket},
    standing::{self, Standing},
};

/// Returns the first columns of a standing: place and name.
pub(super) fn begun(event: &Event, title: &str, order: &[usize]) -> Table {
    let mut table = Table::new(title, &[("", Cell::Number), ("player", Cell::Text)]);
    table.rows = order
        .iter()
        .zip(1..)
        .map(|(player, place)| vec![format!("{place}"), event.names()[*player].clone()])
        .collect();
    table
}

/// The last columns: the criteria, and where the draw has decided.
fn finish(table: &mut Table, standing: &Standing) {
    for (number, criterion) in standing.criteria.iter().enumerate() {
        let cells = standing.order.iter().map(|player| standing.text(number, *player)).collect();
        table.push_column(criterion.name.clone(), Cell::Number, cells);
    }
    if !standing.by_lot.is_empty() {
        let lot =
            |player: &usize| if standing.by_lot.contains(player) { "lot".to_owned() } else { String::new() };
        table.push_column("", Cell::Text, standing.order.iter().map(lot).collect());
    }
}

pub(super) fn plain_table(event: &Event, title: &str, standing: &Standing) -> Table {
    let mut table = begun(event, title, &standing.order);
    finish(&mut table, standing);
    table
}

/// Everybody against everybody.
pub(super) fn round_robin_table(
    event: &Event,
    title: &str,
    players: &[usize],
    meetings: &[Meeting],
) -> Table {
    let standing = standing::round_robin(event, players, meetings);
    let mut table = begun(event, title, &standing.order);
    if event.rules.seats == 2 {
        for (opponent, place) in standing.order.iter().zip(1..) {
            let cells =
                standing.order.iter().map(|player| cross_text(*player, *opponent, meetings)).collect();
            table.push_column(format!("{place}"), Cell::Cross, cells);
        }
    }
    finish(&mut table, &standing);
    table
}

/// Returns what a player got from another in all games.
fn cross_text(player: usize, opponent: usize, meetings: &[Meeting]) -> String {
    if player == opponent {
        return "·".to_owned();
    }
    let met = || meetings.iter().filter(|meeting| meeting.opponent(player) == Some(opponent));
    if met().all(|meeting| meeting.games.is_empty()) {
        return String::new();
    }
    points_text(met().map(|meeting| meeting.points(player)).sum())
}

/// Opponents and results round by round.
pub(super) fn swiss_table(event: &Event, meetings: &[Meeting]) -> Table {
    let standing = standing::swiss(event, meetings);
    let title = if event.rules.games % 2 == 1 {
        "Standing (rounds: place of the opponent · own seat: points)"
    } else {
        "Standing (rounds: place of the opponent: points)"
    };
    let mut table = begun(event, title, &standing.order);
    let place_of =
        |player: usize| standing.order.iter().position(|one| *one == player).map_or(0, |at| at + 1);
    let last = meetings.iter().map(|meeting| meeting.encounter.round).max().unwrap_or(0);
    for round in 1..=last {
        let cell = |player: &usize| {
            let met = meetings.iter().find(|meeting| {
                meeting.encounter.round == round && meeting.encounter.players.contains(player)
            });
            let Some(meeting) = met else { return String::new() };
            let Some(opponent) = meeting.opponent(*player) else { return "bye".to_owned() };
            // With an odd number of games it matters who began.
            let seat = match (event.rules.games % 2, meeting.encounter.players[0] == *player) {
                (0, _) => "",
                (_, true) => "·1",
                (_, false) => "·2",
            };
            let result =
                if meeting.games.is_empty() { String::new() } else { points_text(meeting.points(*player)) };
            format!("{}{seat}: {result}", place_of(opponent))
        };
        table.push_column(format!("round {round}"), Cell::Cross, standing.order.iter().map(cell).collect());
    }
    finish(&mut table, &standing);
    table
}

pub(super) fn group_tables(event: &Event, stage: &Groups, meetings: &[Meeting]) -> Vec<Table> {
    let (in_groups, in_last) = stage.stages(event, meetings);
    let mut tables = Vec::new();
    if let Some(bracket) = stage.bracket(event, meetings) {
        tables.push(knockout_table(event, &bracket));
    }
    if stage.last == Last::RoundRobin && !in_last.is_empty() {
        tables.push(round_robin_table(event, "Last stage", &stage.advanced(event, in_groups), in_last));
    }
    let members = stage.members(event.names().len());
    let groups = members
        .iter()
        .zip('A'..)
        .map(|(players, letter)| round_robin_table(event, &format!("Group {letter}"), players, in_groups));
    tables.extend(groups);
    tables
}

/// Places of a knockout: those who went out in the same round share theirs.
pub(super) fn knockout_table(event: &Event, bracket: &Bracket) -> Table {
    let mut table = Table::new("Knockout", &[("", Cell::Number), ("player", Cell::Text), ("", Cell::Text)]);
    let mut place = 1;
    let mut push = |players: &[usize], what: &str| {
        let last = place + players.len() - 1;
        let text = if players.len() > 1 { format!("{place}–{last}") } else { format!("{place}") };
        for player in players {
            table.rows.push(vec![text.clone(), event.names()[*player].clone(), what.to_owned()]);
        }
        place += players.len();
    };
    push(&bracket.left, if bracket.left.len() == 1 { "winner" } else { "still in" });
    for (back, out) in bracket.out.iter().rev().enumerate() {
        match bracket.third {
            Some([third, fourth]) if out.contains(&third) && out.contains(&fourth) => {
                push(&[third], "won the match for the third place");
                push(&[fourth], "lost the match for the third place");
            }
            _ => {
                let round = bracket.out.len() - back;
                let what = if back == 0 && bracket.left.len() == 1 {
                    "lost the final".to_owned()
                } else {
                    format!("out in round {round} of the knockout")
                };
                push(out, &what);
            }
        }
    }
    table
}
