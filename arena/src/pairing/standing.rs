//! Who is ahead, and by what.

use std::collections::HashSet;

use super::{
    Counting, Event, Meeting,
    encounter::{points_text, same},
};

/// A criterion with its value for every player, by number; more is better.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Criterion {
    pub(super) name: String,
    pub(super) values: Vec<f64>,
}

/// Players in order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Standing {
    /// The best first.
    pub(super) order: Vec<usize>,
    /// What they are ordered by.
    pub(super) criteria: Vec<Criterion>,
    /// Players whose place only the draw has decided.
    pub(super) by_lot: HashSet<usize>,
}

impl Standing {
    /// Orders `players` by `criteria`, then by the draw.
    pub(super) fn of(event: &Event, players: &[usize], criteria: Vec<Criterion>) -> Self {
        let level = |one: usize, other: usize| {
            criteria.iter().all(|criterion| same(criterion.values[one], criterion.values[other]))
        };
        let mut order = players.to_vec();
        order.sort_by(|one, other| {
            let differing =
                criteria.iter().find(|criterion| !same(criterion.values[*one], criterion.values[*other]));
            match differing {
                Some(criterion) => criterion.values[*other].total_cmp(&criterion.values[*one]),
                None => event.draw.of(*one).cmp(&event.draw.of(*other)),
            }
        });
        let by_lot = order
            .windows(2)
            .filter(|pair| level(pair[0], pair[1]))
            .flat_map(|pair| [pair[0], pair[1]])
            .collect();
        Self { order, criteria, by_lot }
    }

    /// Returns the value of a criterion as text.
    pub(super) fn text(&self, criterion: usize, player: usize) -> String {
        points_text(self.criteria[criterion].values[player])
    }
}

/// Returns what a meeting counts for a player.
pub(super) fn counted(event: &Event, meeting: &Meeting, player: usize) -> f64 {
    let encounters = event.rules.counting == Counting::Encounters;
    if meeting.is_bye() {
        let takes_part = meeting.encounter.players.contains(&player);
        let whole = if encounters { 1.0 } else { event.rules.games as f64 };
        return if takes_part { whole } else { 0.0 };
    }
    let points = meeting.points(player);
    match meeting.opponent(player) {
        Some(_) if encounters && meeting.games.len() < event.games_due(meeting) => 0.0,
        Some(opponent) if encounters => match meeting.points(opponent) {
            others if same(points, others) => 0.5,
            others => f64::from(u8::from(points > others)),
        },
        _ => points,
    }
}

/// Returns the points of every player.
pub(super) fn points(event: &Event, meetings: &[Meeting]) -> Vec<f64> {
    let mut points = vec![0.0; event.names().len()];
    for meeting in meetings {
        meeting
            .encounter
            .players
            .iter()
            .for_each(|player| points[*player] += counted(event, meeting, *player));
    }
    points
}

/// A round robin of `players`: points, points against those with as many, Sonneborn-Berger (the points of each
/// opponent by the share won from it). With more than two seats: points, then first places.
pub(super) fn round_robin(event: &Event, players: &[usize], meetings: &[Meeting]) -> Standing {
    let within: Vec<Meeting> = meetings
        .iter()
        .filter(|meeting| meeting.encounter.players.iter().all(|player| players.contains(player)))
        .cloned()
        .collect();
    let points = points(event, &within);
    let criterion = |name: &str, values: Vec<f64>| Criterion { name: name.to_owned(), values };
    if event.rules.seats > 2 {
        let firsts = first_places(event, &within);
        return Standing::of(
            event,
            players,
            vec![criterion("points", points), criterion("first places", firsts)],
        );
    }
    let mut among_equals = vec![0.0; points.len()];
    let mut berger = vec![0.0; points.len()];
    for meeting in &within {
        for player in &meeting.encounter.players {
            let Some(opponent) = meeting.opponent(*player) else { continue };
            let won = counted(event, meeting, *player);
            if same(points[*player], points[opponent]) {
                among_equals[*player] += won;
            }
            berger[*player] += won * points[opponent];
        }
    }
    let criteria = [("points", points), ("direct", among_equals), ("Sonneborn-Berger", berger)];
    let criteria = criteria.into_iter().map(|(name, values)| criterion(name, values));
    Standing::of(event, players, criteria.collect())
}

/// First places of games of more than two; a shared one counts its part.
fn first_places(event: &Event, meetings: &[Meeting]) -> Vec<f64> {
    let mut firsts = vec![0.0; event.names().len()];
    for meeting in meetings {
        for shares in &meeting.games {
            let best = shares.iter().copied().fold(0.0, f64::max);
            let sharing = shares.iter().filter(|share| same(**share, best)).count() as f64;
            for (player, share) in meeting.encounter.players.iter().zip(shares) {
                firsts[*player] += if same(*share, best) { 1.0 / sharing } else { 0.0 };
            }
        }
    }
    firsts
}

/// A Swiss tournament: points, then the points of the opponents without the best and the worst (median Buchholz),
/// then without the two best and the two worst, and so on while something is left. A bye counts as an opponent
/// with the player's own points.
pub(super) fn swiss(event: &Event, meetings: &[Meeting]) -> Standing {
    let points = points(event, meetings);
    let players: Vec<usize> = (0..points.len()).collect();
    let mut opponents: Vec<Vec<f64>> = vec![Vec::new(); points.len()];
    for meeting in meetings {
        for player in &meeting.encounter.players {
            opponents[*player].push(points[meeting.opponent(*player).unwrap_or(*player)]);
        }
    }
    let most = opponents.iter().map(Vec::len).max().unwrap_or(0);
    let cuts = (1..=most.saturating_sub(1) / 2).map(|cut| {
        let name = if cut == 1 { "median Buchholz".to_owned() } else { format!("{cut} cut off") };
        Criterion { name, values: opponents.iter().map(|points| buchholz(points, cut)).collect() }
    });
    let mut criteria = vec![Criterion { name: "points".to_owned(), values: points }];
    for criterion in cuts {
        let needed = criteria.len() < 2 || !Standing::of(event, &players, criteria.clone()).by_lot.is_empty();
        if needed {
            criteria.push(criterion);
        }
    }
    Standing::of(event, &players, criteria)
}

/// Returns the sum of the opponents' points without the `cut` best and the `cut` worst.
fn buchholz(opponents: &[f64], cut: usize) -> f64 {
    let mut sorted = opponents.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(cut..sorted.len().saturating_sub(cut)).map_or(0.0, |kept| kept.iter().sum())
}

/// Orders a ladder by encounters won, then by who came to the board later.
pub(super) fn ladder(event: &Event, meetings: &[Meeting]) -> Standing {
    let mut wins = vec![0.0; event.names().len()];
    let mut last_round = wins.clone();
    for meeting in meetings {
        wins[event.winner(meeting)] += 1.0;
        for player in &meeting.encounter.players {
            last_round[*player] = f64::from(meeting.encounter.round);
        }
    }
    let players: Vec<usize> = (0..wins.len()).collect();
    let criteria = [("won", wins), ("last round", last_round)];
    let criteria = criteria.into_iter().map(|(name, values)| Criterion { name: name.to_owned(), values });
    Standing::of(event, &players, criteria.collect())
}
