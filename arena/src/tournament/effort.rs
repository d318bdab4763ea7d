//! What searching has cost the players of a gauntlet.

use super::{
    results::{ResultTable, duel},
    summary::EffortPerMove,
};
use crate::{
    pairing::{Cell, Event, Table},
    play::MoveTimes,
};

/// What stands for a number that is not known.
const UNKNOWN: &str = "–";

/// Adds nodes and milliseconds a move of both sides to the table of a gauntlet. Without limits of time the milliseconds
/// would make tables of the same games differ.
pub(super) fn push_effort(table: &mut Table, event: &Event, results: &ResultTable, times: MoveTimes) {
    let names = event.names();
    let costs: Vec<[EffortPerMove; 2]> = names[1..]
        .iter()
        .map(|opponent| duel(results, &names[0], opponent).effort.map(|effort| EffortPerMove::of(&effort)))
        .collect();
    let mut column = |head: &str, cell: &dyn Fn(&[EffortPerMove; 2]) -> Option<String>| {
        let cells = costs.iter().map(|cost| cell(cost).unwrap_or_else(|| UNKNOWN.to_owned()));
        table.push_column(head, Cell::Number, cells.collect());
    };
    for (side, whose) in ["own", "their"].into_iter().enumerate() {
        column(&format!("{whose} nodes/move"), &|cost| Some(cost[side].nodes?.to_string()));
    }
    if times == MoveTimes::Hidden {
        return;
    }
    for (side, whose) in ["own", "their"].into_iter().enumerate() {
        column(&format!("{whose} ms/move"), &|cost| Some(format!("{:.1}", cost[side].milliseconds?)));
    }
}
