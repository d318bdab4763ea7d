//! The threads of a search at work: alone, or many in one tree.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use damier_rules::{History, Position};

use super::{
    Mcts,
    access::{Access, Alone, Together, Visits},
    summary::{Claims, View},
    tally::Tally,
    tree::Full,
    worker::{Ground, Worker},
};
use crate::{evaluation::Evaluator, search::stop_flag::StopFlag};

/// Simulations between two looks at the clock.
const BATCH: u64 = 32;

/// Why the threads have stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rest {
    /// The work is done, or nobody wants more.
    Done,
    /// There is no room for more nodes.
    Full(Full),
}

/// What is left to do for the threads together.
struct Shift {
    /// Simulations.
    left: AtomicU64,
    stop_flag: StopFlag,
}

impl Shift {
    /// Takes up to `batch` simulations.
    fn take(&self, batch: u64) -> u64 {
        let taken =
            self.left.try_update(Relaxed, Relaxed, |left| (left > 0).then(|| left.saturating_sub(batch)));
        taken.map_or(0, |left| left.min(batch))
    }
}

impl<P: Position, E: Evaluator<P>> Worker<P, E> {
    /// Simulates until the shift is over, the result is known or `go_on` (asked about every hundred
    /// microseconds) says no.
    fn labour<A: Access>(
        &mut self,
        ground: &Ground<'_, P>,
        history: &mut History<P>,
        shift: &Shift,
        tally: &Tally,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<(), Full> {
        loop {
            let batch = shift.take(BATCH - tally.simulations() % BATCH);
            let mut left = batch;
            while left > 0 {
                if ground.is_decided() || shift.stop_flag.is_set() {
                    return Ok(());
                }
                left -= match A::VISITS {
                    Visits::Late => self.simulate::<A>(ground, history, None, tally).map(|()| 1)?,
                    Visits::Lent => self.excursion(ground, history, left, tally)?,
                };
            }
            if batch == 0 || !go_on() {
                return Ok(());
            }
        }
    }
}

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    /// Lets all threads make up to `quota` simulations; one of them asks `go_on`.
    pub(super) fn work(
        &mut self,
        position: &P,
        history: &History<P>,
        horizon: Option<usize>,
        quota: u64,
        go_on: &mut dyn FnMut(&View<'_, P>) -> bool,
    ) -> Rest {
        let Self { params, tree, workers, tallies, .. } = self;
        let ground = &Ground::new(tree, params, position, horizon);
        let shift = &Shift { left: AtomicU64::new(quota), stop_flag: StopFlag::default() };
        let tallies = &tallies[..];
        let (first, others) = workers.split_first_mut().expect("there is a thread");
        let go_on = || {
            let total = Tally::total(tallies);
            go_on(&View { tree: ground.tree, root: position, total, claims: Claims::default() })
        };
        let mut own_history = history.clone();
        if others.is_empty() {
            let worked = first.labour::<Alone>(ground, &mut own_history, shift, &tallies[0], go_on);
            return worked.map_or_else(Rest::Full, |()| Rest::Done);
        }
        std::thread::scope(|scope| {
            let _caller = shift.stop_flag.set_on_drop();
            let helpers: Vec<_> = others
                .iter_mut()
                .zip(&tallies[1..])
                .map(|(worker, tally)| {
                    let mut history = history.clone();
                    scope.spawn(move || {
                        let worked = worker.labour::<Together>(ground, &mut history, shift, tally, || true);
                        if worked.is_err() {
                            shift.stop_flag.set();
                        }
                        worked
                    })
                })
                .collect();
            let mut worked = first.labour::<Together>(ground, &mut own_history, shift, &tallies[0], go_on);
            // Where all simulations are handed out, the others finish theirs: the quota is kept.
            if worked.is_err() || shift.left.load(Relaxed) > 0 {
                shift.stop_flag.set();
            }
            for helper in helpers {
                worked = worked.and(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            worked.map_or_else(Rest::Full, |()| Rest::Done)
        })
    }
}
