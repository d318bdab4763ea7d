//! What the first player of a gauntlet got from each opponent.

use crate::{
    pairing::{Cell, Event, Meeting, Table, format::gauntlet::FIRST},
    rating::{Estimate, GamePoint, Interval, Tally},
};

/// The results of the first player of a gauntlet against one opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OpponentScore {
    /// The number of the opponent.
    pub(crate) opponent: usize,
    /// The games of all encounters, seen by the first player.
    pub(crate) tally: Tally,
}

/// Returns the results of the first player of a gauntlet against each opponent, in the order of the players.
pub(crate) fn opponent_scores(event: &Event, meetings: &[Meeting]) -> Vec<OpponentScore> {
    let score = |opponent| {
        let mut tally = Tally::default();
        for meeting in meetings.iter().filter(|meeting| meeting.opponent(FIRST) == Some(opponent)) {
            let at = meeting.encounter.players.iter().position(|player| *player == FIRST).unwrap_or(0);
            let point = |shares: &Vec<f64>| GamePoint::of_share(shares[at] as f32);
            // Two games begin with the same opening.
            for pair in meeting.games.chunks(2) {
                match pair {
                    [one, other] => tally.add_pair([point(one), point(other)]),
                    single => single.iter().for_each(|game| tally.add(point(game), None)),
                }
            }
        }
        OpponentScore { opponent, tally }
    };
    (1..event.names().len()).map(score).collect()
}

/// Returns the table of a gauntlet: a row for each opponent.
pub(super) fn gauntlet_table(event: &Event, meetings: &[Meeting]) -> Table {
    let columns = [
        ("opponent", Cell::Text),
        ("games", Cell::Number),
        ("won", Cell::Number),
        ("drawn", Cell::Number),
        ("lost", Cell::Number),
        ("score", Cell::Number),
        ("95 %", Cell::Number),
    ];
    let mut table = Table::new(format!("{} against", event.names()[FIRST]), &columns);
    let row = |OpponentScore { opponent, tally }| {
        let [lost, drawn, won] = tally.games;
        let [score, bounds] = Estimate::of(&tally).map_or_else(<[String; 2]>::default, |estimate| {
            let Interval { value, low, high } = estimate.score;
            [format!("{:.1} %", 100.0 * value), format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high)]
        });
        let counts = [tally.played(), won, drawn, lost].map(|count| count.to_string());
        [event.names()[opponent].clone()].into_iter().chain(counts).chain([score, bounds]).collect()
    };
    table.rows = opponent_scores(event, meetings).into_iter().map(row).collect();
    table
}
