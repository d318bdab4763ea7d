//! Retrograde analysis: values go back to the positions before, until nothing changes.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_rules::TablebaseLayout;
use rayon::prelude::*;

use super::cells::Cells;

/// Tells all positions before a decided one, again and again. What is undecided afterwards is drawn.
///
/// A position is won as soon as one of its moves leads to a lost one, and lost when the last of its moves leads
/// to a won one. Each value is propagated once, so the work is the number of moves inside the slice.
pub(super) fn run(
    layout: &dyn TablebaseLayout,
    slice: usize,
    cells: &Cells,
    is_stopped: &(dyn Fn() -> bool + Sync),
) {
    let chunks = cells.chunks();
    loop {
        let changed = AtomicBool::new(false);
        chunks.par_iter().for_each(|(part, range)| {
            if is_stopped() {
                return;
            }
            let mut any = false;
            let news: Vec<_> = range
                .clone()
                .filter_map(|index| cells.take_new(*part, index).map(|value| (index, value)))
                .collect();
            let mut at = 0;
            let mut indices = news.iter().map(|(index, _)| *index);
            layout.look_back(slice, *part, &mut indices, &mut |before, index| {
                while news[at].0 != index {
                    at += 1;
                }
                any |= cells.tell(before.part, before.index, news[at].1);
            });
            if any {
                changed.store(true, Ordering::Relaxed);
            }
        });
        if is_stopped() || !changed.into_inner() {
            return;
        }
    }
}
