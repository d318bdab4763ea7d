//! The first look at every position of a slice: moves that end the game or leave the slice have values already.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_rules::{
    EndingValue, TablebaseLayout,
    tablebase_index::{Ahead, Next},
};
use rayon::prelude::*;

use super::cells::{Cells, Finding};
use crate::{slice_tables::SliceTablebase, watch::Watch};

/// Looks at all positions of a slice; gives back whether every move that leaves the slice leads to a value.
pub(super) fn run(
    layout: &dyn TablebaseLayout,
    tables: &SliceTablebase,
    slice: usize,
    cells: &Cells,
    is_stopped: &(dyn Fn() -> bool + Sync),
    watch: &dyn Watch,
) -> bool {
    let valued = AtomicBool::new(true);
    cells.chunks().into_par_iter().for_each(|(part, range)| {
        if is_stopped() {
            return;
        }
        watch.advance(range.end - range.start);
        layout.look_ahead(slice, part, range, &mut |index, ahead| match finding(tables, slice, ahead) {
            Some(finding) => cells.note(part, index, finding),
            None => valued.store(false, Ordering::Relaxed),
        });
    });
    valued.into_inner()
}

fn finding(tables: &SliceTablebase, slice: usize, ahead: Ahead<'_>) -> Option<Finding> {
    let next = match ahead {
        Ahead::Over(value) => return Some(Finding::Value(value)),
        Ahead::Moves(next) => next,
    };
    let (mut moves, mut escape) = (0, false);
    for next in next {
        if matches!(next, Next::Numbered(place) if place.slice == slice) {
            moves += 1;
            continue;
        }
        match value_of(tables, *next)?.for_other() {
            EndingValue::Win => return Some(Finding::Value(EndingValue::Win)),
            EndingValue::Draw => escape = true,
            EndingValue::Loss => {}
        }
    }
    Some(match (moves, escape) {
        (0, true) => Finding::Value(EndingValue::Draw),
        (0, false) => Finding::Value(EndingValue::Loss),
        _ => Finding::Depends { moves, escape },
    })
}

/// The value of the position that a move leads to, for its player to move; `None` where its table is missing.
pub(crate) fn value_of(tables: &SliceTablebase, next: Next) -> Option<EndingValue> {
    match next {
        Next::Numbered(place) => tables.at(place),
        Next::Decided(value) => Some(value),
    }
}
