//! The tables of a tournament.

mod gauntlet;
mod ratings;
mod standings;
mod teams;
mod words;

use std::fmt;

pub(crate) use self::{
    gauntlet::{OpponentScore, opponent_scores},
    ratings::{PlayerRating, ratings, tally_between},
};

use self::{
    gauntlet::gauntlet_table,
    ratings::rating_table,
    standings::{group_tables, knockout_table, plain_table, round_robin_table, swiss_table},
    teams::{member_table, team_tables},
};
use super::{
    Event, Format, Last, Meeting, Table,
    format::{groups::Groups, knockout},
    standing,
};

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
            Format::Gauntlet { .. } => vec![gauntlet_table(event, meetings)],
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
            facts: words::facts(event, meetings),
            tables,
            rounds: words::rounds(event, meetings),
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
