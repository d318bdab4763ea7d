//! Running a search: simulations until a bound is reached, somebody stops it, or there is nothing left to find.

use damier_rules::{History, Position};

use super::{Mcts, recycle::Recycling, search::TWO, summary::View, tally::Tally, team::Rest};
use crate::{
    evaluation::Evaluator,
    search::{Limits, Proof, Request, SearchReport, StopHandle, monitor::SearchMonitor},
};

/// Simulations for a move where the win that was asked for does not exist.
const CONSOLATION: u64 = 1000;

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    /// Searches the current position of a game, which must not be over. With one legal move and a bound
    /// on time it answers at once. Without any bound it runs until the result is proven.
    ///
    /// # Panics
    /// If the position has no legal move.
    pub fn search(&mut self, position: &P, history: &History<P>, limits: &Limits) -> SearchReport<P::Move> {
        let stop = StopHandle::new();
        self.search_watched(position, history, &Request::new(*limits, &stop), &mut |_| ())
    }

    /// The same, under control and watched: `watch` is told when the best line changes, a few times a second
    /// at most, and every second; what the search ends with is returned only. A search that ponders does not
    /// return before the opponent's time is over or it is stopped.
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
        let horizon = request.limits.proof_plies.filter(|_| position.players() == TWO);
        let mut monitor = SearchMonitor::new(request, watch);
        if let Some(plies) = horizon {
            self.start(position, history, request.only);
            let report = self.run(position, history, Some(plies as usize), 0, &mut monitor);
            // Beyond the horizon all was taken for lost: of no use to other searches.
            self.clear();
            if report.proof == Proof::Win {
                request.stop.wait_for_clock();
                return report;
            }
            let limits = Limits { nodes: Some(CONSOLATION), proof_plies: None, ..request.limits };
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
            return self.view().expect("it was prepared").report(request.lines, reused, monitor.elapsed());
        }
        let report = self.run(position, history, None, reused, &mut monitor);
        if !request.only.is_empty() {
            // What is known of a part of the moves is of no use to other searches.
            self.clear();
        }
        request.stop.wait_for_clock();
        SearchReport { elapsed: monitor.elapsed(), ..report }
    }

    /// Simulates until it is enough, and says what was found; so many simulations were kept from before.
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
                    nodes.saturating_sub(Tally::total(&self.tallies).simulations)
                }
                _ => u64::MAX,
            };
            let mut go_on = |view: &View<'_, P>| {
                let depth = || view.principal_line().len();
                if monitor.is_over(view.total.simulations, depth, |elapsed| view.signs(elapsed)) {
                    return false;
                }
                monitor.report(|| view.principal_line(), |elapsed| view.report(*lines, reused, elapsed));
                true
            };
            let rest = self.work(position, history, horizon, quota, &mut go_on);
            let report = |view: View<'_, P>| view.report(*lines, reused, monitor.elapsed());
            let Rest::Full(full) = rest else { return report(self.view().expect("it was prepared")) };
            // Who waits for an answer must not wait for memory.
            let last = report(self.view().expect("it was prepared"));
            if self.make_room(full, &mut || monitor.is_within(1.0)) == Recycling::GivenUp {
                return last;
            }
        }
    }
}
