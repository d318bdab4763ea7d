//! Polls the limits of a search, and reports its progress.

use std::time::{Duration, Instant};

use super::{Request, SearchReport};
use crate::time::{Manager, Signs, Verdict};

/// Least time between two reports.
const MIN_REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// Least time between two comparisons of the principal variation, which is slow to read in a wide tree.
const LINE_CHECK_INTERVAL: Duration = Duration::from_millis(10);
/// Greatest time between two reports.
const MAX_REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// Limits of one search, and the callback for its reports.
pub(super) struct SearchMonitor<'a, M> {
    pub(super) request: &'a Request<'a, M>,
    start: Instant,
    managers: [Option<Manager>; 2],
    watch: &'a mut dyn FnMut(&SearchReport<M>),
    /// Time of the last report.
    reported: Duration,
    /// Time of the last comparison of the principal variation.
    checked: Duration,
    /// Principal variation of the last report.
    line: Vec<M>,
}

impl<'a, M: PartialEq> SearchMonitor<'a, M> {
    /// Returns the monitor of a search that begins now.
    pub(super) fn new(request: &'a Request<'a, M>, watch: &'a mut dyn FnMut(&SearchReport<M>)) -> Self {
        Self {
            request,
            start: Instant::now(),
            managers: [
                request.limits.time.map(|time| Manager::of_time(time, request.overhead)),
                request.limits.clock.map(|clock| Manager::of_clock(&clock, request.expected)),
            ],
            watch,
            reported: Duration::ZERO,
            checked: Duration::ZERO,
            line: Vec::new(),
        }
    }

    /// Returns the time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns whether the search is not stopped and has used at most `share` of its hard time limit.
    pub(super) fn is_within(&self, share: f64) -> bool {
        let clock = self.request.stop.clock_start(self.start);
        let over =
            |manager: &Manager| clock.is_some_and(|clock| clock.elapsed() >= manager.hard().mul_f64(share));
        !self.request.stop.is_stopped() && !self.managers.iter().flatten().any(over)
    }

    /// Returns whether a limit is reached after `nodes` nodes or simulations.
    pub(super) fn is_over(
        &self,
        nodes: u64,
        depth: impl FnOnce() -> usize,
        signs: impl Fn(Duration) -> Signs,
    ) -> bool {
        let Request { limits, stop, .. } = self.request;
        if stop.is_stopped() {
            return true;
        }
        let Some(clock) = stop.clock_start(self.start) else { return false };
        let over = |manager: &Manager| {
            manager.verdict(clock.elapsed(), &signs(self.start.elapsed())) == Verdict::Stop
        };
        self.managers.iter().flatten().any(over)
            || limits.nodes.is_some_and(|most| nodes >= most)
            || limits.depth.is_some_and(|most| depth() >= most as usize)
    }

    /// Reports where the principal variation has changed or the greatest interval is over.
    pub(super) fn report(
        &mut self,
        line: impl FnOnce() -> Vec<M>,
        report: impl FnOnce(Duration) -> SearchReport<M>,
    ) {
        let elapsed = self.start.elapsed();
        let since = elapsed - self.reported;
        if since < MIN_REPORT_INTERVAL || elapsed - self.checked < LINE_CHECK_INTERVAL {
            return;
        }
        self.checked = elapsed;
        let line = line();
        if line != self.line || since >= MAX_REPORT_INTERVAL {
            (self.watch)(&report(elapsed));
            self.reported = elapsed;
            self.line = line;
        }
    }
}
