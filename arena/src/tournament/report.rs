//! The tables of a tournament.

use std::fmt;

use super::{
    Cell, Event, Format, Last, Meeting, Table, TeamBoards,
    encounter::points_text,
    format::{
        groups::Groups,
        knockout::{self, Bracket},
    },
    standing::{self, Standing},
};
use crate::statistics::{Interval, Ranking, RatingModel, Ratings};

/// What a tournament has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Its name.
    pub title: String,
    /// What it is, in a few lines.
    pub facts: Vec<String>,
    /// Standings and crosstables, the most important one first.
    pub tables: Vec<Table>,
    /// The encounters round by round: a head, and a line for each.
    pub rounds: Vec<(String, Vec<String>)>,
    /// Whether the encounters say what the tables do not.
    pub rounds_matter: RoundsMatter,
}

/// Whether the encounters say what the tables do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundsMatter {
    /// They do: brackets and ladders.
    Yes,
    /// Everything is in the crosstable.
    No,
}

impl Report {
    pub(super) fn of(event: &Event, meetings: &[Meeting]) -> Self {
        let over: Vec<Meeting> = meetings
            .iter()
            .take_while(|meeting| meeting.games.len() >= event.games_due(meeting))
            .cloned()
            .collect();
        let mut tables = match &event.format {
            Format::RoundRobin { .. } => {
                let players: Vec<usize> = (0..event.names().len()).collect();
                vec![round_robin_table(event, "Standing", &players, meetings)]
            }
            Format::Groups { groups, cycles, advance, last } => {
                let stage = Groups { groups: *groups, cycles: *cycles, advance: *advance, last: *last };
                group_tables(event, &stage, meetings)
            }
            Format::Knockout { third_place } => {
                let players: Vec<usize> = (0..event.names().len()).collect();
                let bracket = knockout::bracket(event, &players, &over, 1, *third_place);
                vec![knockout_table(event, &bracket)]
            }
            Format::Swiss { .. } => vec![swiss_table(event, meetings)],
            Format::Ladder => vec![plain_table(event, "Ladder", &standing::ladder(event, &over))],
            Format::Teams { .. } => Vec::new(),
        };
        tables.extend(team_tables(event, meetings));
        if matches!(event.format, Format::Teams { .. }) {
            tables.push(member_table(event, meetings));
        }
        let rounds_matter = match event.format {
            Format::Knockout { .. } | Format::Ladder | Format::Teams { .. } => RoundsMatter::Yes,
            Format::Groups { last: Last::Knockout, .. } => RoundsMatter::Yes,
            _ => RoundsMatter::No,
        };
        Self {
            title: event.name.clone(),
            facts: facts(event, meetings),
            tables,
            rounds: rounds(event, meetings),
            rounds_matter,
        }
    }

    /// Adds the ratings of the players: for programs, whose strength does not change from game to game.
    #[must_use]
    pub fn with_ratings(mut self, event: &Event, meetings: &[Meeting]) -> Self {
        self.tables.push(rating_table(event, meetings));
        self
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}", self.title)?;
        self.facts.iter().try_for_each(|fact| writeln!(out, "  {fact}"))?;
        if self.rounds_matter == RoundsMatter::Yes {
            for (head, lines) in &self.rounds {
                writeln!(out, "\n{head}")?;
                lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
            }
        }
        self.tables.iter().try_for_each(|table| write!(out, "\n{table}"))
    }
}

/// What the tournament is, and how far it has come.
fn facts(event: &Event, meetings: &[Meeting]) -> Vec<String> {
    let times = |cycles: u32| if cycles == 1 { String::new() } else { format!(", {cycles} times") };
    let format = match &event.format {
        Format::RoundRobin { cycles } if event.rules.seats > 2 => {
            format!("every table of {} players{}", event.rules.seats, times(*cycles))
        }
        Format::RoundRobin { cycles } => format!("round robin: everybody meets everybody{}", times(*cycles)),
        Format::Groups { groups, cycles, advance, last } => {
            let then = match last {
                Last::Nothing => String::new(),
                Last::Knockout => format!("; the best {advance} of each play a knockout"),
                Last::RoundRobin => format!("; the best {advance} of each play a round robin"),
            };
            format!("{groups} groups{}{then}", times(*cycles))
        }
        Format::Knockout { .. } => "knockout".to_owned(),
        Format::Swiss { rounds } => {
            let played = meetings.iter().map(|meeting| meeting.encounter.round).max().unwrap_or(0);
            format!("Swiss, round {played} of {rounds}")
        }
        Format::Ladder => "challenge ladder: who wins stays".to_owned(),
        Format::Teams { boards: TeamBoards::Fixed, cycles } => {
            format!("teams on fixed boards{}", times(*cycles))
        }
        Format::Teams { boards: TeamBoards::AllPlayAll, cycles } => {
            format!("teams, everybody plays everybody of the other team{}", times(*cycles))
        }
    };
    let games: usize = meetings.iter().map(|meeting| meeting.games.len()).sum();
    let each = event.rules.games;
    let each = if each == 1 { "one game".to_owned() } else { format!("{each} games") };
    vec![
        format!("{format}; {} players, {each} an encounter", event.names().len()),
        format!("{games} games played"),
    ]
}

/// The encounters as text.
fn rounds(event: &Event, meetings: &[Meeting]) -> Vec<(String, Vec<String>)> {
    let by_round = meetings.chunk_by(|one, other| one.encounter.round == other.encounter.round);
    let rounds = by_round.map(|round| {
        let lines = round.iter().map(|meeting| encounter_text(event, meeting));
        (format!("Round {}", round[0].encounter.round), lines.collect())
    });
    rounds.collect()
}

fn encounter_text(event: &Event, meeting: &Meeting) -> String {
    let names: Vec<&str> =
        meeting.encounter.players.iter().map(|player| event.names()[*player].as_str()).collect();
    if meeting.is_bye() {
        return format!("{} has no opponent", names[0]);
    }
    if meeting.games.is_empty() {
        return names.join(" – ");
    }
    let points = meeting.encounter.players.iter().map(|player| points_text(meeting.points(*player)));
    let points: Vec<String> = points.collect();
    let due = event.games_due(meeting);
    let mut text = format!("{}  {}", names.join(" – "), points.join("–"));
    if meeting.games.len() > event.rules.games {
        text.push_str(&format!(", after {} games more", meeting.games.len() - event.rules.games));
    }
    if meeting.games.len() < due {
        text.push_str(&format!(", {} of {due} games", meeting.games.len()));
    } else if meeting.encounter.aim == super::Aim::Winner && meeting.is_level() {
        text.push_str(&format!(", {} by lot", event.names()[event.winner(meeting)]));
    }
    text
}

/// The first columns of a standing: place and name.
fn begun(event: &Event, title: &str, order: &[usize]) -> Table {
    let mut table = Table::new(title, &[("", Cell::Number), ("player", Cell::Text)]);
    table.rows = order
        .iter()
        .zip(1..)
        .map(|(player, place)| vec![format!("{place}"), event.names()[*player].clone()])
        .collect();
    table
}

/// The last columns: the criteria, and where lots have decided.
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

fn plain_table(event: &Event, title: &str, standing: &Standing) -> Table {
    let mut table = begun(event, title, &standing.order);
    finish(&mut table, standing);
    table
}

/// Everybody against everybody.
fn round_robin_table(event: &Event, title: &str, players: &[usize], meetings: &[Meeting]) -> Table {
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

/// What a player got from another in all games.
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
fn swiss_table(event: &Event, meetings: &[Meeting]) -> Table {
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

fn group_tables(event: &Event, stage: &Groups, meetings: &[Meeting]) -> Vec<Table> {
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
fn knockout_table(event: &Event, bracket: &Bracket) -> Table {
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

/// The teams: matches and boards in team events and ladders of two teams, otherwise the sums of their members.
fn team_tables(event: &Event, meetings: &[Meeting]) -> Option<Table> {
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

/// The points of a team's matches that are over: 1 for each that is won, ½ for a level one. 0 where teams do not
/// meet.
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
        won += if super::encounter::same(own, others) { 0.5 } else { f64::from(u8::from(own > others)) };
    }
    won
}

/// The players of a team event by their points.
fn member_table(event: &Event, meetings: &[Meeting]) -> Table {
    let criterion =
        standing::Criterion { name: "points".to_owned(), values: standing::points(event, meetings) };
    let players: Vec<usize> = (0..event.names().len()).collect();
    let mut standing = Standing::of(event, &players, vec![criterion]);
    // Nothing hangs on the order of equal members.
    standing.by_lot.clear();
    plain_table(event, "Players", &standing)
}

/// Elo with its interval, the strongest first.
fn rating_table(event: &Event, meetings: &[Meeting]) -> Table {
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
