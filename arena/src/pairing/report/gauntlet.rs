//! What the first player of a gauntlet got from each opponent.

use super::tally_between;
use crate::{
    pairing::{Cell, Event, Meeting, Table, format::gauntlet::FIRST},
    rating::{Estimate, Interval, Tally},
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
    let score = |opponent| OpponentScore { opponent, tally: tally_between(meetings, [FIRST, opponent]) };
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
