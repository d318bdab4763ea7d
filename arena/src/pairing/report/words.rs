//! What a tournament is and how its encounters went, in words.

use crate::pairing::{
    Aim, Event, Format, Last, Meeting, TeamBoards, encounter::points_text, format::gauntlet,
};

/// Returns what the tournament is, and how far it has come.
pub(super) fn facts(event: &Event, meetings: &[Meeting]) -> Vec<String> {
    let times = |cycles: u32| if cycles == 1 { String::new() } else { format!(", {cycles} times") };
    let format = match &event.format {
        Format::RoundRobin { cycles } if event.rules.seats > 2 => {
            format!("every table of {} players{}", event.rules.seats, times(*cycles))
        }
        Format::Gauntlet { cycles } => {
            format!("gauntlet: {} meets everybody{}", event.names()[gauntlet::FIRST], times(*cycles))
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

/// Returns the encounters as text.
pub(super) fn rounds(event: &Event, meetings: &[Meeting]) -> Vec<(String, Vec<String>)> {
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
    } else if meeting.encounter.aim == Aim::Winner && meeting.is_level() {
        text.push_str(&format!(", {} by lot", event.names()[event.winner(meeting)]));
    }
    text
}
