//! Threads of a search: one alone, or many in a shared tree with virtual loss.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use damier_rules::{History, Position};

use super::{
    Mcts,
    access::{Access, SharedTree, SingleThread, Visits},
    counters::Counters,
    report::{ArenaTotals, RootReport},
    tree::Full,
    worker::{SearchContext, Worker},
};
use crate::{evaluation::Evaluator, search::stop_flag::StopFlag};

/// Simulations between two polls of the limits.
const BATCH: u64 = 32;

/// Reason why the threads have stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StopReason {
    /// The budget is used up, a limit is reached or the root is proven.
    Done,
    /// The pool is full.
    Full(Full),
}

/// Simulations left to the threads together, and their stop flag.
struct WorkBudget {
    /// Simulations not taken yet.
    left: AtomicU64,
    stop_flag: StopFlag,
}

impl WorkBudget {
    /// Takes up to `batch` simulations from the budget.
    fn take(&self, batch: u64) -> u64 {
        let taken =
            self.left.try_update(Relaxed, Relaxed, |left| (left > 0).then(|| left.saturating_sub(batch)));
        taken.map_or(0, |left| left.min(batch))
    }
}

impl<P: Position, E: Evaluator<P>> Worker<P, E> {
    /// Simulates until the budget is used up, the root is proven or `go_on` returns false.
    ///
    /// It polls `go_on` about every 100 microseconds.
    fn simulate_budget<A: Access>(
        &mut self,
        context: &SearchContext<'_, P>,
        history: &mut History<P>,
        budget: &WorkBudget,
        counters: &Counters,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<(), Full> {
        loop {
            let batch = budget.take(BATCH - counters.simulations() % BATCH);
            let mut left = batch;
            while left > 0 {
                if context.is_decided() || budget.stop_flag.is_set() {
                    return Ok(());
                }
                left -= match A::VISITS {
                    Visits::AtBackpropagation => {
                        self.simulate::<A>(context, history, None, counters).map(|()| 1)?
                    }
                    Visits::Virtual => self.batched_descent(context, history, left, counters)?,
                };
            }
            if batch == 0 || !go_on() {
                return Ok(());
            }
        }
    }
}

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    /// Runs all threads for up to `quota` simulations; the first one polls `go_on`.
    pub(super) fn run_threads(
        &mut self,
        position: &P,
        history: &History<P>,
        horizon: Option<usize>,
        quota: u64,
        go_on: &mut dyn FnMut(&RootReport<'_, P>) -> bool,
    ) -> StopReason {
        let contempt = self.contempt();
        let Self { params, tree, workers, counters, .. } = self;
        let context = &SearchContext::new(tree, params, position, horizon);
        let budget = &WorkBudget { left: AtomicU64::new(quota), stop_flag: StopFlag::default() };
        let counters = &counters[..];
        let (first, others) = workers.split_first_mut().expect("there is a thread");
        let go_on = || {
            let total = Counters::total(counters);
            let (tree, root, arenas) = (context.tree, position, ArenaTotals::default());
            go_on(&RootReport { tree, root, contempt, total, arenas })
        };
        let mut own_history = history.clone();
        if others.is_empty() {
            let worked =
                first.simulate_budget::<SingleThread>(context, &mut own_history, budget, &counters[0], go_on);
            return worked.map_or_else(StopReason::Full, |()| StopReason::Done);
        }
        std::thread::scope(|scope| {
            let _guard = budget.stop_flag.set_on_drop();
            let helpers: Vec<_> = others
                .iter_mut()
                .zip(&counters[1..])
                .map(|(worker, counters)| {
                    let mut history = history.clone();
                    scope.spawn(move || {
                        let worked = worker.simulate_budget::<SharedTree>(
                            context,
                            &mut history,
                            budget,
                            counters,
                            || true,
                        );
                        if worked.is_err() {
                            budget.stop_flag.set();
                        }
                        worked
                    })
                })
                .collect();
            let mut worked =
                first.simulate_budget::<SharedTree>(context, &mut own_history, budget, &counters[0], go_on);
            // With the budget used up the helpers finish theirs, so that the quota is kept.
            if worked.is_err() || budget.left.load(Relaxed) > 0 {
                budget.stop_flag.set();
            }
            for helper in helpers {
                worked = worked.and(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            worked.map_or_else(StopReason::Full, |()| StopReason::Done)
        })
    }
}
