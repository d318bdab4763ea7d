//! Runs a search: simulates until a limit, a stop or a proven root.

use damier_rules::{History, Position};

use super::{Mcts, counters::Counters, recycle::Recycling, report::RootReport, threads::StopReason};
use crate::{
    evaluation::{Evaluator, TWO_PLAYERS},
    search::{Limits, Proof, Request, SearchReport, StopHandle, monitor::SearchMonitor},
};

/// Simulations of the fallback search where the win that was searched for does not exist.
const FALLBACK_SIMULATIONS: u64 = 1000;

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    /// Searches the current position of a game, which must not be over.
    ///
    /// With a single legal move and a time limit it returns at once. Without limits it runs until the result is
    /// proven.
    ///
    /// # Panics
    /// If the position has no legal move.
    pub fn search(&mut self, position: &P, history: &History<P>, limits: &Limits) -> SearchReport<P::Move> {
        let stop = StopHandle::new();
        self.search_watched(position, history, &Request::new(*limits, &stop), &mut |_| ())
    }

    /// Searches within the limits of `request`; reports to `watch`.
    ///
    /// It reports a changed principal variation at most every 100 ms, and otherwise every second. The final report is
    /// returned only. A pondering search does not return before the ponder hit or the stop.
    ///
    /// # Panics
    /// If the position has no legal move.
    pub fn search_watched(
        &mut self,
        position: &P,
        history: &History<P>,
        request: &Request<'_, P::Move>,
        watch: &mut dyn FnMut(&SearchReport<P::Move>),
    ) -> SearchReport<P::Move> {
        let horizon = request.limits.proof_plies.filter(|_| position.players() == TWO_PLAYERS);
        let mut monitor = SearchMonitor::new(request, watch);
        if let Some(plies) = horizon {
            self.start(position, history, request.only);
            let report = self.run(position, history, Some(plies as usize), 0, &mut monitor);
            // The horizon counted as lost: the tree is useless to other searches.
            self.clear();
            if report.proof == Proof::Win {
                request.stop.wait_for_clock();
                return report;
            }
            let limits = Limits { nodes: Some(FALLBACK_SIMULATIONS), proof_plies: None, ..request.limits };
            let request = Request { limits, ..*request };
            return SearchReport {
                simulations: report.simulations,
                ..self.search_watched(position, history, &request, &mut |_| ())
            };
        }
        let reused = if request.only.is_empty() {
            self.prepare(position, history, &mut || monitor.is_within(0.5))
        } else {
            self.start(position, history, request.only);
            0
        };
        let (_, edges) = self.tree.root_node();
        if edges.len() == 1 && request.limits.is_timed() {
            request.stop.wait_for_clock();
            return self.root_report().expect("it was prepared").report(
                request.lines,
                reused,
                monitor.elapsed(),
            );
        }
        let report = self.run(position, history, None, reused, &mut monitor);
        if !request.only.is_empty() {
            // A tree of some root moves is useless to other searches.
            self.clear();
        }
        request.stop.wait_for_clock();
        SearchReport { elapsed: monitor.elapsed(), ..report }
    }

    /// Simulates until a limit is reached; `reused` simulations were kept from the previous search.
    fn run(
        &mut self,
        position: &P,
        history: &History<P>,
        horizon: Option<usize>,
        reused: u64,
        monitor: &mut SearchMonitor<'_, P::Move>,
    ) -> SearchReport<P::Move> {
        let Request { limits, stop, lines, .. } = monitor.request;
        loop {
            let quota = match limits.nodes {
                Some(nodes) if !stop.is_pondering() => {
                    nodes.saturating_sub(Counters::total(&self.counters).simulations)
                }
                _ => u64::MAX,
            };
            let mut go_on = |root_report: &RootReport<'_, P>| {
                stop.answer_questions(|line| root_report.places_behind(line));
                let depth = || root_report.principal_line().len();
                if monitor.is_over(root_report.total.simulations, depth, |elapsed| root_report.signs(elapsed))
                {
                    return false;
                }
                monitor.report(
                    || root_report.principal_line(),
                    |elapsed| root_report.report(*lines, reused, elapsed),
                );
                true
            };
            let rest = self.run_threads(position, history, horizon, quota, &mut go_on);
            let report =
                |root_report: RootReport<'_, P>| root_report.report(*lines, reused, monitor.elapsed());
            let StopReason::Full(full) = rest else {
                return report(self.root_report().expect("it was prepared"));
            };
            // Recycling must not delay the answer: it may be given up.
            let last = report(self.root_report().expect("it was prepared"));
            if self.make_room(full, &mut || monitor.is_within(1.0)) == Recycling::GivenUp {
                return last;
            }
        }
    }
}
